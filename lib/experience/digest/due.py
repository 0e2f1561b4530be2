"""When a skill's digest wants to be made anew (mission document 2, trigger conditions)."""

from __future__ import annotations

import os
from typing import Any

from experience.digest import days, event, history, state
from experience.digest.numbers import DUE_BYTES, DUE_EVENTS, MAX_LINE_BYTES
from experience.digest.skills import SkillFolder
from experience.files import journal
from experience.hotpath import ledger


def reasons(skill: SkillFolder, session: str = "") -> list[str]:
    """Why a compact is due now; empty for not due, which it never is without a new event.

    `session`: one that is ending; a skill that it used is due.
    """
    remembered = state.load(skill)
    seen = Log(skill)
    new = seen.lines + _archived(skill, remembered) - remembered["lines"]
    if new <= 0 and seen.last and seen.last.fingerprint != remembered["newest"]:
        new = 1  # the log was cut short by somebody else, as `git checkout` does, and grew again
    if new <= 0:
        return []
    found = [f"{new} new events"] if new >= DUE_EVENTS else []
    if seen.size > DUE_BYTES:
        found.append(f"patterns.jsonl has {seen.size:,} bytes")
    if seen.last and seen.last.feedback in ("accepted", "rejected"):
        found.append(f"the last event was {seen.last.feedback} by the user")
    if session and (session in seen.sessions or was_used(skill.name, session)):
        found.append("it was used in the session that ends")
    return found


class Log:
    """`lines`: events in the log; `last`: the newest line's; `sessions`: who wrote them; `bad`: lines that
    are no events (case L13)."""

    def __init__(self, skill: SkillFolder) -> None:
        self.lines = 0
        self.sessions: set[str] = set()
        self.bad = 0
        self.last: event.Event | None = None
        self.size = _size(skill)
        now = days.today()
        for line in journal.lines(skill.log, MAX_LINE_BYTES):
            found = event.read(line, skill.name, now)
            if isinstance(found, event.Event):
                self.lines += 1
                self.last = found
                self.sessions.add(found.session)
            elif line is None or line.strip():
                self.bad += 1


def _size(skill: SkillFolder) -> int:
    try:
        return os.lstat(skill.log).st_size
    except OSError:
        return 0


def _archived(skill: SkillFolder, remembered: dict[str, Any]) -> int:
    """Events in the archives; those of an archive that nobody evaluated yet are its lines."""
    total = 0
    for path in history.archives(skill):
        known = remembered["archives"].get(path.name)
        if known and known["stamp"] == history.stamp_of(path):
            total += known["lines"]
        else:
            now = days.today()
            lines = journal.lines(path, MAX_LINE_BYTES)
            total += sum(isinstance(event.read(line, skill.name, now), event.Event) for line in lines)
    return total


def was_used(name: str, session: str) -> bool:
    """Whether the hook met a use of this skill in the session."""
    return ledger.Ledger(session).has(ledger.used(name))
