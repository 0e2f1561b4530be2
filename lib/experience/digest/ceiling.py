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
    return (-entry.seen, -entry.success, -entry.last, entry.text)


def _first_to_go(entry: Entry) -> tuple[int, ...]:
    """Sort key over the document: what waits, then old failures, then rules and queries that were seldom
    seen, and a user's corrections last of all."""
    if entry.is_correction:
        return (4, entry.last)
    if entry.section in (ACTIVE, QUERIES):
        return (2 if entry.section == ACTIVE else 3, entry.seen, entry.success, entry.last)
    return (0 if entry.section == PENDING else 1, entry.last, entry.seen)


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
        for one in [d for d in standing if d.entry.section == section][room:]:
            dropped[id(one)] = f"no room: {cap} entries are the most in {section}"
    left = [one for one in standing if id(one) not in dropped]
    while left and line_count(rendered([one.entry for one in left])) > MAX_LINES:
        worst = min(left, key=lambda one: (*_first_to_go(one.entry), one.entry.text))
        dropped[id(worst)] = f"no room: {MAX_LINES} lines are the most"
        left.remove(worst)
    gone = [replace(one, verdict=DROPPED, why=dropped[id(one)]) for one in standing if id(one) in dropped]
    others = [one for one in decisions if not one.stands]
    return [*left, *gone, *others], line_count(rendered([one.entry for one in left])) > MAX_LINES
