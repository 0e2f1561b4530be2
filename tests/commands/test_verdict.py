"""`exp.py verdict`: what was said; the last of it can be taken back without a trace in the pattern."""

from __future__ import annotations

import json
from pathlib import Path

from experience.commands.verdict import undone
from experience.feedback import giving
from experience.patterns.parse import parse_file
from tests.commands.cold import exp
from tests.feedback.judged import ALARMS, OTHER, SAVES, loaded, warned, write
from tests.hotpath.machine import MATCHING, PATTERN, rows, told


def test_undo_puts_back_everything_that_a_save_set(home: Path) -> None:
    path = write(home, review_status="pending", hits=7, last_seen=None)
    before = path.read_bytes()
    warned(home)
    exp(home, "saved", "--session", "s1")
    assert path.read_bytes() != before
    ran = exp(home, "verdict", "--undo", "--session", "s1", "--json")
    assert (ran.code, ran.document["status"], ran.document["undone"]["id"]) == (0, "undone", PATTERN)
    assert path.read_bytes() == before
    assert [row["undone"] for row in rows(home, SAVES)] == [False, True]
    assert exp(home, "saved", "--session", "s1", "--json").document["status"] == "saved"


def test_undo_of_a_false_alarm_unmutes(home: Path) -> None:
    write(home)
    for number in range(4):
        warned(home, f"s{number}")
        exp(home, "falsepositive", "--session", f"s{number}")
    assert told(home, MATCHING, session_id="s8") == ""
    exp(home, "verdict", PATTERN, "--undo")
    assert (PATTERN in told(home, MATCHING, session_id="s9"), loaded(home).false_positives) == (True, 3)
    assert len(rows(home, ALARMS)) == 5


def test_each_undo_takes_back_one_until_none_is_left(home: Path) -> None:
    write(home)
    write(home, OTHER)
    warned(home)
    for word in (PATTERN, OTHER):
        exp(home, "saved", word, "--session", "s1")
    assert exp(home, "verdict", OTHER, "--undo", "--json").document["undone"]["id"] == OTHER
    assert exp(home, "verdict", "--undo", "--json").document["undone"]["id"] == PATTERN
    ran = exp(home, "verdict", "--undo", "--json")
    assert (ran.code, ran.document["status"]) == (1, "nothing")
    assert (loaded(home).hits, loaded(home, OTHER).hits) == (0, 0)


def test_of_two_undos_at_once_only_one_says_that_it_took_something_back(home: Path) -> None:
    path = write(home)
    warned(home)
    exp(home, "saved", "--session", "s1")
    (verdict,) = giving.candidates(PATTERN, "")
    assert undone(verdict, parse_file(path).pattern).status == "undone"
    late = undone(verdict, parse_file(path).pattern)
    assert (late.status, late.code) == ("nothing", 1)
    assert "by another" in late.lines[0]


def test_the_last_of_several_in_one_second_is_the_last(home: Path) -> None:
    write(home)
    write(home, OTHER)
    warned(home)
    exp(home, "falsepositive", OTHER, "--session", "s1")
    exp(home, "saved", PATTERN, "--session", "s1")
    logs = [home / "logs" / name for name in (SAVES, ALARMS)]
    for path in logs:
        (row,) = rows(home, path.name)
        path.write_text(json.dumps({**row, "ts": "2026-11-30T10:00:00Z"}) + "\n", "utf-8")
    assert exp(home, "verdict", "--undo", "--json").document["undone"]["id"] == PATTERN
    exp(home, "saved", PATTERN, "--session", "s1")
    exp(home, "verdict", OTHER, "--undo")
    exp(home, "falsepositive", OTHER, "--session", "s1")
    assert exp(home, "verdict", "--undo", "--json").document["undone"]["id"] == OTHER


def test_a_value_that_a_person_changed_since_is_left(home: Path) -> None:
    path = write(home, review_status="pending")
    warned(home)
    exp(home, "saved", "--session", "s1")
    text = path.read_text("utf-8").replace("review_status: validated", "review_status: archived")
    path.write_text(text, "utf-8")
    exp(home, "verdict", "--undo")
    assert (loaded(home).hits, loaded(home).review_status) == (0, "archived")


def test_a_verdict_that_was_never_counted_in_the_file_is_not_counted_down(home: Path) -> None:
    path = write(home, hits=3)
    data = path.read_bytes()
    path.unlink()
    warned_before = exp(home, "saved", PATTERN, "--json").document
    assert warned_before["status"] == "unknown"
    path.write_bytes(data)
    warned(home)
    path.unlink()
    assert not exp(home, "saved", "--session", "s1", "--json").document["written"]
    path.write_bytes(data)
    assert exp(home, "verdict", "--undo").code == 0
    assert loaded(home).hits == 3


def test_it_lists_what_was_said_newest_first(home: Path) -> None:
    write(home)
    warned(home)
    exp(home, "falsepositive", PATTERN, "about", "tests", "--session", "s1")
    ran = exp(home, "verdict", "--json")
    (row,) = ran.document["verdicts"]
    assert (row["kind"], row["id"], row["why"]) == ("falsepositive", PATTERN, "about tests")
    assert "about tests" in exp(home, "verdict").out


def test_status_names_what_is_held_back(home: Path) -> None:
    path = write(home)
    assert "verdicts" not in exp(home, "status").out
    for number in range(4):
        warned(home, f"s{number}")
        exp(home, "falsepositive", "--session", f"s{number}")
    ran = exp(home, "status")
    assert "verdicts 0 saves, 4 false alarms" in ran.out
    assert f"muted: {PATTERN}" in ran.out
    path.write_text(path.read_text("utf-8").replace("Reload once", "Reload at most once"), "utf-8")
    document = exp(home, "status", "--json").document
    assert document["verdicts"] | {"precision": None} == {
        "saves": 0, "false_positives": 4, "precision": None, "muted": [], "probation": [],
    }  # fmt: skip


def test_explain_and_the_log_tell_of_verdicts(home: Path) -> None:
    write(home)
    for number in range(4):
        warned(home, f"s{number}")
        exp(home, "falsepositive", "--session", f"s{number}")
    ran = exp(home, "explain", MATCHING)
    assert ran.lines[0] == "status: silent"
    assert "muted: 4 false alarms, 0 saves" in ran.out
    assert "verdicts: saves 0  false alarms 4  order x 0.60  (muted)" in ran.out
    row = exp(home, "explain", MATCHING, "--json").document["candidates"][0]
    assert row["verdicts"] == {"saves": 0, "false_positives": 4, "factor": 0.6, "state": "muted"}
    told(home, MATCHING, session_id="s9")
    assert "muted: 4 false alarms" in exp(home, "log", "--session", "s9").out
