"""A character that a reader does not see and a model does: a way to smuggle text past a review."""

from __future__ import annotations

from collections.abc import Iterator

from experience.patterns.hidden import hidden
from experience.patterns.pattern import Pattern
from experience.patterns.problem import ERROR, Problem

ID = "XP403"
SEVERITY = ERROR


def check(pattern: Pattern) -> Iterator[Problem]:
    for key, texts in _texts(pattern):
        found = next(filter(None, map(hidden, texts)), None)
        if found:
            line = pattern.line_of(key)
            if key == "body":
                line += pattern.body.count("\n", 0, found.start())
            message = f"{key}: the hidden character U+{ord(found[0]):04X}: remove it"
            yield Problem(pattern.path, line, message, ID, SEVERITY)


def _texts(pattern: Pattern) -> Iterator[tuple[str, tuple[str, ...]]]:
    triggers, examples, provenance = pattern.triggers, pattern.examples, pattern.provenance
    yield "name", (pattern.name,)
    yield "triggers", (*triggers.keywords, *triggers.regex, *triggers.none)
    yield "fix", (pattern.fix,)
    yield "provenance", tuple(filter(None, (provenance.url, provenance.session_id, provenance.commit)))
    yield "examples", (*examples.fire, *examples.quiet)
    yield "falsepositives", pattern.falsepositives
    yield "body", (pattern.body,)
