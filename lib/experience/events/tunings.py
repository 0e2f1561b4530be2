"""What `exp.py tune` changed and took back: `tuning.jsonl`, append-only.

A line is `{ts, entry, kind, id, by, was, now, item, content, undone}`: `entry` names the change, `by` is
user or
auto, `was` and `now` are values of a setting or field, `item` the hash of a trigger that was taken or a
phrase
that was added, `content` the hash of what the pattern said. No text of a prompt. One with `undone: true`
takes the change of that `entry` back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from experience.events.rows import rows, text
from experience.hotpath import clock, record
from experience.vocabulary import LOG_TUNING

#: Kinds of changes; ADVICE stands for a proposal that a person carries out.
GATE, MUTE, ARCHIVE, KEYWORD, VETO, SEVERITY = "gate", "mute", "archive", "keyword", "veto", "severity"
ADVICE = "advice"
#: Those that can only lower noise, and so may be applied unasked where the user said so.
SAFE = (MUTE, KEYWORD, VETO)
USER, AUTO = "user", "auto"


class Tuning(NamedTuple):
    """One applied change; `ts` of when, `id` of the pattern or "" for a setting."""

    entry: str
    kind: str
    id: str = ""
    by: str = USER
    was: str = ""
    now: str = ""
    item: str = ""
    content: str = ""
    ts: str = ""


def append(tuning: Tuning, *, undone: bool = False) -> None:
    """Add a line. OSError where the log cannot be written."""
    record.append(LOG_TUNING, {**tuning._asdict(), "ts": clock.stamp(clock.now()), "undone": undone})


def all_entries() -> list[tuple[Tuning, bool]]:
    """Every change with whether it was taken back, oldest first."""
    found: dict[str, tuple[Tuning, bool]] = {}
    for row in rows(LOG_TUNING):
        tuning = _tuning(row)
        if tuning is None:
            continue
        undone = row.get("undone") is True
        if undone and tuning.entry in found:
            found[tuning.entry] = (found[tuning.entry][0], True)
        elif not undone:
            found.setdefault(tuning.entry, (tuning, False))
    return list(found.values())


def in_force() -> list[Tuning]:
    """The changes that were not taken back, oldest first."""
    return [tuning for tuning, undone in all_entries() if not undone]


def muted() -> dict[str, set[str]]:
    """Pattern id -> hashes of the contents that are muted by a change."""
    found: dict[str, set[str]] = {}
    for one in in_force():
        if one.kind == MUTE and one.content:
            found.setdefault(one.id, set()).add(one.content)
    return found


def _tuning(row: dict[str, Any]) -> Tuning | None:
    entry, kind = text(row, "entry"), text(row, "kind")
    if not entry or not kind:
        return None
    return Tuning(entry, kind, *(text(row, name) for name in Tuning._fields[2:]))
