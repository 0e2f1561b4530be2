"""What our own commands changed in pattern files: `edits.jsonl`.

A line is `{ts, id, what, injection_id, before, after, was}`. `before` and `after` are content hashes: equal
for counters, different for a veto or an example that we added. `was`: values that were there, for undo.
No text of a prompt or of a pattern.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from experience.events.rows import rows, text
from experience.hotpath import clock, record
from experience.vocabulary import LOG_EDITS

#: What we may add to a pattern without its being news.
TIGHTENED = ("none", "quiet")


#: A verdict that only the log has, since the file could not be written.
UNCOUNTED = "uncounted"
#: Rows that stand for a verdict.
JUDGED = ("saved", "falsepositive", UNCOUNTED)


class Edit(NamedTuple):
    id: str
    what: str
    injection_id: str = ""
    before: str = ""
    after: str = ""
    was: dict[str, str | int | None] | None = None


def append(edit: Edit) -> None:
    """Add a line. OSError where the log cannot be written."""
    record.append(LOG_EDITS, {"ts": clock.stamp(clock.now()), **edit._asdict(), "was": edit.was or {}})


def _edit(row: dict[str, Any]) -> Edit:
    was = row.get("was")
    kept = was.items() if isinstance(was, dict) else ()
    plain = {str(key): value for key, value in kept if value is None or isinstance(value, (str, int))}
    names = ("id", "what", "injection_id", "before", "after")
    pattern, what, injection, before, after = (text(row, name) for name in names)
    return Edit(pattern, what, injection, before, after, plain)


def order() -> dict[tuple[str, str], int]:
    """(pattern, injection_id) -> when it was last judged, as a number: two of one second are told apart."""
    found = map(_edit, rows(LOG_EDITS))
    return {(edit.id, edit.injection_id): number for number, edit in enumerate(found) if edit.what in JUDGED}


def of_pattern(pattern_id: str) -> list[Edit]:
    """The edits of one pattern, oldest first."""
    return [edit for edit in map(_edit, rows(LOG_EDITS, pattern_id)) if edit.id == pattern_id]


def tightenings() -> list[Edit]:
    """Edits after which a pattern says something else, by our hand, oldest first."""
    found = map(_edit, rows(LOG_EDITS))
    return [edit for edit in found if edit.before and edit.after and edit.before != edit.after]
