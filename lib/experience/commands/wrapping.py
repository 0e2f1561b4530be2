"""Lines that can be read at 80 columns."""

from __future__ import annotations

import textwrap

WIDTH = 79
#: What a model shows stands two columns in, and the client keeps the last ones free.
SHOWN = 76


def wrapped(text: str, start: str = "", indent: str | None = None, width: int = WIDTH) -> list[str]:
    """`text` behind `start`, further lines behind `indent` (default: as wide as `start`). A path, an id or
    a command without blanks is never broken: it is to be copied."""
    hanging = " " * len(start) if indent is None else indent
    return textwrap.wrap(
        text,
        width,
        initial_indent=start,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [start.rstrip()]


def for_answer(text: str, start: str = "", indent: str | None = None) -> list[str]:
    """The same for what a model passes on to its user."""
    return wrapped(text, start, indent, SHOWN)
