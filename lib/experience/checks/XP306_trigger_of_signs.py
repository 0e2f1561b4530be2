"""A keyword or veto without a letter or digit: it stands in any text, so the hook leaves it out."""

from __future__ import annotations

from collections.abc import Iterator

from experience.hotpath import text
from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP306"
SEVERITY = WARNING


def check(pattern: Pattern) -> Iterator[Problem]:
    triggers = pattern.triggers
    for key, values in (("keywords", triggers.keywords), ("none", triggers.none)):
        for value in values:
            if value.strip() and not any(map(text.is_word_char, text.fold(value))):
                message = f"{key}: {value!r} has no letter or digit and is left out: add the word beside it"
                line = pattern.line_of(f"triggers.{key}", "triggers")
                yield Problem(pattern.path, line, message, ID, SEVERITY)
