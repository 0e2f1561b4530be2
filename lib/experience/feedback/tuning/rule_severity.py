"""A severity that experience contradicts: what saves again and again is not low, what never does is not
high."""

from __future__ import annotations

from collections.abc import Iterator

from experience.events.tunings import SEVERITY
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Proposal, Shortfall
from experience.index.compiler import content_hash
from experience.patterns.pattern import Pattern

RULE = "severity"
SAVES, ALARMS = 3, 3
#: Of its warnings the share that must have been judged: three of sixteen may be the unlucky ones.
JUDGED = 0.5


def propose(known: Evidence) -> Iterator[Proposal | Shortfall]:
    for identity, pattern in known.patterns.items():
        tally = known.tally(identity)
        told = f"{tally.saves} saves, {tally.false_positives} false alarms"
        saves_again = tally.saves >= SAVES and tally.saves > 2 * tally.false_positives
        known_well = known.judged_share(identity) >= JUDGED
        never_helps = tally.false_positives >= ALARMS and not tally.saves and known_well
        wrong = {"low": saves_again, "high": never_helps}
        if wrong.get(pattern.severity):
            yield _proposal(pattern, "med", told)


def _proposal(pattern: Pattern, now: str, told: str) -> Proposal:
    return Proposal(
        SEVERITY, pattern.id, f"severity of {pattern.id}: {pattern.severity} -> {now}",
        (f"{told}; this moves its place in the order, never whether it comes",),
        content=content_hash(pattern), path=str(pattern.path), was=pattern.severity, now=now,
    )  # fmt: skip
