"""Lessons that nobody met for long: look whether they are still true. Advice, old is not wrong."""

from __future__ import annotations

from collections.abc import Iterator

from experience.events.tunings import ADVICE
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Proposal, Shortfall
from experience.hotpath import clock
from experience.index.compiler import confirmed
from experience.patterns.pattern import Pattern

RULE = "cold"
#: Days since the last confirmation, and days of log in which it did not warn.
COLD_DAYS, LOG_DAYS = 365, 60
SHOWN = 5


def propose(known: Evidence) -> Iterator[Proposal | Shortfall]:
    first, last = known.log.span
    lived = (clock.day_number(last) or 0) - (clock.day_number(first) or 0)
    if lived < LOG_DAYS:
        yield Shortfall(RULE, f"the log spans {lived} days, {LOG_DAYS} are needed")
        return
    cold = sorted(
        ((day, one) for one in known.patterns.values() if (day := _cold_since(known, one))), key=_order
    )
    if cold:
        told = [f"  {day}  {one.id}" for day, one in cold[:SHOWN]]
        more = [f"  and {len(cold) - SHOWN} more"] if len(cold) > SHOWN else []
        many = "1 pattern" if len(cold) == 1 else f"{len(cold)} patterns"
        yield Proposal(
            ADVICE, "", f"look again at {many} that nobody met for a year",
            (f"last confirmed before and silent in {lived} days of log:", *told, *more),
            command=f"exp.py show {cold[0][1].id}",
        )  # fmt: skip


def _cold_since(known: Evidence, pattern: Pattern) -> str:
    """The day of its last confirmation, "" for one that is not cold; unknown days say nothing."""
    day = confirmed(pattern)
    number = clock.day_number(day)
    if number is None or clock.now() / clock.DAY - number < COLD_DAYS or pattern.id in known.log.patterns:
        return ""
    return day


def _order(pair: tuple[str, Pattern]) -> tuple[str, str]:
    return pair[0], pair[1].id
