"""Read a small regular file, and nothing else: no pipe, no device, no folder, nothing huge."""

from __future__ import annotations

import os
import stat

from experience.errors import ExperienceError


class Unreadable(ExperienceError):
    """Why a file was not read; the message does not repeat its path."""


def read_regular(path: str | os.PathLike[str], limit: int) -> bytes:
    """The bytes of `path`, at most `limit`. Raises Unreadable; never waits for a writer (case F20)."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"cannot be opened ({reason})") from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable("not a regular file: a pattern is a plain file")
        if status.st_size > limit:
            raise Unreadable(f"{status.st_size:,} bytes are too many: keep it below {limit:,}")
        data = os.read(descriptor, status.st_size + 1)
        if len(data) > status.st_size:  # it grows, or it is a file whose size is not told
            data += os.read(descriptor, limit + 1 - len(data))
    except OSError as error:
        raise Unreadable(f"cannot be read ({error.strerror})") from error
    finally:
        os.close(descriptor)
    if len(data) > limit:
        raise Unreadable(f"it grows while it is read: keep it below {limit:,} bytes")
    return data
