"""A folder of patterns, prompts and judgements, run through the live matcher.

    DIR/corpus/*.md  DIR/mechanical/*.md  DIR/prompts.jsonl {id, text, source: {repo, kind}, set, weight?}
    DIR/qrels.tsv    prompt_id <tab> pattern_id <tab> relevance 0..2 (2: wanted now)

Sets: pos, gray (not scored), neg-*.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from experience.hotpath import match, query, scan, segment
from experience.hotpath.candidate import Candidate
from experience.index.compiler import Compiled, compile_pattern
from experience.index.writer import segment_bytes
from experience.patterns.parse import parse_file
from experience.patterns.pattern import Pattern


@dataclass(frozen=True)
class Prompt:
    id: str
    asked: query.Query
    set: str
    repo: str
    kind: str
    weight: float


class MemoryLayer:
    """A corpus compiled in memory, as `match.search` reads it."""

    name = "global"

    def __init__(self, compiled: list[Compiled]) -> None:
        self.part = segment.Segment(segment_bytes(compiled, {}, {}))

    def segments(self) -> list[tuple[segment.Segment, set[int]]]:
        return [(self.part, set())]

    def config(self) -> dict[str, Any]:
        """No settings: the gate stands where it ships."""
        return {}


@cache
def patterns(folder: Path) -> tuple[tuple[Pattern, scan.Entry], ...]:
    """Every pattern of `folder` that loads, read once."""
    found = []
    for path in sorted(folder.rglob("*.md")):
        pattern = parse_file(path).pattern
        if pattern is not None:
            found.append((pattern, scan.Entry(str(path), path.name, path.stat())))
    return tuple(found)


def compiled(folder: Path, edit: Callable[[Pattern], Pattern] | None = None) -> list[Compiled]:
    """The same, edited. Raises ValueError for none: nothing would be measured."""
    found = patterns(folder)
    if not found:
        raise ValueError(f"{folder}: no patterns")
    return [compile_pattern(edit(pattern) if edit else pattern, entry) for pattern, entry in found]


def prompts(data: Path) -> list[Prompt]:
    rows: list[dict[str, Any]] = [
        json.loads(line) for line in (data / "prompts.jsonl").read_text("utf-8").splitlines() if line.strip()
    ]
    return [
        Prompt(
            row["id"],
            query.Query(row["text"]),
            row["set"],
            row.get("source", {}).get("repo", ""),
            row.get("source", {}).get("kind", ""),
            float(row.get("weight", 0) or 0),
        )
        for row in rows
    ]


def judgements(data: Path) -> dict[str, dict[str, int]]:
    """Prompt -> pattern -> relevance."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (data / "qrels.tsv").read_text("utf-8").splitlines()[1:]:
        prompt, pattern, relevance = line.split("\t")
        found[prompt][pattern] = int(relevance)
    return found


def candidates(asked: query.Query, layer: MemoryLayer) -> list[Candidate]:
    return match.search(asked, [layer])  # type: ignore[list-item]
