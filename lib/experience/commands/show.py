"""`exp.py show ID`: one pattern, every field and its text."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from experience.commands.reply import Reply
from experience.errors import ExperienceError
from experience.index import config
from experience.patterns.corpora import corpora
from experience.patterns.corpus import find
from experience.patterns.hidden import visible
from experience.patterns.pattern import Pattern
from experience.patterns.similarity import did_you_mean

#: Fields that are shown below the others, or are not for people.
LAST = ("path", "fix", "body", "title", "sections", "lines", "extra", "preflight")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the id, or the beginning of one")


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"pattern": every field, "origin"}. Raises ExperienceError for no or several ids."""
    origins: dict[Path, str] = {}
    patterns: list[Pattern] = []
    for place in corpora(str(Path.cwd()), config.load().project_patterns):
        for pattern in place.load(keep_archived=True).patterns:
            origins[pattern.path] = place.origin
            patterns.append(pattern)
    pattern = _chosen(args.id, patterns)
    origin = origins[pattern.path]
    data = {"pattern": _document(pattern), "origin": origin}
    return Reply("shown", data, [visible(line) for line in _lines(pattern, origin)])


def _chosen(wanted: str, patterns: list[Pattern]) -> Pattern:
    found = find(patterns, wanted)
    ids = sorted({pattern.id for pattern in found})
    if not ids:
        near = did_you_mean(wanted, {pattern.id for pattern in patterns})
        raise ExperienceError(f"no pattern {wanted!r}{near or '; exp.py list shows them all'}")
    if len(ids) > 1:
        shown = ", ".join(ids[:5]) + (", ..." if len(ids) > 5 else "")
        raise ExperienceError(f"{wanted!r} begins {len(ids)} ids: {shown}; write more of it")
    return found[0]


def _document(pattern: Pattern) -> dict[str, Any]:
    document = {**asdict(pattern), "path": str(pattern.path)}
    del document["lines"]
    return document


def _lines(pattern: Pattern, origin: str) -> Iterator[str]:
    yield f"path: {pattern.path}"
    yield f"origin: {origin}"
    document = _document(pattern)
    fields = {key: value for key, value in document.items() if key not in LAST}
    fields.update(document["extra"])
    if pattern.preflight:
        fields["preflight"] = pattern.preflight
    for key, value in fields.items():
        yield from _field(key, value)
    yield "fix:"
    yield from (f"  {line}" for line in pattern.fix.split("\n"))
    if pattern.body.strip():
        yield ""
        yield from pattern.body.strip("\n").split("\n")


def _field(key: str, value: Any) -> Iterator[str]:
    """`key: value`, a list or table indented below its key; nothing for what is empty."""
    if isinstance(value, dict):
        inner = [line for name, child in value.items() for line in _field(name, child)]
        if inner:
            yield f"{key}:"
            yield from (f"  {line}" for line in inner)
    elif isinstance(value, (list, tuple)):
        if value:
            yield f"{key}:"
            yield from (f"  - {item}" for item in value)
    elif value not in (None, ""):
        yield f"{key}: {value}"
