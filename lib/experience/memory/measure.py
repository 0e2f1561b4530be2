"""How much of a memory the client loads: 200 lines and 25,000 bytes. What is behind that is lost (M11)."""

from __future__ import annotations

from typing import NamedTuple

from experience.memory.limits import LOADED_BYTES, LOADED_LINES


class Measure(NamedTuple):
    """Of the written bytes. `first_lost`: the first line that is not loaded whole, from 1; 0 when all is."""

    lines: int
    bytes: int
    first_lost: int

    @property
    def fits(self) -> bool:
        return not self.first_lost

    def __str__(self) -> str:
        told = f"{self.lines} of {LOADED_LINES} lines, {self.bytes:,} of {LOADED_BYTES:,} bytes"
        return f"{told}; from line {self.first_lost} on nothing is loaded" if self.first_lost else told


def measure(data: bytes) -> Measure:
    """Blanks at both ends do not count, as the client trims them."""
    stripped = data.strip()
    rows = stripped.split(b"\n") if stripped else []
    used = 0
    lost = 0
    for number, row in enumerate(rows, 1):
        used += len(row) + 1
        if not lost and (number > LOADED_LINES or used - 1 > LOADED_BYTES):
            lost = number
    skipped = data[: len(data) - len(data.lstrip())].count(b"\n")
    return Measure(len(rows), len(stripped), lost + skipped if lost else 0)
