"""Verdicts and injections are read from logs that a crash, a clock or another hand left in any state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from experience.events import injections, verdicts
from experience.events.verdicts import Verdict
from experience.hotpath import record


def line(**more: Any) -> dict[str, Any]:
    return {
        "ts": "2026-11-30T10:00:00Z",
        "id": "p",
        "injection_id": "i1",
        "session_id": "s1",
        "why": "",
        "undone": False,
        **more,
    }


def log(home: Path, name: str, *rows: object, archived: str = "") -> None:
    folder = home / "logs" / ("archive" if archived else "")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / (name.replace(".jsonl", f"-{archived}.jsonl") if archived else name)
    file.write_bytes(
        b"".join((row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows)
    )


def test_what_was_taken_back_is_not_in_force_and_may_be_said_again(home: Path) -> None:
    log(home, "saves.jsonl", line(), line(undone=True))
    assert verdicts.in_force() == []
    log(home, "saves.jsonl", line(), line(undone=True), line())
    assert [one.injection_id for one in verdicts.in_force()] == ["i1"]


def test_the_same_line_twice_is_one_verdict(home: Path) -> None:
    log(home, "false_positives.jsonl", line(why="first"), line(why="second"), line(injection_id="i2"))
    assert [(one.injection_id, one.why) for one in verdicts.in_force()] == [("i1", "first"), ("i2", "")]


def test_an_archive_counts_and_a_verdict_in_it_can_be_taken_back(home: Path) -> None:
    log(home, "saves.jsonl", line(), line(injection_id="i2"), archived="2026-11-01T000000Z-aa")
    log(home, "saves.jsonl", line(undone=True))
    assert [one.injection_id for one in verdicts.in_force()] == ["i2"]


def test_lines_that_are_no_verdicts_are_passed_over(home: Path) -> None:
    strange = [[1], 3, {"ts": None}, {"id": 7}, {"id": ["p"]}, b"{torn", b"\xe6\x97", {}]
    log(home, "saves.jsonl", *strange, line(), b'{"id": "p", "hits": "x"')
    assert len(verdicts.in_force()) == 1


@pytest.mark.parametrize("ts", [None, 7, "", "2099-01-01T00:00:00Z", "x", "2026-11-30"])
def test_no_time_that_a_line_bears_breaks_anything(home: Path, ts: object) -> None:
    log(home, "saves.jsonl", line(ts=ts))
    (found,) = verdicts.in_force()
    assert found.ts < "2099"


def test_a_line_that_is_written_is_read_again(home: Path) -> None:
    verdict = Verdict("saved", "2026-11-30T10:00:00Z", "p", "i1", "s1", "it was so", "c0ffee")
    verdicts.append(verdict)
    assert verdicts.in_force() == [verdict]
    assert json.loads((home / "logs" / "saves.jsonl").read_text("utf-8")) == {
        **line(why="it was so"), "content": "c0ffee",
    }  # fmt: skip


def test_a_line_behind_a_torn_one_counts(home: Path) -> None:
    (home / "logs").mkdir()
    (home / "logs" / "saves.jsonl").write_bytes(b'{"ts": "2026-\xe6\x97')
    verdicts.append(Verdict("saved", "2026-11-30T10:00:00Z", "p", "i1", "s1", "", ""))
    assert len(verdicts.in_force()) == 1


def injection(number: int, session: str = "s1", patterns: object = ("p",)) -> dict[str, Any]:
    return {
        "ts": "2026-11-30T10:00:00Z", "injection_id": f"i{number}", "session_id": session,
        "prompt_hash": "0" * 16, "patterns_injected": patterns,
    }  # fmt: skip


def test_a_session_has_its_own_injections_in_order_also_those_put_aside(home: Path) -> None:
    log(home, "injections.jsonl", injection(1), injection(2, "s2"), archived="2026-11-01T000000Z-aa")
    log(home, "injections.jsonl", injection(3, patterns=[]), injection(4), injection(5, patterns="p"))
    assert [one.injection_id for one in injections.of_session("s1")] == ["i1", "i4"]
    assert [one.injection_id for one in injections.of_pattern("p")] == ["i1", "i2", "i4"]
    assert injections.of_session("") == injections.of_session("s") == []


def test_a_session_id_of_any_signs_is_only_compared(home: Path) -> None:
    odd = 'a"; $(id) \\ é'
    log(home, "injections.jsonl", injection(1, odd))
    record.append("injections.jsonl", injection(2, odd))
    assert [one.injection_id for one in injections.of_session(odd)] == ["i1", "i2"]
