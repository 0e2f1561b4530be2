"""`exp.py tune` where there is little: it says what is missing, and `auto_apply: safe` does little."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.feedback.judged import transcript, warned, write
from tests.hotpath.machine import MATCHING, PATTERN, told
from tests.house import RunHook, prompt_payload


def test_an_empty_home_brings_no_proposal_and_says_what_is_missing(home: Path) -> None:
    ran = exp(home, "tune")
    assert (ran.code, ran.lines[0]) == (0, "status: too-little")
    for rule in ("gate", "mute", "silent", "cold"):
        assert f"too little to go by: {rule}:" in ran.out
    assert "Nothing to propose." in ran.out


def test_apply_without_a_list_or_with_a_number_that_is_not_on_it_changes_nothing(home: Path) -> None:
    assert exp(home, "tune", "--apply", "1").code == 1
    exp(home, "tune")
    ran = exp(home, "tune", "--apply", "7")
    assert ran.code == 2
    assert "no proposal 7" in ran.err


@pytest.fixture
def noisy(home: Path) -> Path:
    """A pattern with three false alarms and no save, and the transcripts of their prompts."""
    path = write(home)
    for number in range(3):
        warned(home, f"s{number}", f"{MATCHING} {number}")
        transcript(home, f"s{number}", f"{MATCHING} {number}")
        assert exp(home, "falsepositive", PATTERN, "--session", f"s{number}").code == 0
    return path


def session_ends(home: Path) -> None:
    exp(home, "harvest", "--session-end", "--detached", "--session", "s2")


def test_a_mute_keeps_it_quiet_until_it_is_taken_back_or_the_file_is_edited(home: Path, noisy: Path) -> None:
    listed = exp(home, "tune", "--json").document
    mute = next(one for one in listed["proposals"] if one["kind"] == "mute")
    assert mute["effect"]["false_alarms_avoided"] == 3
    assert exp(home, "tune", "--apply", str(mute["number"])).lines[0] == "status: applied"
    assert told(home, MATCHING, session_id="n1") == ""
    assert f"muted: {PATTERN}" in exp(home, "status").out
    assert "muted by exp.py tune" in exp(home, "explain", MATCHING, "--id", PATTERN).out
    assert exp(home, "tune", "--undo").lines[0] == "status: undone"
    assert PATTERN in told(home, MATCHING, session_id="n2")


def test_a_person_edits_and_the_mute_is_gone(home: Path, noisy: Path) -> None:
    mute = next(one for one in exp(home, "tune", "--json").document["proposals"] if one["kind"] == "mute")
    exp(home, "tune", "--apply", str(mute["number"]))
    noisy.write_text(noisy.read_text("utf-8").replace("Reload once", "Reload exactly once"), "utf-8")
    assert PATTERN in told(home, MATCHING, session_id="n3")


def test_an_edit_between_list_and_apply_refuses(home: Path, noisy: Path) -> None:
    mute = next(one for one in exp(home, "tune", "--json").document["proposals"] if one["kind"] == "mute")
    noisy.write_text(noisy.read_text("utf-8").replace("Reload once", "Reload exactly once"), "utf-8")
    ran = exp(home, "tune", "--apply", str(mute["number"]))
    assert (ran.code, ran.lines[0]) == (1, "status: stale")


def test_nothing_happens_unasked_without_the_setting(home: Path, noisy: Path) -> None:
    session_ends(home)
    assert not (home / "logs" / "tuning.jsonl").exists()


def test_safe_applies_one_change_a_day_tells_it_once_and_never_again_what_was_taken_back(
    home: Path, noisy: Path, run_hook: RunHook
) -> None:
    (home / "config.yaml").write_text("auto_apply: safe\n", "utf-8")
    session_ends(home)
    session_ends(home)
    rows = [json.loads(line) for line in (home / "logs" / "tuning.jsonl").read_text("utf-8").splitlines()]
    assert [(row["by"], row["kind"], row["id"]) for row in rows] == [("auto", "mute", PATTERN)]
    first = run_hook(prompt_payload("rename the settings page of the shop"))
    assert f"experience-layer made a change: mute {PATTERN}" in first.message
    assert "exp.py tune --undo" in first.message
    assert run_hook(prompt_payload("rename the settings page of the shop again")).message == ""
    exp(home, "tune", "--undo")
    log = home / "logs" / "tuning.jsonl"
    log.write_text(log.read_text("utf-8").replace('"ts":"20', '"ts":"19'), "utf-8")  # another day
    session_ends(home)
    assert len(log.read_text("utf-8").splitlines()) == 2


@pytest.mark.parametrize("words", ["apply", "apply one", "apply 1; rm -rf /", "undo a b", "what now"])
def test_what_is_typed_behind_the_command_is_understood_or_refused(home: Path, words: str) -> None:
    ran = exp(home, "tune", "--stdin", said=words)
    assert (ran.code, ran.lines[0]) == (2, "status: usage")
