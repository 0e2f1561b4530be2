"""The hot path in order: payload -> a prompt a person typed? -> index -> gate -> rank -> render -> record."""

from __future__ import annotations

import time

from experience.hotpath import clock, layers, match, payload, places, query, rank, record, render, switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    #: Re-indexes a few changed files: index.update.refresh, imported by the door when needed.
    Refresh = Callable[[layers.Layer, layers.Changes], None]
    #: Starts a rebuild in the background.
    Rebuild = Callable[[], None]

#: Up to this many changed files are re-indexed before the prompt is answered.
FEW = 20


class Answer:
    """What goes out: text for the model, line for the user; both may be empty."""

    def __init__(self, model: str = "", user: str = "") -> None:
        self.model = model
        self.user = user


def freshen(layer: layers.Layer, refresh: Refresh, rebuild: Rebuild) -> None:
    """Bring `layer` up to date, or leave out what changed while a worker rebuilds it."""
    if not layer.is_stale():
        return
    changes = layer.changes()
    if len(changes) <= FEW:
        refresh(layer, changes)
    else:
        layer.bury(changes)
        rebuild()


def corpora(cwd: str, refresh: Refresh, rebuild: Rebuild) -> list[layers.Layer]:
    """The layers that may reach the model: the global one, and the project's where config.yaml says so."""
    world = layers.global_layer()
    freshen(world, refresh, rebuild)
    root = places.project_root(cwd) if cwd else None
    corpus = places.project_corpus(root) if root else None
    if corpus is None or world.config().get("project_patterns") != "always":
        return [world]
    project = layers.project_layer(corpus)
    freshen(project, refresh, rebuild)
    return [world, project]


def answer(data: bytes, refresh: Refresh, rebuild: Rebuild) -> Answer:
    """`data`: the payload as it came on stdin. Whatever is not a typed prompt is met with silence."""
    started = time.perf_counter()
    asked = payload.parse(data)
    if asked is None or not asked.is_typed_prompt() or switches.off_because(asked.cwd):
        return Answer()
    prepared = query.Query(asked.prompt)
    if not prepared.says_something():
        return Answer()
    candidates = match.search(prepared, corpora(asked.cwd, refresh, rebuild))
    rendered = render.render(rank.rank(candidates, clock.now()))
    for candidate in rendered.cut:
        candidate.why_not = "no room left"
    try:
        record.injection(asked, rendered, candidates, started, time.perf_counter())
    except OSError as error:  # a full disk is no reason to withhold a warning
        record.error("log", error)
    return Answer(rendered.model, rendered.user)
