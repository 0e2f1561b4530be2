"""A text that looks like a tag of the client or of a model: it would be shown with its brackets changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP404"
SEVERITY = WARNING

_TAG = re.compile(
    r"</?\s*(?:system-reminder|system|assistant|instructions?|tool_(?:use|result)|function_(?:calls|results)"
    r"|task-notification|command-(?:name|message|args)|experience-layer)\b[^>]{0,80}>|<\|[a-z_]{2,30}\|>"
)


def check(pattern: Pattern) -> Iterator[Problem]:
    for key, text in (("name", pattern.name), ("fix", pattern.fix)):
        found = _TAG.search(text)
        if found:
            message = f"{key}: {found[0]!r} looks like a tag of the client: describe it in words"
            yield Problem(pattern.path, pattern.line_of(key), message, ID, SEVERITY)
