"""Examples of patterns played to the live matcher, over the corpus that each pattern lies in.

Nothing is written: what the index on disk does not know yet is compiled into memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from experience.hotpath import clock, layers, match, payload, query, rank, segment
from experience.hotpath.roster import Roster
from experience.hotpath.scan import Entry
from experience.index import reach, update
from experience.patterns.pattern import Pattern
from experience.vocabulary import MAX_WARNINGS

NOT_LOOKED_AT = "the hook does not look at such a prompt"
#: No fault of the pattern: it would warn if others did not more.
CROWDED = f"more than {MAX_WARNINGS} warnings"
NO_CANDIDATE = "it is no candidate: no trigger, and too few words are shared"


class Slip(NamedTuple):
    """An example that does not do as it says. `kind`: fire (silent, because `why`) or quiet (it warns)."""

    pattern: Pattern
    kind: str
    prompt: str
    why: str


class Loose(Roster):
    """Files that lie in no corpus the hook reads: together they are taken for one."""

    def __init__(self, paths: list[Path]) -> None:
        super().__init__("", "project")
        self._paths = sorted({os.path.realpath(path) for path in paths})

    def entries(self) -> list[Entry]:
        return [Entry(path, path, os.stat(path)) for path in self._paths if os.path.isfile(path)]

    def entry(self, rel: str) -> Entry | None:
        return next((entry for entry in self.entries() if entry.rel == rel), None)


def as_it_is(layer: layers.Layer) -> layers.Layer:
    """`layer` with every edit since the index was written."""
    changes = layer.all_changes()
    if len(changes):
        layer.adopt(segment.Segment(update.delta_bytes(layer, changes)))
    return layer


def loaded(layer: layers.Layer) -> set[str]:
    """Real paths of the files that the hook takes patterns from."""
    rows = layer.manifest().items()
    return {os.path.realpath(os.path.join(layer.root, rel)) for rel, row in rows if row[1] is not None}


def slips(patterns: list[Pattern], cwd: str) -> Iterator[Slip]:
    """Every example of `patterns` that does not do as it says, as a session in `cwd` would meet it."""
    here = [as_it_is(layer) for layer in reach.layers_for(cwd)]
    left = {os.path.realpath(pattern.path): pattern for pattern in patterns}
    for count, layer in enumerate(here, 1):  # a project's patterns stand beside the user's own
        for path in sorted(loaded(layer) & left.keys()):
            yield from slips_of(left.pop(path), here[:count])
    if left:
        pretended = as_it_is(layers.Layer("lint", Loose([Path(path) for path in left])))
        for path in sorted(loaded(pretended) & left.keys()):
            yield from slips_of(left[path], [pretended])


def slips_of(pattern: Pattern, corpora: list[layers.Layer]) -> Iterator[Slip]:
    """Every example of `pattern`, which is in one of `corpora`, that does not do as it says."""
    for prompt in pattern.examples.fire:
        if why := silence(pattern, prompt, corpora):
            yield Slip(pattern, "fire", prompt, why)
    for prompt in pattern.examples.quiet:
        if silence(pattern, prompt, corpora) == "":
            yield Slip(pattern, "quiet", prompt, "")


def silence(pattern: Pattern, prompt: str, corpora: list[layers.Layer]) -> str | None:
    """Why `prompt` does not bring this warning; "" where it does; None where another file has its id."""
    asked = query.Query(prompt)
    if not payload.Payload({"prompt": prompt}).is_typed_prompt() or not asked.says_something():
        return NOT_LOOKED_AT
    candidates = match.search(asked, corpora)
    rank.rank(candidates, clock.now())  # fills in why_not
    mine = next((found for found in candidates if found.record["id"] == pattern.id), None)
    if mine is None:
        return NO_CANDIDATE
    is_it = os.path.realpath(mine.record["path"]) == os.path.realpath(pattern.path)
    why = mine.why_not if mine.why_not != CROWDED else ""
    return why if is_it else None
