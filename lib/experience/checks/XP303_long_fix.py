"""The fix is an article: about 300 characters of it are shown, the rest belongs into the body.

A missing fix is already an error of the format.
"""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP303"
SEVERITY = WARNING

MAX_CHARS = 2000


def check(pattern: Pattern) -> Iterator[Problem]:
    if len(pattern.fix) > MAX_CHARS:
        size = f"{len(pattern.fix):,} characters"
        message = f"fix: {size}: keep it below {MAX_CHARS:,}, put the rest under 'What to do instead'"
        yield Problem(pattern.path, pattern.line_of("fix"), message, ID, SEVERITY)
