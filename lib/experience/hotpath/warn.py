"""The hot path in order: payload -> a prompt a person typed? -> index -> gate -> rank -> render -> record."""

from __future__ import annotations

import time

from experience.hotpath import clock, match, payload, query, rank, record, render, switches, upkeep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from experience.hotpath.candidate import Candidate


class Answer:
    """What goes out: text for the model, line for the user; both may be empty."""

    def __init__(self, model: str = "", user: str = "") -> None:
        self.model = model
        self.user = user


def judged(prompt: query.Query, cwd: str, keeper: upkeep.Upkeep) -> tuple[list[Candidate], render.Rendered]:
    """(every candidate with its match and `why_not`, what is injected)."""
    now = clock.now()
    corpora = upkeep.corpora(cwd, keeper, now)
    candidates = match.search(prompt, corpora)
    if sum(keeper.recheck(layer, candidates) for layer in corpora):  # every layer, not the first alone
        candidates = match.search(prompt, corpora)
    rendered = render.render(rank.rank(candidates, now))
    for candidate in rendered.cut:
        candidate.why_not = "no room left"
    return candidates, rendered


def answer(data: bytes, keeper: upkeep.Upkeep) -> Answer:
    """`data`: the payload as it came on stdin. Whatever is not a typed prompt is met with silence."""
    started = time.perf_counter()
    asked = payload.parse(data)
    if asked is None or not asked.is_typed_prompt() or switches.off_because(asked.cwd):
        return Answer()
    prompt = query.Query(asked.prompt)
    if not prompt.says_something():
        return Answer()
    candidates, rendered = judged(prompt, asked.cwd, keeper)
    try:
        record.injection(asked, rendered, candidates, started, time.perf_counter())
    except OSError as error:  # a full disk is no reason to withhold a warning
        record.error("log", error)
    return Answer(rendered.model, rendered.user)
