"""Twenty sessions at once on one corpus that is being edited: nothing is lost, nothing is told twice."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.faults.crowd import EDITED, STILL, Crowd, run
from tests.hotpath.machine import rows, use_interpreter
from tests.index.living import Living, pattern_id


def holds(crowd: Crowd) -> None:
    """The contract: a prompt leaves its line, or the hook says that a deadline cut it off; both are read
    whole (`rows` parses each line). What was told, was told once. No index was ever met half."""
    unlogged = crowd.prompts - sum(crowd.logged.values())
    cut_off = [row for row in rows(crowd.living.home, "errors.jsonl") if "retrieve.py" in row["error"]]
    assert 0 <= unlogged <= len(cut_off), "\n".join(crowd.lines())
    assert crowd.edits > 10
    assert crowd.torn == 0
    for number in range(STILL):
        assert max(crowd.times_told(number)) <= 1, f"pattern {number} was told twice in a session"
        assert sum(told == 0 for told in crowd.times_told(number)) <= unlogged
    assert {told.code for answers in crowd.answers.values() for told in answers} == {0}
    others = [
        row for row in rows(crowd.living.home, "errors.jsonl") if "no answer in time" not in row["error"]
    ]
    assert others == []


def settles(crowd: Crowd) -> None:
    """After the last edit the next prompts meet what the files say."""
    living = crowd.living
    for number in range(100, 100 + EDITED):
        living.write(number, said=number + 900)
    for number in range(100, 100 + EDITED):
        until = time.monotonic() + 20
        while pattern_id(number) not in living.told(number + 900):
            assert time.monotonic() < until, f"the last edit of pattern {number} is not met"


@pytest.mark.parametrize(("sessions", "prompts"), [(6, 5), pytest.param(20, 8, marks=pytest.mark.slow)])
def test_a_crowd_loses_no_line_and_is_told_nothing_twice(
    home: Path, tmp_path: Path, sessions: int, prompts: int
) -> None:
    use_interpreter(home)
    crowd = run(Living(home, tmp_path), sessions, prompts, 50)
    print("\n".join(crowd.lines()))
    holds(crowd)
    settles(crowd)
