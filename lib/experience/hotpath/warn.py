"""The hot path in order: payload -> a prompt a person typed? -> claim it -> index -> gate -> rank ->
what the session has not seen -> render -> claim that -> record."""

from __future__ import annotations

import os
import time

from experience.hotpath import (
    clock,
    layers,
    ledger,
    match,
    payload,
    places,
    query,
    rank,
    record,
    render,
    switches,
    upkeep,
)
from experience.hotpath.emit import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from experience.hotpath.candidate import Candidate

SEEN = "already shown in this session"


class Judged:
    """Every candidate with its match and `why_not`, those to be shown, and what waits for trust."""

    def __init__(self, candidates: list[Candidate], ranked: list[Candidate], waiting: str) -> None:
        self.candidates = candidates
        self.ranked = ranked
        self.waiting = waiting


def judged(prompt: query.Query, cwd: str, keeper: upkeep.Upkeep, session: ledger.Ledger) -> Judged:
    """Everything up to rendering; leaves no trace."""
    now = clock.now()
    here = upkeep.reach(cwd, keeper, now)
    candidates = match.search(prompt, here.layers)
    if sum(keeper.recheck(layer, candidates) for layer in here.layers):  # every layer, not the first alone
        candidates = match.search(prompt, here.layers)
    ranked = rank.rank(weighed(candidates, keeper), now, rank.decay(layers.settings(here.layers)))
    for candidate in ranked:
        if session.has(ledger.shown(candidate.record)):
            candidate.why_not = SEEN
    return Judged(candidates, [candidate for candidate in ranked if not candidate.why_not], here.waiting)


def weighed(candidates: list[Candidate], keeper: upkeep.Upkeep) -> list[Candidate]:
    """The same ones, with what people said of them; most prompts pass no gate and read nothing."""
    if any(not candidate.why_not for candidate in candidates):
        from experience.hotpath import verdicts

        verdicts.weigh(candidates)
        if verdicts.is_lost():
            keeper.rebuild()  # the worker reads the logs anew as well
    return candidates


def rendered(ranked: list[Candidate]) -> render.Rendered:
    result = render.render(ranked)
    for candidate in result.cut:
        candidate.why_not = "no room left"
    return result


def claimed(ranked: list[Candidate], session: ledger.Ledger) -> render.Rendered:
    """Render, and claim what is shown: only whole blocks (case N03), and each for one hook only."""
    result = rendered(ranked)
    lost = [candidate for candidate in result.shown if not session.claim(ledger.shown(candidate.record))]
    if not lost:
        return result
    for candidate in lost:
        candidate.why_not = SEEN
    return render.render([candidate for candidate in result.shown if not candidate.why_not])


def waiting_line(count: str, session: ledger.Ledger) -> str:
    """Told to the user, never to the model, once per session."""
    if not count or not session.folder or not session.claim("trust-told"):
        return ""
    return render.waiting_line(count)


def notice() -> str:
    """What a worker left for the user, once; most prompts find no such file."""
    if not os.path.lexists(os.path.join(places.state_dir(), "notice")):
        return ""
    from experience.hotpath import notices

    return notices.taken()


def session_started(asked: payload.Payload, now: float) -> Answer:
    """After a compaction warnings may come again; ledgers of sessions long gone are taken away."""
    if asked.source == "compact":
        ledger.Ledger(asked.session_id).forget_shown()
    else:
        ledger.clean_up(now)
    return Answer()


def answer(data: bytes, keeper: upkeep.Upkeep) -> Answer:
    """`data`: the payload as it came on stdin. Whatever is not a typed prompt is met with silence."""
    started, now = time.perf_counter(), clock.now()
    asked = payload.parse(data)
    if asked is None or switches.off_because(asked.cwd):
        return Answer()
    if asked.event == payload.SESSION_EVENT:
        return session_started(asked, now)
    if asked.skill or asked.event == payload.ENDING_EVENT:
        from experience.hotpath import digests  # no prompt pays for it

        return digests.answer(asked, keeper, now)
    prompt = query.Query(asked.prompt) if asked.is_typed_prompt() else None
    if prompt is None or not prompt.says_something():
        return Answer()
    session = ledger.Ledger(asked.session_id)
    hashed = record.prompt_hash(asked.prompt)
    if not session.claim_prompt("warn", asked.prompt_id, hashed, now):
        return Answer()
    found = judged(prompt, asked.cwd, keeper, session)
    for candidate in found.candidates:
        if candidate.gave_up:
            record.note("regex", "given up", candidate.record["id"], "too slow or no regex: exp.py lint")
    shown = claimed(found.ranked, session)
    try:
        record.injection(asked, hashed, shown, found.candidates, started, time.perf_counter())
    except OSError as error:  # a full disk is no reason to withhold a warning
        record.error("log", error)
    waiting = waiting_line(found.waiting, session)
    return Answer(shown.model, render.joined(shown.user, waiting, notice()))
