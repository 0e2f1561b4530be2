"""How often a session was nudged, as the log tells: the end of it, whatever its size."""

from __future__ import annotations

import os

from experience.hotpath import clock, jsonlite, places
from experience.vocabulary import LOG_NUDGES

COOLDOWN_SECONDS = 20 * 60
MOST_PER_SESSION = 3
TAIL_BYTES = 64 * 1024


def is_over(session_id: str, now: float) -> bool:
    """Whether this session may be nudged.

    A time in the future (a clock that was wrong, case L09) holds at most for one more cooldown; a
    session without an id has no count of its own.
    """
    times = _times(session_id)
    if session_id and len(times) >= MOST_PER_SESSION:
        return False
    return not any(abs(now - time) < COOLDOWN_SECONDS for time in times)


def _times(session_id: str) -> list[float]:
    """When the session was nudged; a line without a readable time counts as long ago."""
    wanted = jsonlite.quoted(session_id).encode()
    rows = [_row(line) for line in _last_lines() if wanted in line]
    return [_seconds(row.get("ts")) for row in rows if row.get("session_id") == session_id]


def _seconds(stamp: object) -> float:
    """Seconds since the epoch of `YYYY-MM-DDTHH:MM:SSZ`; 0 for anything else (case L12)."""
    if not isinstance(stamp, str) or not stamp.isascii():
        return 0.0
    day, parts = clock.day_number(stamp), stamp[11:19].split(":")
    if day is None or len(parts) != 3 or not all(map(str.isdigit, parts)):
        return 0.0
    hours, minutes, seconds = map(int, parts)
    return day * clock.DAY + hours * 3600.0 + minutes * 60 + seconds


def _row(line: bytes) -> dict[str, object]:
    try:
        row = jsonlite.loads(line.decode("utf-8", "replace"))
    except ValueError:
        return {}
    return row if isinstance(row, dict) else {}


def _last_lines() -> list[bytes]:
    try:
        descriptor = os.open(os.path.join(places.logs_dir(), LOG_NUDGES), os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return []
    try:
        start = max(0, os.fstat(descriptor).st_size - TAIL_BYTES)
        return os.pread(descriptor, TAIL_BYTES, start).split(b"\n")
    except OSError:
        return []
    finally:
        os.close(descriptor)
