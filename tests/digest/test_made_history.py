"""Sixty days of a skill, day by day: what the digest holds at any time is what a slow recount says."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from experience.digest.compact import Compaction
from tests.digest.made_history import CORRECTIONS, DAYS, FIRST_DAY, made
from tests.digest.skill import Skill

LAST = FIRST_DAY + timedelta(days=DAYS - 1)


def utc_day(event: dict[str, Any]) -> date:
    moment = datetime.fromisoformat(event["ts"].replace("Z", "+00:00"))
    return (moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)).astimezone(timezone.utc).date()


def counts(event: dict[str, Any]) -> bool:
    relevant = event.get("metrics", {}).get("relevant_out_of_returned", "20/20").split("/")
    return event.get("user_feedback") != "rejected" and int(relevant[0]) / int(relevant[1]) >= 0.3


def recount(events: list[dict[str, Any]], today: date, field: str) -> dict[str, tuple[int, int, date]]:
    """Lesson -> (seen, success, last) of the window, by the mission's words and nothing of ours."""
    found: dict[str, tuple[int, int, date]] = {}
    for event in events:
        day = min(utc_day(event), today)
        if field in event and counts(event) and (today - day).days <= 30:
            lesson = event.get("key") or event[field]
            seen, success, last = found.get(lesson, (0, 0, day))
            found[lesson] = (seen + 1, success + (event["outcome"] == "success"), max(last, day))
    return found


@pytest.fixture(scope="module")
def events() -> list[tuple[int, dict[str, Any]]]:
    return list(made())


def compacted(skill: Skill, events: list[tuple[int, dict[str, Any]]], every: int = 3) -> Compaction:
    done = None
    for day in range(DAYS):
        skill.log(*[event for at, event in events if at == day])
        if day % every == every - 1:
            skill.today = FIRST_DAY + timedelta(days=day)
            done = skill.compact()
    assert done is not None
    return done


def test_there_are_hundreds_of_events_and_a_seed_repeats_them(
    events: list[tuple[int, dict[str, Any]]],
) -> None:
    assert len(events) >= 300
    assert list(made()) == events
    assert list(made(8)) != events


def test_the_digest_at_the_end_is_what_a_slow_recount_says(
    skill: Skill, events: list[tuple[int, dict[str, Any]]]
) -> None:
    compacted(skill, events)
    rules = recount([event for _, event in events], LAST, "winning_pattern")
    wanted = {
        f"seen={seen}, success={success}, last_verified={last}"
        for lesson, (seen, success, last) in rules.items()
        if seen >= 3 and success >= 2
    }
    assert {line.rpartition(" — ")[2] for line in skill.section("Active Rules")} == wanted
    assert len(wanted) >= 2
    queries = recount([event for _, event in events], LAST, "good_query")
    assert sorted(skill.section("Good Query Patterns")) == sorted(
        f"- `{text}` — seen={seen}"
        for text, (seen, success, _) in queries.items()
        if seen >= 3 and success >= 2
    )


def test_what_faded_waits_and_what_was_corrected_stays(
    skill: Skill, events: list[tuple[int, dict[str, Any]]]
) -> None:
    done = compacted(skill, events)
    assert [line.partition(" — ")[0] for line in skill.section("Pending Revalidation")] == [
        "- quote the exact product name",
        "- ask for the year before searching",
    ]
    assert [line.partition(" — ")[0] for line in skill.section("Failure Modes")[:2]] == [
        f"- {text}" for text in reversed(CORRECTIONS)
    ]
    assert "login wall" not in skill.text
    assert not any(text in line for line in skill.section("Active Rules") for text in ("never", "quote"))
    assert skill.text.count("\n") <= 120
    assert {one.verdict for one in done.decisions} >= {"stays", "pending", "kept-out"}
    assert all(one.why for one in done.decisions)


def test_however_often_it_was_compacted_the_counts_are_the_same(
    tmp_path: Path, home: Path, events: list[tuple[int, dict[str, Any]]]
) -> None:
    """Only which of two wordings stands for a lesson is decided when it enters."""
    footers = []
    for every in (1, 3, 15):
        skill = Skill(tmp_path / str(every))
        compacted(skill, events, every)
        footers.append([line.rpartition(" — ")[2] for line in skill.section("Active Rules")])
    assert footers[0] == footers[1] == footers[2] != []


def test_a_rotation_in_between_changes_nothing_but_the_last_line(
    tmp_path: Path, home: Path, events: list[tuple[int, dict[str, Any]]]
) -> None:
    whole, rotated = Skill(tmp_path / "whole"), Skill(tmp_path / "rotated")
    compacted(whole, events)
    fat = [(day, {**event, "ballast": "x" * 6000}) for day, event in events]
    compacted(rotated, fat)
    assert len(list(rotated.folder.archive.glob("*.jsonl"))) >= 2
    strip = re.compile(r"^- 2026-.*$", re.MULTILINE)
    assert strip.sub("", rotated.text) == strip.sub("", whole.text)
    files = [*rotated.folder.archive.glob("*.jsonl"), rotated.folder.log]
    lines = [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()]
    assert sorted(line["context"]["n"] for line in lines) == sorted(
        event["context"]["n"] for _, event in events
    )
