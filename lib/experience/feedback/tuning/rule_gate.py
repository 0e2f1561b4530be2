"""The gate up or down: what the judged warnings just above it were worth, and what each prompt would get."""

from __future__ import annotations

from collections.abc import Iterator

from experience.events.tunings import GATE
from experience.feedback.intervals import Interval, wilson
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Effect, Proposal, Shortfall
from experience.hotpath import gate

RULE = "gate"
#: Judged warnings in all, near the gate, and in each further step, without which nothing is said of it.
NEEDED, NEEDED_NEAR, NEEDED_STEP = 30, 8, 5
STEPS_UP, STEPS_DOWN = (0.05, 0.1, 0.15, 0.2), (0.05, 0.1)
#: Of the warnings that a higher gate drops at most this share helped, with 95 %; a lower one needs this many.
WRONG_BELOW, RIGHT_ABOVE = 0.5, 0.6
#: A higher gate loses at most one save for this many false alarms.
PRICE = 4
#: Warnings on 100 prompts that a lower gate may add.
MOST_ADDED = 1.0


def propose(known: Evidence) -> Iterator[Proposal | Shortfall]:
    scored = [
        (score, verdict.kind == "saved")
        for verdict in known.said
        if (score := known.score_of(verdict)) is not None
    ]
    if len(scored) < NEEDED:
        have = f"of {len(scored)} judged warnings the prompt is still in a transcript"
        yield Shortfall(RULE, f"{have}, {NEEDED} are needed")
        return
    found = _up(known, scored) or _down(known, scored)
    if found:
        yield found
    elif len(_band(scored, known.least, known.least + STEPS_UP[1])) < NEEDED_NEAR:
        near = len(_band(scored, known.least, known.least + STEPS_UP[1]))
        yield Shortfall(RULE, f"{near} judged warnings lie just above the gate, {NEEDED_NEAR} are needed")


def _band(scored: list[tuple[float, bool]], low: float, high: float) -> list[bool]:
    return [saved for score, saved in scored if low <= score < high]


def _up(known: Evidence, scored: list[tuple[float, bool]]) -> Proposal | None:
    """As far up as each band is mostly wrong by its own verdicts: those of the noise right above the gate say
    nothing about a band further up."""
    reached = 0.0
    for step in STEPS_UP:
        band = _band(scored, known.least + reached, known.least + step)
        share = wilson(sum(band), len(band))
        if share is None or len(band) < (NEEDED_STEP if reached else NEEDED_NEAR):
            continue
        if share.high >= WRONG_BELOW or len(band) - sum(band) < PRICE * sum(band):
            break
        reached = step
    band = _band(scored, known.least, known.least + reached)
    share = wilson(sum(band), len(band))
    return _proposal(known, reached, share, len(band), len(band) - sum(band), sum(band)) if share else None


def _down(known: Evidence, scored: list[tuple[float, bool]]) -> Proposal | None:
    """Only where what lies just above it is right, and little comes in addition."""
    band = _band(scored, known.least, known.least + STEPS_DOWN[-1])
    share = wilson(sum(band), len(band))
    if len(band) < NEEDED_NEAR or share is None or share.low < RIGHT_ABOVE:
        return None
    for step in reversed(STEPS_DOWN):
        found = _proposal(known, -step, share, len(band), 0, 0)
        before, after = (found.effect.before, found.effect.after) if found.effect else (0, 0)
        added = known.replay.per_100(after - before)
        if 0 < added <= MOST_ADDED:
            return found
    return None


def _proposal(known: Evidence, step: float, share: Interval, cases: int, avoided: int, lost: int) -> Proposal:
    moved = round(known.settings.gate + step, 3)
    least = gate.THRESHOLD + moved
    before, after = known.now(), known.replay.warned(least, needs=known.needs(), without=known.muted)
    way = "raise" if step > 0 else "lower"
    where = (
        f"from {known.least:g} to {max(known.least, least):g}" if step > 0 else f"up to {known.least + 0.1:g}"
    )
    told = f"of {cases} judged warnings with a match {where} {share.share:.0%} helped"
    return Proposal(
        GATE, "", f"{way} the gate from {known.least:g} to {least:g}",
        (f"{told} (95 %: {share.low:.0%} to {share.high:.0%})",),
        Effect(known.replay.tried, len(before), len(after), avoided, lost),
        was=f"{known.settings.gate:g}", now=f"{moved:g}",
    )  # fmt: skip
