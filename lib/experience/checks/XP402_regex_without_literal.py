"""A regex with no fixed text: it cannot be ruled out cheaply, so it runs on every prompt."""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem
from experience.patterns.regexes import required_literals

ID = "XP402"
SEVERITY = WARNING

#: Characters in a row that are rare enough to look for.
FEW = 3


def check(pattern: Pattern) -> Iterator[Problem]:
    for regex in pattern.triggers.regex:
        if min(map(len, required_literals(regex)), default=0) < FEW:
            message = f"regex {regex!r} has no three fixed characters in a row: add some, or use keywords"
            yield Problem(pattern.path, pattern.line_of("triggers.regex"), message, ID, SEVERITY)
