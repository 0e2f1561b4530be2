"""The end of a transcript, whatever its size: one seek, one bounded read, whole lines only."""

from __future__ import annotations

import os
import stat

from experience.hotpath import jsonlite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TAIL_BYTES = 256 * 1024


class Tail:
    """`rows`: the rows of people, model and tools, oldest first. `is_cut`: there are older lines."""

    def __init__(self, rows: list[dict[str, Any]], *, is_cut: bool) -> None:
        self.rows = rows
        self.is_cut = is_cut


def read(path: str) -> Tail | None:
    """None where there is no transcript: the first prompt of a session, or no regular file."""
    data, start = _last_bytes(path)
    if data is None:
        return None
    lines = data.split(b"\n")
    parsed = [_row(line) for line in (lines[1:] if start else lines) if _may_matter(line)]
    return Tail([row for row in parsed if row is not None], is_cut=start > 0)


def _last_bytes(path: str) -> tuple[bytes | None, int]:
    """(the last TAIL_BYTES, where they begin). A FIFO is not opened for long: nobody waits for a writer."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        descriptor = os.open(path, flags)
    except (OSError, ValueError):
        return None, 0
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or not found.st_size:
            return None, 0
        start = max(0, found.st_size - TAIL_BYTES)
        return os.pread(descriptor, TAIL_BYTES, start), start
    except OSError:
        return None, 0
    finally:
        os.close(descriptor)


def _may_matter(line: bytes) -> bool:
    """Most bytes are attachments and copies of requests; they are not worth parsing."""
    return b'"user"' in line or b'"assistant"' in line


def _row(line: bytes) -> dict[str, Any] | None:
    """A row of the main chain, or None: torn, of another kind, or of a subagent."""
    try:
        row = jsonlite.loads(line.decode("utf-8", "replace"))
    except ValueError:
        return None
    if not isinstance(row, dict) or row.get("type") not in ("user", "assistant") or row.get("isSidechain"):
        return None
    return row
