"""Hooks that meet the same edit at once take turns: one indexes it, the others use what it wrote.

Each for itself would spend 150 ms of processor; twenty on two processors all met the deadline.
"""

from __future__ import annotations

import os
import time

#: Seconds that a hook waits for its turn; then it answers without the edit.
PATIENCE = 0.9
_LOOK = 0.01


class Turn:
    """`with Turn(folder) as mine`: True for one process at a time, and where nothing can be locked (no
    such folder, Windows, NFS); False when another has kept `folder` for PATIENCE. Writes nothing."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._descriptor = -1

    def __enter__(self) -> bool:
        try:
            import fcntl

            self._descriptor = os.open(self._folder, os.O_RDONLY)
        except (ImportError, OSError):
            return True
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            except BlockingIOError:
                if time.monotonic() > deadline:
                    return False
                time.sleep(_LOOK)
            except OSError:  # a file system without locks
                return True

    def __exit__(self, *_: object) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
