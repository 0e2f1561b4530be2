"""Patterns that never warned though their subject came up: advice, for to broaden is a person's decision."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from experience.events.tunings import ADVICE
from experience.feedback.backtest import first_words
from experience.feedback.replay import Met, Turn
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Proposal, Shortfall

RULE = "silent"
#: Prompts in the replay, and prompts on which a pattern came near in so many sessions, that are needed.
NEEDED, NEAR, SESSIONS = 300, 3, 3
#: Near: the best of all candidates, at least this share of the gate, and with so many telling words in
#: common.
#: One word is no subject: of prompts that came near by one alone hardly any meant the pattern.
NEARNESS, TELLING = 0.4, 2
SHOWN = 3
#: Different sets of words by which it came near: one phrase that is typed again and again is no subject.
WAYS = 2


def propose(known: Evidence) -> Iterator[Proposal | Shortfall]:
    if known.replay.tried < NEEDED:
        yield Shortfall(RULE, f"{known.replay.tried} past prompts were found, {NEEDED} are needed")
        return
    near: dict[str, list[Turn]] = defaultdict(list)
    for turn in known.replay.turns:
        best = max(turn.met, key=lambda one: one.match)
        is_near = known.least * NEARNESS <= best.match < known.least and not best.held
        if is_near and len(telling(best, known)) >= TELLING:
            near[best.id].append(turn)
    for identity, turns in sorted(near.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        sessions = {turn.session for turn in turns}
        if identity not in known.patterns or ways(identity, turns, known) < WAYS:
            continue
        warned = identity in known.fires or identity in known.log.patterns
        if len(turns) >= NEAR and len(sessions) >= SESSIONS and not warned:
            yield _advice(identity, turns, len(sessions))


def telling(one: Met, known: Evidence) -> frozenset[str]:
    return frozenset(term for term in one.shared if not known.replay.is_everyday(term))


def ways(identity: str, turns: list[Turn], known: Evidence) -> int:
    """How many different sets of telling words the pattern shares with these prompts."""
    return len({telling(one, known) for turn in turns for one in turn.met if one.id == identity})


def _advice(identity: str, turns: list[Turn], sessions: int) -> Proposal:
    told = [f"  {turn.prompt.ts[:10]}  {first_words(turn.prompt)}" for turn in turns[: -SHOWN - 1 : -1]]
    return Proposal(
        ADVICE,
        identity,
        f"{identity} never warned, though its subject came up",
        (f"{len(turns)} prompts in {sessions} sessions came near and met nothing nearer:", *told),
        command=f"exp.py show {identity}",
    )
