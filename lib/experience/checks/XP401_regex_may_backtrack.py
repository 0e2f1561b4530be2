"""A regex that can take very long on an unlucky prompt: it is then stopped and finds nothing."""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem
from experience.patterns.regexes import risky

ID = "XP401"
SEVERITY = WARNING


def check(pattern: Pattern) -> Iterator[Problem]:
    for regex in pattern.triggers.regex:
        if risky(regex):
            message = f"regex {regex!r} can take very long: no repeat inside a repeat, `.{{0,80}}` for `.*`"
            yield Problem(pattern.path, pattern.line_of("triggers.regex"), message, ID, SEVERITY)
