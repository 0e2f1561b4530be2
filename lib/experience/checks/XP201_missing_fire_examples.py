"""No prompt that must bring the warning: nothing proves the triggers, and the match has less to go by."""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP201"
SEVERITY = WARNING


def check(pattern: Pattern) -> Iterator[Problem]:
    if not pattern.examples.fire:
        message = "examples.fire: none: write three prompts as people type them before they know the cause"
        yield Problem(pattern.path, pattern.line_of("examples"), message, ID, SEVERITY)
