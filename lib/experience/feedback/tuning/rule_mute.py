"""Mute what comes and is not wanted: false alarms and no save, or many warnings that nobody ever
confirmed."""

from __future__ import annotations

from collections.abc import Iterator

from experience.events.tunings import ARCHIVE, MUTE
from experience.feedback.intervals import wilson
from experience.feedback.tallies import Tally
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Effect, Proposal, Shortfall
from experience.hotpath import clock
from experience.index.compiler import content_hash
from experience.patterns.pattern import Pattern

RULE = "mute"
#: False alarms without a save that are enough; with saves the share must be this low, with 95 %. And of its
#: warnings this share must have been judged: three of twelve may be the unlucky ones of a pattern that helps.
ALARMS, LOW, JUDGED = 3, 0.4, 0.5
#: Warnings nobody confirmed: how many at least, and how unlikely that must be at this user's own rate.
UNCONFIRMED, CHANCE = 20, 0.02
#: Days after which a pattern that is muted, and was not mended, may go to the archive.
MUTED_DAYS = 30


def propose(known: Evidence) -> Iterator[Proposal | Shortfall]:
    judged = len(known.said)
    if judged < ALARMS:
        yield Shortfall(RULE, f"{judged} verdicts were given, {ALARMS} on one pattern are needed")
    for identity, pattern in known.patterns.items():
        if identity in known.muted:
            yield from _archive(known, pattern)
        elif why := _why(known, pattern):
            yield _mute(known, pattern, why)


def _why(known: Evidence, pattern: Pattern) -> tuple[str, bool] | None:
    """(evidence, whether false alarms alone say so)."""
    tally = known.tally(pattern.id)
    share = wilson(tally.saves, tally.saves + tally.false_positives)
    seen = known.log.patterns.get(pattern.id)
    judged, warnings = tally.saves + tally.false_positives, seen.warnings if seen else 0
    known_well = tally.false_positives >= ALARMS and judged >= JUDGED * warnings
    if known_well and share is not None and (not tally.saves or share.high < LOW):
        return f"{tally.false_positives} false alarms, {tally.saves} saves, of {warnings} warnings", True
    if seen is None or tally.saves or not tally.false_positives or pattern.severity == "high":
        return None
    luck = (1 - known.save_rate) ** seen.warnings
    if seen.warnings >= UNCONFIRMED and luck < CHANCE:
        rate = f"{known.save_rate:.0%} of all warnings are confirmed"
        alarms = f"{tally.false_positives} false alarm{'s' * (tally.false_positives != 1)}"
        return (
            f"{seen.warnings} warnings in {len(seen.sessions)} sessions, none confirmed, {alarms}; {rate}",
            False,
        )
    return None


def effect_without(known: Evidence, identity: str) -> Effect:
    before = known.now()
    after = known.replay.warned(known.least, needs=known.needs(), without=known.muted | {identity})
    tally = known.tally(identity) if identity not in known.muted else Tally()
    return Effect(known.replay.tried, len(before), len(after), tally.false_positives, tally.saves)


def _mute(known: Evidence, pattern: Pattern, why: tuple[str, bool]) -> Proposal:
    return Proposal(
        MUTE,
        pattern.id,
        f"mute {pattern.id}",
        (why[0], "an edit of the file, or --undo, brings it back"),
        effect_without(known, pattern.id),
        content=content_hash(pattern),
        path=str(pattern.path),
        safe=why[1],
    )


def _archive(known: Evidence, pattern: Pattern) -> Iterator[Proposal]:
    last = max((one.ts for one in known.said_of(pattern.id, "falsepositive")), default="")
    day = clock.day_number(last)
    if day is None or clock.now() / clock.DAY - day < MUTED_DAYS:
        return
    yield Proposal(
        ARCHIVE,
        pattern.id,
        f"archive {pattern.id}",
        (f"muted since {last[:10]} or before, and nobody mended it", "exp.py restore uses it again"),
        effect_without(known, pattern.id),
        content=content_hash(pattern),
        path=str(pattern.path),
        was=pattern.review_status,
    )
