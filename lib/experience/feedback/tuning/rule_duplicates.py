"""Two files about one failure: archive the one that experience says less for, if the other covers it."""

from __future__ import annotations

from collections.abc import Iterator

from experience.events.tunings import ADVICE, ARCHIVE
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Effect, Proposal, Shortfall
from experience.index.compiler import content_hash
from experience.patterns.pattern import Pattern
from experience.patterns.similarity import near_duplicates

RULE = "duplicates"
#: Of the prompts on which the weaker warned the share on which the stronger must have come too, and how many
#: there must be: of two that never warned nothing shows that one covers the other.
COVERED, NEEDED = 0.9, 3


def propose(known: Evidence) -> Iterator[Proposal | Shortfall]:
    patterns = list(known.patterns.values())
    done: set[str] = set()
    for number, pattern in enumerate(patterns):
        if pattern.id in done:
            continue
        for near in near_duplicates(pattern, patterns[number + 1 :]):
            other = known.patterns[near.id]
            weaker, stronger = sorted((pattern, other), key=lambda one: _standing(known, one))
            if weaker.id not in done and len(known.fires.get(weaker.id, [])) >= NEEDED:
                done.add(weaker.id)
                yield _proposal(known, weaker, stronger, near.why)


def _standing(known: Evidence, pattern: Pattern) -> tuple[int, int, int, str]:
    """What speaks for keeping a pattern; of equals the one that was there first."""
    tally, warned = known.tally(pattern.id), known.fires.get(pattern.id, [])
    return (
        tally.saves - tally.false_positives,
        pattern.review_status == "validated",
        len(pattern.examples.fire),
        "".join(chr(0x10FFFF - ord(char)) for char in f"{len(warned) < 1}{pattern.last_seen}{pattern.id}"),
    )


def _proposal(known: Evidence, weaker: Pattern, stronger: Pattern, alike: str) -> Proposal:
    mine = {one.turn for one in known.fires.get(weaker.id, [])}
    without = known.replay.warned(known.least, needs=known.needs(), without=known.muted | {weaker.id})
    theirs = {one.turn for one in without if one.id == stronger.id}
    covered = len(mine & theirs)
    why = (
        f"says what {stronger.id} says: {alike}",
        f"of {len(mine)} past prompts on which it warns the other comes on {covered}",
    )
    effect = Effect(
        known.replay.tried, len(known.now()), len(without), known.tally(weaker.id).false_positives, 0
    )
    if covered < COVERED * len(mine):
        return Proposal(
            ADVICE, weaker.id, f"{weaker.id} tells much of what another tells", why, effect,
            command=f"exp.py similar {weaker.id}",
        )  # fmt: skip
    return Proposal(
        ARCHIVE, weaker.id, f"archive {weaker.id}", why, effect, content=content_hash(weaker),
        path=str(weaker.path), was=weaker.review_status,
    )  # fmt: skip
