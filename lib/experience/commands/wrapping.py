"""Lines that can be read at 80 columns."""

from __future__ import annotations

import textwrap

WIDTH = 79


def wrapped(text: str, start: str = "", indent: str | None = None) -> list[str]:
    """`text` behind `start`, further lines behind `indent` (default: as wide as `start`). A path, an id or
    a command without blanks is never broken: it is to be copied."""
    hanging = " " * len(start) if indent is None else indent
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=start,
        subsequent_indent=hanging,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [start.rstrip()]
