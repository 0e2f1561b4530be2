"""What verdicts do to a prompt: the order, probation, mute; and that a broken file of them does nothing."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from experience.events import verdicts
from experience.events.verdicts import Kind, Verdict
from experience.feedback import standings
from experience.hotpath import layers, match, query, upkeep, warn
from experience.hotpath import verdicts as compiled
from tests.commands.cold import exp
from tests.hotpath.machine import MATCHING, PATTERN, rows, told
from tests.house import RunHook, WritePattern, prompt_payload

OTHER = "frontend-2026-04-18-other-chunk"


def said(kind: Kind, times: int, *, pattern: str = PATTERN, content: str = "", start: int = 0) -> None:
    """`times` verdicts on as many warnings, in the log and compiled."""
    for number in range(start, start + times):
        verdicts.append(Verdict(kind, "2026-11-30T10:00:00Z", pattern, f"{number:012x}", "s", "", content))
    with standings.alone():
        standings.rebuild()


@pytest.fixture
def corpus(home: Path, write_pattern: WritePattern) -> Path:
    folder = home / "global" / "frontend"
    write_pattern(folder)
    assert exp(home, "index").code == 0
    return folder


def test_four_false_alarms_and_no_save_mute_it_and_the_log_says_so(home: Path, corpus: Path) -> None:
    said("falsepositive", 3)
    assert PATTERN in told(home, MATCHING)
    said("falsepositive", 1, start=3)
    assert told(home, MATCHING) == ""
    assert rows(home, "injections.jsonl")[-1]["suppressed"] == {PATTERN: "muted: 4 false alarms, 0 saves"}
    assert list(corpus.glob("*.md"))  # muted, not deleted


def test_one_save_makes_it_last_longer(home: Path, corpus: Path) -> None:
    said("saved", 1)
    said("falsepositive", 6, start=10)
    assert PATTERN in told(home, MATCHING)
    said("falsepositive", 1, start=20)
    assert told(home, MATCHING) == ""


def test_an_edit_by_a_person_gives_it_another_chance(home: Path, corpus: Path) -> None:
    now = content(PATTERN)
    said("falsepositive", 5, content=now)
    assert told(home, MATCHING) == ""
    path = corpus / f"{PATTERN}.md"
    path.write_text(path.read_text("utf-8").replace("Reload once", "Reload at most once"), "utf-8")
    assert PATTERN in told(home, MATCHING)


def test_counters_that_somebody_wrote_into_a_file_change_nothing(
    home: Path, corpus: Path, write_pattern: WritePattern
) -> None:
    write_pattern(corpus, false_positives=500, hits=0)
    assert exp(home, "index").code == 0
    assert PATTERN in told(home, MATCHING)
    assert standing(PATTERN) == 1.0


def test_on_probation_only_a_strong_match_comes(
    home: Path, corpus: Path, write_pattern: WritePattern
) -> None:
    said("falsepositive", 2)
    candidate = found(MATCHING)[PATTERN]
    candidate.match = 0.69
    compiled.weigh([candidate])
    assert candidate.why_not.startswith("on probation: 2 false alarms, 0 saves")
    assert PATTERN in told(home, MATCHING)  # a match of nearly 1


def test_verdicts_decide_between_two_that_fit_alike(
    home: Path, corpus: Path, write_pattern: WritePattern
) -> None:
    write_pattern(corpus, id=OTHER)
    assert exp(home, "index").code == 0
    said("saved", 1, pattern=PATTERN)
    assert first_of(told(home, MATCHING)) == PATTERN
    said("saved", 3, pattern=OTHER, start=10)
    assert first_of(told(home, MATCHING)) == OTHER


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[1]",
        b"\xe6\x97",
        b'{"format": 99, "patterns": {}}',
        b'{"format": 1, "patterns": 7}',
        json.dumps({"format": 1, "patterns": {PATTERN: {"*": ["x", 2.0, "muted"]}}}).encode(),
        json.dumps({"format": 1, "patterns": {PATTERN: {"*": [0.6, 2.0]}}}).encode(),
        json.dumps({"format": 1, "patterns": {PATTERN: {"*": [-1, 2.0, "muted"]}}}).encode(),
        b'{"format": 1, "patterns": {"' + PATTERN.encode() + b'": {"*": [NaN, 2.0, "muted"]}}}',
        json.dumps({"format": 1, "patterns": {PATTERN: [1, 2]}}).encode(),
    ],
)
def test_a_torn_or_strange_file_has_no_effect(home: Path, corpus: Path, data: bytes) -> None:
    Path(compiled.path()).write_bytes(data)
    assert PATTERN in told(home, MATCHING)
    assert rows(home, "errors.jsonl") == []


def test_index_makes_a_lost_file_anew(home: Path, corpus: Path) -> None:
    said("falsepositive", 4)
    Path(compiled.path()).unlink()
    assert exp(home, "index").code == 0
    assert told(home, MATCHING) == ""


def test_a_mute_survives_the_loss_of_the_state_folder(home: Path, corpus: Path) -> None:
    said("falsepositive", 4)
    shutil.rmtree(home / "state")
    assert PATTERN in told(home, MATCHING)  # no effect, and a worker is at it
    until = time.monotonic() + 20
    while not Path(compiled.path()).exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert told(home, MATCHING) == ""


def test_only_a_pattern_that_passed_the_gate_is_worth_reading_the_file(
    home: Path, corpus: Path, run_hook: RunHook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened() -> dict[str, Any]:
        raise AssertionError("the file was read")

    below = found("rename the variable chunk to part in billing.py")
    assert below
    monkeypatch.setattr(compiled, "standings", opened)
    keeper = upkeep.Upkeep(lambda _layer, _changes: None, lambda _option, _cwd: None)
    assert warn.weighed(list(below.values()), keeper)
    with pytest.raises(AssertionError):
        warn.weighed(list(found(MATCHING).values()), keeper)


def found(prompt: str) -> dict[str, Any]:
    """Candidates of a prompt by id, as the gate left them."""
    return {one.record["id"]: one for one in match.search(query.Query(prompt), [layers.global_layer()])}


def content(pattern: str) -> str:
    return str(found(MATCHING)[pattern].record["hash"])


def standing(pattern: str) -> float:
    candidate = found(MATCHING)[pattern]
    compiled.weigh([candidate])
    return float(candidate.standing)


def first_of(text: str) -> str:
    """The pattern that stands first in the model's text."""
    return text.partition("[")[2].partition("]")[0]


def test_the_hook_itself_holds_a_muted_pattern_back(home: Path, corpus: Path, run_hook: RunHook) -> None:
    assert PATTERN in run_hook(prompt_payload(MATCHING)).context
    said("falsepositive", 4)
    assert run_hook(prompt_payload(MATCHING)).stdout == ""
