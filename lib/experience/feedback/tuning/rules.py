"""All rules, in the order in which their proposals are told; what lowers noise first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from experience.events.tunings import ADVICE, ARCHIVE, MUTE
from experience.feedback.tuning import (
    rule_cold,
    rule_duplicates,
    rule_gate,
    rule_mute,
    rule_severity,
    rule_silent,
    rule_tighten,
)
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Proposal, Shortfall

Rule = Callable[[Evidence], Iterator[Proposal | Shortfall]]
RULES: tuple[Rule, ...] = (
    rule_tighten.propose,
    rule_mute.propose,
    rule_gate.propose,
    rule_duplicates.propose,
    rule_severity.propose,
    rule_silent.propose,
    rule_cold.propose,
)
#: What is said of a pattern that one of these took out anyway would be about nothing.
TAKEN_OUT = (MUTE, ARCHIVE)


class Found(NamedTuple):
    proposals: list[Proposal]
    shortfalls: list[Shortfall]


def found(known: Evidence) -> Found:
    """At most one change a pattern: the first rule that has one; advice after all changes."""
    proposals: list[Proposal] = []
    shortfalls: list[Shortfall] = []
    changed: set[str] = set()
    for rule in RULES:
        for one in rule(known):
            if isinstance(one, Shortfall):
                shortfalls.append(one)
            elif not one.id or one.id not in changed:
                proposals.append(one)
                changed |= {one.id} - {""}
    return Found(sorted(proposals, key=lambda one: one.kind == ADVICE), shortfalls)
