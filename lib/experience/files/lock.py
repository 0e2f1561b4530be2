"""One advisory lock per file that is written: kept by the kernel, so none goes stale."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: writes are still atomic, only not serialised
    fcntl = None  # type: ignore[assignment]


def _take(descriptor: int, deadline: float) -> bool:
    """True when the lock is held; False when somebody else keeps it past `deadline`."""
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.01)


def _opened(path: Path) -> int:
    """Made where it lacks, but never through a link: a repository's could make any file of the user's."""
    made = 0 if path.is_symlink() else os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    return os.open(path, os.O_RDWR | made | getattr(os, "O_CLOEXEC", 0), 0o600)


@contextlib.contextmanager
def locked(target: Path, *, wait: float = 5.0) -> Iterator[bool]:
    """Hold the lock of `target` (a file `.<name>.lock` beside it, which is left there).

    Yields False only when somebody else has held it for all of `wait` seconds. Where nothing
    can be locked (ENOLCK on NFS, a folder that is read-only) it yields True at once: every write
    is atomic by itself, the lock only keeps two writers from losing each other's change (case R35).
    """
    try:
        descriptor = _opened(target.parent / f".{target.name}.lock")
    except OSError:
        yield True
        return
    try:
        held = True
        with contextlib.suppress(OSError):
            held = fcntl is None or _take(descriptor, time.monotonic() + wait)
        yield held
    finally:
        os.close(descriptor)
