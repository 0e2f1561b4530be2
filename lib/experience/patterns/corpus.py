"""All patterns of a folder, and what keeps some of them from being loaded."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from experience.hotpath import scan
from experience.patterns.parse import Parsed, parse_file
from experience.patterns.pattern import Pattern
from experience.patterns.problem import ERROR, Problem


class Loaded(NamedTuple):
    """Patterns by path, each id once; every problem met; how many files were looked at and failed."""

    patterns: tuple[Pattern, ...]
    problems: tuple[Problem, ...]
    files: int = 0
    #: Files with an error that kept them from being loaded.
    failed: int = 0


def load(root: str | Path, layout: scan.Layout, *, keep_archived: bool = False) -> Loaded:
    """Read the corpus below `root`; an absent folder holds nothing."""
    paths = [Path(entry.path) for entry in scan.files(str(root), layout)]
    return gather(parse_file(path, keep_archived=keep_archived) for path in paths)


def gather(parsed: Iterable[Parsed]) -> Loaded:
    """Put files together: of patterns with one id the first by path is kept, the others are errors."""
    first: dict[str, Pattern] = {}
    problems: list[Problem] = []
    files = failed = 0
    for pattern, found in parsed:
        files += 1
        problems += found
        if pattern is None:
            failed += any(problem.severity == ERROR for problem in found)
        elif pattern.id in first:
            failed += 1
            problems.append(duplicate(pattern, first[pattern.id]))
        else:
            first[pattern.id] = pattern
    return Loaded(tuple(first.values()), tuple(problems), files, failed)


def duplicate(pattern: Pattern, first: Pattern) -> Problem:
    message = f"id: {pattern.id} is already the id of {first.path}, which counts: give this one its own"
    return Problem(pattern.path, pattern.line_of("id"), message, "duplicate")


def find(patterns: Iterable[Pattern], wanted: str) -> list[Pattern]:
    """The pattern with the id `wanted`, else all whose id begins with it."""
    known = list(patterns)
    exact = [pattern for pattern in known if pattern.id == wanted]
    return exact or [pattern for pattern in known if wanted and pattern.id.startswith(wanted)]
