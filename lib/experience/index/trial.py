"""A pattern that is in no corpus yet, tried on the live matcher beside those that are. Nothing is written."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Sequence

from experience.hotpath import layers, segment
from experience.hotpath.roster import Roster
from experience.hotpath.scan import Entry
from experience.index import build, reach, rehearsal
from experience.index.compiler import compile_pattern
from experience.patterns.pattern import Pattern


def corpora(pattern: Pattern, cwd: str) -> list[layers.Layer]:
    """What a prompt in `cwd` would meet if `pattern` were taken. It stands first: first wins an id."""
    return corpora_with([pattern], cwd)


def corpora_with(patterns: Sequence[Pattern], cwd: str) -> list[layers.Layer]:
    """The same for several."""
    here = [rehearsal.as_it_is(layer) for layer in reach.layers_for(cwd)]
    return [_alone(patterns), *here]


def _alone(patterns: Sequence[Pattern]) -> layers.Layer:
    """A layer of these patterns, compiled into memory; their files need not exist."""
    layer = layers.Layer("trial", Roster("", "project"))
    contents = build.Contents(layer.roster)
    # The times of any file will do: they tell an edit, and there is none to be told.
    for pattern in patterns:
        entry = Entry(str(pattern.path), pattern.path.name, os.stat(__file__))
        contents.patterns.add(compile_pattern(pattern, entry))
    header = {"build": "", "base": layer.build, "gone": [], "dead": []}
    layer.adopt(segment.Segment(contents.segment(build.header_of(layer, len(patterns), {}) | header)))
    return layer


def slips(pattern: Pattern, cwd: str) -> Iterator[rehearsal.Slip]:
    """Every example of `pattern` that would not do as it says."""
    return rehearsal.slips_of(pattern, corpora(pattern, cwd))


def held(pattern: Pattern, cwd: str) -> list[str]:
    """The `fire` examples that bring the warning although each is left out of the pattern for its own
    trial: an example that is in the index always meets itself, which says nothing about other prompts."""
    here = corpora_with([], cwd)[1:]
    return [
        prompt
        for prompt in pattern.examples.fire
        if rehearsal.silence(pattern, prompt, [_alone([_without(pattern, prompt)]), *here]) == ""
    ]


def _without(pattern: Pattern, prompt: str) -> Pattern:
    fire = tuple(one for one in pattern.examples.fire if one != prompt)
    return dataclasses.replace(pattern, examples=dataclasses.replace(pattern.examples, fire=fire))
