"""Every row of a log, those that were put aside included, whatever a crash left in it (cases L02, L12)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from experience.hotpath import places

#: Bytes of one line; ours are some hundred (case L03).
MAX_LINE = 1 << 20


def files_of(name: str) -> list[Path]:
    """The files of the log `name` (vocabulary.LOG_*), oldest first: archives bear their time."""
    folder = Path(places.logs_dir())
    kept = sorted((folder / "archive").glob(f"{name.removesuffix('.jsonl')}-*.jsonl"))
    return [path for path in [*kept, folder / name] if path.is_file()]


def rows(name: str, holding: str = "") -> Iterator[dict[str, Any]]:
    """JSON objects, oldest first; lines that are none are passed over. `holding`: only lines with this
    text in them, found before anything is parsed."""
    wanted = json.dumps(holding).encode("ascii") if holding else b""
    for path in files_of(name):
        yield from _rows_in(path, wanted)


def _rows_in(path: Path, wanted: bytes) -> Iterator[dict[str, Any]]:
    try:
        with path.open("rb") as file:
            while line := file.readline(MAX_LINE):
                row = _row(line) if wanted in line else None
                if row is not None:
                    yield row
    except OSError:  # put aside in this moment, or not ours to read
        return


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def text(row: dict[str, Any], key: str) -> str:
    """The text under `key`; "" where it is none."""
    value = row.get(key)
    return value if isinstance(value, str) else ""
