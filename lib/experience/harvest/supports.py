"""Lessons met so far, with the sessions that support them: EXPERIENCE_HOME/candidates/lessons.jsonl.

Append-only, 0600, redacted. Transcripts go after thirty days; what they taught stays counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from experience.files import journal
from experience.harvest.lessons import Lesson
from experience.patterns import candidates

#: Sessions that must have met a lesson before it is shown, where no person stated it.
ENOUGH = 3
_LINE = 64 * 1024


@dataclass(slots=True)
class Support:
    """`lessons`: one of each session, oldest first; `proposed`: id of its candidate, "" for none."""

    lessons: list[Lesson] = field(default_factory=list)
    proposed: str = ""

    @property
    def sessions(self) -> int:
        return len(self.lessons)

    @property
    def is_enough(self) -> bool:
        return self.sessions >= ENOUGH or any(one.is_explicit for one in self.lessons)

    @property
    def rank(self) -> tuple[int, str]:
        """What more sessions met comes first, a person's word counting as three; then the newest."""
        explicit = sum(one.is_explicit for one in self.lessons)
        return self.sessions + (ENOUGH - 1) * explicit, max(one.ts for one in self.lessons)


def path() -> Path:
    return candidates.folder() / "lessons.jsonl"


def load() -> dict[str, Support]:
    """By key. An episode that stands in two transcripts (a fork) counts once, and so does a session."""
    found: dict[str, Support] = {}
    met: set[tuple[str, str]] = set()
    for line in journal.lines(path(), _LINE):
        row = _row(line)
        if "proposed" in row:
            found.setdefault(str(row.get("key")), Support()).proposed = str(row["proposed"])
        elif (one := _lesson(row)) is not None:
            support = found.setdefault(one.key, Support())
            is_new = (one.key, one.occurrence) not in met
            if is_new and one.session_id not in {other.session_id for other in support.lessons}:
                support.lessons.append(one)
            met.add((one.key, one.occurrence))
    return found


def add(found: Iterable[Lesson], known: dict[str, Support]) -> int:
    """Remember those that are new; `known` is brought up to date. Returns how many."""
    fresh = [one for one in found if _is_new(one, known)]
    if fresh:
        _append([asdict(one) for one in fresh])
    return len(fresh)


def _is_new(one: Lesson, known: dict[str, Support]) -> bool:
    support = known.setdefault(one.key, Support())
    if any(
        one.session_id == other.session_id or one.occurrence == other.occurrence for other in support.lessons
    ):
        return False
    support.lessons.append(one)
    return True


def was_proposed(key: str, identity: str) -> None:
    """It became a candidate: it is not proposed again, whatever became of that."""
    _append([{"key": key, "proposed": identity}])


def _append(rows: list[dict[str, Any]]) -> None:
    lines = [json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") for row in rows]
    with journal.held(path(), path().parent):
        journal.append(path(), b"\n".join(lines))


def _row(line: bytes | None) -> dict[str, Any]:
    try:
        row = json.loads(line or b"")
    except (ValueError, RecursionError):
        return {}
    return row if isinstance(row, dict) else {}


def _lesson(row: dict[str, Any]) -> Lesson | None:
    try:
        lists = {key: tuple(row.get(key, ())) for key in ("changed", "names")}
        one = Lesson(**{**row, **lists})
    except TypeError:
        return None
    texts = (one.key, one.occurrence, one.session_id, one.ts, one.kind)
    return one if all(isinstance(value, str) for value in texts) else None
