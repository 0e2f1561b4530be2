"""Hooks that meet the same edit at once take turns: one indexes it, the others use what it wrote.

Each for itself would spend 150 ms of processor; twenty on two processors all met the deadline, and
left no line in the log. So waiting and indexing together may only take what the prompt has time for.
"""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Seconds after its start until which a hook waits for its turn, begins to index, and may index. What is
#: left of its 2 is for the answer and the log, of which a machine that is busy makes half a second.
PATIENCE, BEGUN, INDEXED = 0.9, 1.1, 1.4
_LOOK = 0.01


def born(loaded: float) -> float:
    """When this process started, as a monotonic time, where the system tells (Linux); else `loaded`, when
    our own code began. On a busy machine the interpreter needs a second until then."""
    try:
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, IndexError, ValueError):
        return loaded
    return min(loaded, time.monotonic() - age) if age < _PLAUSIBLE else loaded


#: A hook that is older than this cannot be: the numbers of a container that are another machine's.
_PLAUSIBLE = 5.0


class TooLate(Exception):
    """What was begun within `Until` took too long; it was given up in the middle."""


class Turn:
    """`with Turn(folder, until) as mine`: True for one process at a time, and where nothing can be locked
    (no such folder, Windows, NFS); False when another keeps `folder` to the time `until`. Writes nothing."""

    def __init__(self, folder: str, until: float) -> None:
        self._folder = folder
        self._until = until
        self._descriptor = -1

    def __enter__(self) -> bool:
        try:
            import fcntl

            self._descriptor = os.open(self._folder, os.O_RDONLY)
        except (ImportError, OSError):
            return True
        while True:
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            except BlockingIOError:
                if time.monotonic() > self._until:
                    return False
                time.sleep(_LOOK)
            except OSError:  # a file system without locks
                return True

    def __exit__(self, *_: object) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)


class Until:
    """`with Until(when)`: what is inside ends by TooLate at the monotonic time `when`. Where there is no
    such timer (Windows, another thread) it takes as long as it takes."""

    def __init__(self, when: float) -> None:
        self._when = when
        self._armed = self._rang = False
        self._signal: Any = None

    def __enter__(self) -> None:
        left = self._when - time.monotonic()
        if left <= 0:
            raise TooLate
        try:
            import _signal  # type: ignore[import-not-found]  # signal itself imports enum

            _signal.signal(_signal.SIGALRM, self._ring)
        except (ImportError, AttributeError, ValueError):
            return
        self._signal, self._armed = _signal, True
        _signal.setitimer(_signal.ITIMER_REAL, left)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self._armed = False  # first, so that an alarm from here on does nothing
        if self._signal is not None:
            self._signal.setitimer(self._signal.ITIMER_REAL, 0)
        if self._rang and error is not None and not isinstance(error, TooLate):
            raise TooLate from error  # what was interrupted put it into other words

    def _ring(self, *_: object) -> None:
        if self._armed:
            self._rang = True
            raise TooLate
