"""The name is no headline: a warning begins with it and is cut."""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP302"
SEVERITY = WARNING

MAX_WORDS = 14
MAX_CHARS = 100


def check(pattern: Pattern) -> Iterator[Problem]:
    words = len(pattern.name.split())
    if words > MAX_WORDS or len(pattern.name) > MAX_CHARS:
        size = f"{words} words, {len(pattern.name)} characters"
        message = f"name: {size}: about ten words, at most {MAX_WORDS} and {MAX_CHARS} characters"
        yield Problem(pattern.path, pattern.line_of("name"), message, ID, SEVERITY)
