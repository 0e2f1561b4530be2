"""A place in a text that is to be taken out."""

from __future__ import annotations

from typing import NamedTuple

HOME = "home"
#: How every marker but that of a home folder begins.
MARK = "<redacted:"


class Span(NamedTuple):
    """Characters `start` to `end` of the text, and what they are."""

    start: int
    end: int
    kind: str


def marker(kind: str) -> str:
    return f"{MARK}{kind}>"
