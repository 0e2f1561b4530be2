"""What of the decided entries has room: a cap for each section, 120 lines for the document.

A person's bullets count towards both and are never dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from experience.digest.document import Document, line_count
from experience.digest.entries import ACTIVE, FAILURES, PENDING, QUERIES, Entry
from experience.digest.numbers import MAX_ACTIVE, MAX_FAILURES, MAX_LINES, MAX_PENDING, MAX_QUERIES
from experience.digest.promotion import DROPPED, Decision

CAPS = {ACTIVE: MAX_ACTIVE, PENDING: MAX_PENDING, FAILURES: MAX_FAILURES, QUERIES: MAX_QUERIES}


def _worth(entry: Entry) -> tuple[object, ...]:
    """Sort key within a section, the most valuable first."""
    if entry.section == FAILURES:
        return (not entry.is_correction, -entry.last, -entry.seen, entry.text)
    if entry.section == PENDING:
        return (-entry.last, -entry.seen, entry.text)
    return (-entry.success, -entry.seen, -entry.last, entry.text)


def _last_to_go(one: Decision) -> tuple[object, ...]:
    """Sort key over the document, what is dropped last first: a user's corrections, queries and rules by how
    often they were seen, failures and what waits by age."""
    entry = one.entry
    if entry.is_correction:
        return (0, -entry.last, 0, 0, entry.text)
    if entry.section in (ACTIVE, QUERIES):
        return (2 if entry.section == ACTIVE else 1, -entry.seen, -entry.success, -entry.last, entry.text)
    return (4 if entry.section == PENDING else 3, -entry.last, -entry.seen, 0, entry.text)


def fit(
    decisions: Sequence[Decision], document: Document, rendered: Callable[[list[Entry]], bytes]
) -> tuple[list[Decision], bool]:
    """(decisions with what has no room marked as dropped, whether a person's lines alone are too many)."""
    order = {section: number for number, section in enumerate(CAPS)}
    standing = sorted(
        (decision for decision in decisions if decision.stands),
        key=lambda decision: (order[decision.entry.section], _worth(decision.entry)),
    )
    dropped: dict[int, str] = {}
    for section, cap in CAPS.items():
        room = max(0, cap - document.persons_in(section))
        mine = [one for one in standing if one.entry.section == section]
        for one in sorted(mine, key=_last_to_go)[room:]:
            dropped[id(one)] = f"no room: {cap} entries are the most in {section}"
    left = [one for one in standing if id(one) not in dropped]
    while left and line_count(rendered([one.entry for one in left])) > MAX_LINES:
        worst = max(left, key=_last_to_go)
        dropped[id(worst)] = f"no room: {MAX_LINES} lines are the most"
        left.remove(worst)
    gone = [replace(one, verdict=DROPPED, why=dropped[id(one)]) for one in standing if id(one) in dropped]
    others = [one for one in decisions if not one.stands]
    return [*left, *gone, *others], line_count(rendered([one.entry for one in left])) > MAX_LINES
