"""Sixty simulated days of one skill, from a seed: lessons that come and go, noise, refusals, corrections.

`python -m tests.digest.made_history FOLDER [SEED [BYTES]]` writes a skill there, each event BYTES longer, and
compacts it on every third day.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

FIRST_DAY = date(2026, 5, 1)
DAYS = 60
NAME = "search-demo"


class Lesson(NamedTuple):
    """A field of the event, its wordings, from and to which day it comes, how often, how often well."""

    field: str
    texts: tuple[str, ...]
    days: tuple[int, int]
    share: float
    success: float
    key: str = ""


KEY = "recent-first"

LESSONS = (
    Lesson("winning_pattern", ("brand + pain word + recent dates",), (0, 59), 0.5, 0.8),
    Lesson(
        "winning_pattern",
        ("Sort by date first", "newest results come first"),
        (10, 59),
        0.4,
        0.7,
        KEY,
    ),
    Lesson("winning_pattern", ("ask for the year before searching",), (0, 14), 0.6, 0.9),
    Lesson("winning_pattern", ("quote the exact product name",), (0, 22), 0.5, 0.8),
    Lesson("winning_pattern", ("search the brand alone",), (0, 59), 0.4, 0.1),
    Lesson("good_query", ("{brand} {feature} 翻车 {year}",), (0, 59), 0.5, 0.8),
    Lesson("good_query", ("{category} 避雷 小红书 最近",), (20, 59), 0.4, 0.7),
    Lesson("good_query", ("{brand} 好用吗",), (0, 12), 0.5, 0.8),
    Lesson("failure_pattern", ("the date filter is ignored after page 3",), (15, 59), 0.3, 0.0),
    Lesson("failure_pattern", ("login wall on mobile links",), (0, 20), 0.3, 0.0),
)
CORRECTIONS = ("No, the shop in Lyon, not the one in Paris", "That is last year's price list")
TYPOS = ("brand + pain words + recent dates", "never sort by date first", "Sort by dates first")


def made(seed: int = 7) -> Iterator[tuple[int, dict[str, Any]]]:
    """(day number, event), in order; the same seed gives the same events."""
    chance = random.Random(seed)
    number = 0
    for day in range(DAYS):
        for lesson in LESSONS:
            for _ in range(3):
                if lesson.days[0] <= day <= lesson.days[1] and chance.random() < lesson.share:
                    number += 1
                    yield day, _event(chance, day, number, lesson)
        if chance.random() < 0.15:
            number += 1
            yield (
                day,
                {
                    **_plain(chance, day, number),
                    "winning_pattern": chance.choice(TYPOS),
                    "outcome": "success",
                },
            )
        if day in (5, 40):
            number += 1
            yield (
                day,
                {
                    **_plain(chance, day, number),
                    "user_correction": CORRECTIONS[day > 5],
                    "outcome": "failure",
                },
            )


def _plain(chance: random.Random, day: int, number: int) -> dict[str, Any]:
    moment = f"{FIRST_DAY + timedelta(days=day)}T{chance.randrange(24):02}:{chance.randrange(60):02}:00"
    zone = chance.choice(("Z", "+02:00", "-07:00", ""))
    return {"ts": moment + zone, "session_id": f"s{number // 4}", "skill": NAME, "context": {"n": number}}


def _event(chance: random.Random, day: int, number: int, lesson: Lesson) -> dict[str, Any]:
    good = chance.random() < lesson.success
    found = {**_plain(chance, day, number), lesson.field: chance.choice(lesson.texts)}
    found["outcome"] = "success" if good else chance.choice(("failure", "partial", "unknown"))
    if lesson.key:
        found["key"] = lesson.key
    if not good and chance.random() < 0.3:
        found["user_feedback"] = "rejected"
    elif good and chance.random() < 0.3:
        found["user_feedback"] = "accepted"
    if chance.random() < 0.1:
        found["metrics"] = {"relevant_out_of_returned": f"{chance.randrange(10)}/20"}
    return found


def main(folder: str, seed: int = 7, ballast: int = 0) -> None:
    """Write the skill, compact it, and print the last compact with its reasons, archives and digest."""
    from experience.commands import digest_report
    from experience.digest.compact import compact_experience
    from experience.digest.skills import SkillFolder

    skill = SkillFolder(Path(folder) / NAME)
    skill.log.parent.mkdir(parents=True)
    (skill.path / "SKILL.md").write_text("---\nname: search-demo\n---\n")
    more = {"ballast": "x" * ballast} if ballast else {}
    found = [(day, {**event, **more}) for day, event in made(seed)]
    done = None
    for day in range(DAYS):
        with skill.log.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(event, ensure_ascii=False) + "\n" for at, event in found if at == day)
        if day % 3 == 2:
            done = compact_experience(skill, today=(FIRST_DAY + timedelta(days=day)).toordinal())
    assert done is not None
    print(f"{len(found)} events over {DAYS} days, seed {seed}\n")
    print("\n".join(digest_report.lines(done, explain=True, diff=False, why_due=[])))
    print("archives:", *(path.name for path in sorted(skill.archive.glob("*.jsonl"))))
    print("\n" + skill.digest.read_text("utf-8"))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
