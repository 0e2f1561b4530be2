"""Keep what the hook reads true to the files: few edits at once, many in the background."""

from __future__ import annotations

from experience.hotpath import layers, places, trusted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from experience.hotpath.candidate import Candidate

#: Up to this many changed files are indexed before the prompt is answered; a delta that has
#: grown beyond it is worth a new base.
FEW = 20


class Upkeep:
    """What the door lends to the hot path, which may not import the indexer itself.

    `refresh` indexes a few changed files now (index.update.refresh); `start` runs `exp.py index`
    with the given option in the background, for the project of `cwd`: the hook may run elsewhere.
    """

    def __init__(
        self, refresh: Callable[[layers.Layer, layers.Changes], None], start: Callable[[str, str], None]
    ) -> None:
        self.refresh = refresh
        self.start = start
        self.cwd = ""

    def rebuild(self) -> None:
        self.start("--detached", self.cwd)

    def freshen(self, layer: layers.Layer, now: float) -> None:
        """Bring `layer` up to date, or leave out what changed while a worker compiles everything."""
        if layer.newest is None and len(layer.roster.names()) > FEW:
            self.rebuild()  # nothing to compare with: not worth a look at each of 100,000 files
        elif layer.is_stale():
            self.index(layer, layer.changes())
        if layer.sweep_is_due(now):
            self.start("--sweep", self.cwd)

    def index(self, layer: layers.Layer, changes: layers.Changes) -> None:
        if len(changes) > FEW:
            layer.bury(changes)
            self.rebuild()
            return
        self.refresh(layer, changes)
        if layer.delta is not None and len(layer.delta) > FEW:
            self.rebuild()

    def recheck(self, layer: layers.Layer, candidates: list[Candidate]) -> bool:
        """Of many files only those of candidates are looked at. True if the index had to change."""
        if not layer.has_many_files:
            return False
        mine = [c.record for c in candidates if c.origin == layer.name]
        edits = layer.edits([(record["path"], record["signature"]) for record in mine])
        if edits:
            self.index(layer, edits)
        return bool(edits)


class Reach:
    """What may reach the model here: `layers`, the global one first, and how many of the project's
    files wait for the user's decision ("" for none)."""

    def __init__(self, world: layers.Layer) -> None:
        self.layers = [world]
        self.waiting = ""


def reach(cwd: str, upkeep: Upkeep, now: float) -> Reach:
    """The corpora for a prompt typed in `cwd`, brought up to date."""
    upkeep.cwd = cwd
    world = layers.global_layer()
    upkeep.freshen(world, now)
    found = Reach(world)
    root = places.project_root(cwd) if cwd else None
    corpus = places.project_corpus(root) if root else None
    policy = world.config().get("project_patterns", "ask")
    if root is None or corpus is None or policy == "never":
        return found
    allowed = trusted.allowed(root, policy)
    if allowed is None or allowed:
        project = layers.project_layer(corpus, allowed)
        upkeep.freshen(project, now)
        found.layers.append(project)
    if allowed is not None:
        found.waiting = trusted.waiting(corpus, found.layers[-1].current() if allowed else set())
    return found
