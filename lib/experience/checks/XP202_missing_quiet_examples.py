"""No prompt that must not bring the warning: nothing shows where the pattern ends."""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP202"
SEVERITY = WARNING


def check(pattern: Pattern) -> Iterator[Problem]:
    if not pattern.examples.quiet:
        message = "examples.quiet: none: write two prompts on a neighbouring subject that must stay quiet"
        yield Problem(pattern.path, pattern.line_of("examples"), message, ID, SEVERITY)
