"""Colour for a person's terminal; elsewhere the same lines without."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

#: What is coloured, by regex.
_STYLES = {
    r"^[a-z]\S* *(?= )": "bold",
    r"\berror\b": "bold red",
    r"\bwarning: ": "yellow",
    r"\boff: .*$": "bold yellow",
    r"\bmuted|\bprobation": "yellow",
    r"#+": "cyan",
    r"-> .*$": "dim",
}


def wanted() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and "--json" not in sys.argv


def painted(lines: Sequence[str]) -> list[str]:
    """Text of a pattern or path is never read as markup."""
    if not wanted():
        return list(lines)
    from rich.console import Console
    from rich.text import Text

    console = Console(force_terminal=True, width=1000)
    return [_ansi(console, Text(line), _STYLES) for line in lines]


def _ansi(console: object, text: object, styles: dict[str, str]) -> str:
    for pattern, style in styles.items():
        text.highlight_regex(pattern, style)  # type: ignore[attr-defined]
    with console.capture() as got:  # type: ignore[attr-defined]
        console.print(text, soft_wrap=True, end="")  # type: ignore[attr-defined]
    return str(got.get())
