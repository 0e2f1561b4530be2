"""Indexing an edit must not cost the prompt its answer, nor the log its line."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

import pytest

from experience.hotpath import turn
from tests.hotpath.machine import PYTHON, fake_interpreter, rows
from tests.house import RunHook, prompt_payload
from tests.index.living import Living, pattern_id, word


def test_what_takes_too_long_is_given_up() -> None:
    started = time.monotonic()
    with pytest.raises(turn.TooLate), turn.Until(started + 0.1):
        time.sleep(5)
    assert time.monotonic() - started < 2


def test_what_began_too_late_is_not_begun() -> None:
    with pytest.raises(turn.TooLate), turn.Until(time.monotonic() - 1):
        raise AssertionError("was begun")


def test_what_is_in_time_hears_no_alarm_afterwards() -> None:
    with turn.Until(time.monotonic() + 0.05):
        pass
    time.sleep(0.1)


def test_an_interruption_that_was_put_into_other_words_is_still_one() -> None:
    def worded_otherwise() -> None:
        try:
            time.sleep(5)
        except turn.TooLate as error:
            raise RuntimeError("generator did not stop") from error

    with pytest.raises(turn.TooLate), turn.Until(time.monotonic() + 0.05):
        worded_otherwise()


def test_an_error_that_is_none_of_ours_stays_what_it_is() -> None:
    with pytest.raises(KeyError), turn.Until(time.monotonic() + 5):
        raise KeyError


def test_a_process_knows_when_it_was_born() -> None:
    loaded = time.monotonic()
    assert turn.born(loaded - 1e6) == loaded - 1e6, "never later than what is known"
    assert turn.born(loaded) <= loaded


def test_a_hook_that_does_not_get_its_turn_answers_from_what_is_indexed(
    home: Path, run_hook: RunHook, tmp_path: Path
) -> None:
    living = Living(home, tmp_path)
    for number in range(3):
        living.write(number)
    living.compile()
    living.write(1, said=9)
    descriptor = os.open(living.index, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        answers = [run_hook(prompt_payload(f"a {word(number)} overflow")) for number in (0, 1)]
    finally:
        os.close(descriptor)
    assert pattern_id(0) in answers[0].context
    assert answers[1].context == "", "what was edited may be wrong by now"
    assert len(rows(home, "injections.jsonl")) == 2
    assert living.warns(9, by=1), "the next hook indexes the edit"


def test_an_indexer_that_hangs_costs_the_edits_and_not_the_answer(
    home: Path, run_hook: RunHook, tmp_path: Path
) -> None:
    """On a disk that sleeps, say. Here PyYAML does, which reads what our small reader does not."""
    living = Living(home, tmp_path)
    for number in range(3):
        living.write(number)
    living.compile()
    begun, packages = tmp_path / "begun", tmp_path / "packages"
    (packages / "yaml").mkdir(parents=True)
    (packages / "yaml" / "__init__.py").write_text(
        f"import time\nopen({str(begun)!r}, 'w').close()\ntime.sleep(30)\n"
    )
    (home / "state" / "interpreter").write_text(f"{PYTHON}\n{packages}\n")
    path = living.write(1, said=9)
    path.write_text(path.read_text().replace("severity: med", "severity: &a med"))
    told = run_hook(prompt_payload(f"a {word(0)} overflow"))
    assert begun.exists(), "nothing hung"
    assert pattern_id(0) in told.context
    assert len(rows(home, "injections.jsonl")) == 1
    assert living.out_of_time() == 0


def test_a_hook_that_starts_too_slowly_to_index_leaves_it_to_a_worker(home: Path, tmp_path: Path) -> None:
    """A cold disk, a home on the network: the edit must count some prompts later all the same."""
    living = Living(home, tmp_path)
    for number in range(3):
        living.write(number)
    living.compile()
    fake_interpreter(home, f'sleep 1.2; exec {PYTHON} "$@"')
    living.write(1, said=9)
    assert living.warns(0)
    assert not living.warns(9, by=1), "it was indexed a moment ago: no worker for each prompt"
    for part in living.index.glob("global.*"):
        os.utime(part, (time.time() - 60, time.time() - 60))
    assert not living.warns(9, by=1)
    until = time.monotonic() + 20
    while not living.warns(9, by=1):
        assert time.monotonic() < until, "no worker came"
