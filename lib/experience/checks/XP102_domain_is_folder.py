"""A global pattern lies in the folder of another domain: it would be found under the wrong name."""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import ERROR, Problem

ID = "XP102"
SEVERITY = ERROR


def check(pattern: Pattern) -> Iterator[Problem]:
    folder = pattern.path.parent
    if folder.parent.name == "global" and folder.name != pattern.domain:
        message = f"domain: {pattern.domain} lies in the folder {folder.name}: change one of the two"
        yield Problem(pattern.path, pattern.line_of("domain"), message, ID, SEVERITY)
