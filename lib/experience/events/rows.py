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


def rows(name: str, holding: str = "", *, since: str = "") -> Iterator[dict[str, Any]]:
    """JSON objects, oldest first; lines that are none are passed over. `holding`: only lines with this
    text in them, found before anything is parsed. `since`: a day or stamp; older lines are left out, and
    archives that were put aside before it are not opened."""
    wanted = json.dumps(holding).encode("ascii") if holding else b""
    for path in files_of(name):
        if not (since and path.parent.name == "archive" and _put_aside(path, name) < since[:10]):
            yield from _rows_in(path, wanted, since.encode("ascii", "replace"))


def _put_aside(path: Path, name: str) -> str:
    """The day in the name of an archive: `injections-2026-11-30T101500Z-1a2b3c4d.jsonl`."""
    return path.name.removeprefix(f"{name.removesuffix('.jsonl')}-")[:10]


#: How our lines begin: the time stands first.
_TS = b'{"ts":"'


def _rows_in(path: Path, wanted: bytes, since: bytes = b"") -> Iterator[dict[str, Any]]:
    try:
        with path.open("rb") as file:
            while line := file.readline(MAX_LINE):
                if since and line.startswith(_TS) and line[len(_TS) : len(_TS) + len(since)] < since:
                    continue
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
