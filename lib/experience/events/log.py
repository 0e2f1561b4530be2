"""The last lines of an append-only log, whatever its size and whatever a crash left in it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from experience.hotpath import places

#: Bytes read from the end: some thousand injections.
TAIL_BYTES = 1 << 20


class Tail(NamedTuple):
    """`rows` oldest first; `bad`: lines that are no JSON object (cases L12, L13); `whole`: no older ones."""

    rows: list[dict[str, Any]]
    bad: int
    whole: bool


def tail(name: str) -> Tail:
    """The end of the log `name` (vocabulary.LOG_*); an absent one is empty."""
    path = Path(places.logs_dir()) / name
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            start = max(0, size - TAIL_BYTES)
            file.seek(start)
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return Tail([], 0, whole=True)
    rows = [_row(line) for line in (lines[1:] if start else lines) if line.strip()]
    return Tail([row for row in rows if row is not None], rows.count(None), whole=start == 0)


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
