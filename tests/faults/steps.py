"""Every call by which our code changes a disk, counted, and cut short at the one that is wanted.

A *cut* says what happens at step number `at`: `before` and `after` kill the process there as kill -9
does, `half` writes half the bytes first; `full` is a disk without room (ENOSPC, from that step on),
`short` one whose last blocks take half the bytes. Only for a process of its own.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import pathlib
import signal
from collections.abc import Callable
from typing import Any

KILLS = ("before", "half", "after")
FULL = ("full", "short")
#: Functions of `os` that change a disk. `write` is a step of its own kind: half of it can happen.
CHANGES = (
    "replace", "rename", "link", "symlink", "unlink", "remove", "rmdir", "mkdir", "fsync", "ftruncate",
    "fchmod", "chmod", "utime",
)  # fmt: skip
#: What a full disk still does.
WITHOUT_ROOM = frozenset(("unlink", "remove", "rmdir", "fchmod", "chmod", "utime", "ftruncate"))


class Steps:
    """`names`: the steps that were met. `at`: number of the step to cut, -1 for none; `cut`: how."""

    def __init__(self, at: int = -1, cut: str = "") -> None:
        self.at, self.cut = at, cut
        self.names: list[str] = []

    def meet(self, name: str, act: Callable[[], Any], half: Callable[[], Any] | None = None) -> Any:
        number = len(self.names)
        self.names.append(name)
        if self.cut in FULL:
            return self._without_room(number, name, act, half)
        if number != self.at:
            return act()
        if self.cut == "after":
            act()
        elif self.cut == "half" and half is not None:
            half()
        os.kill(os.getpid(), signal.SIGKILL)
        return None

    def _without_room(
        self, number: int, name: str, act: Callable[[], Any], half: Callable[[], Any] | None
    ) -> Any:
        if number < self.at or name in WITHOUT_ROOM:
            return act()
        if number == self.at and self.cut == "short" and half is not None:
            return half()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def watch(self) -> None:
        """From now on every change of this process is a step."""
        for name in CHANGES:
            _replace(name, self._counted(name, getattr(os, name)))
        self._watch_writes()
        self._watch_opens()
        self._watch_exchange()

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **more: self.meet(name, lambda: real(*args, **more))

    def _watch_writes(self) -> None:
        real = os.write
        self.write: Callable[[int, Any], int] = lambda descriptor, data: self.meet(
            "write", lambda: real(descriptor, data), lambda: real(descriptor, bytes(data)[: len(data) // 2])
        )
        os.write = self.write

    def _watch_opens(self) -> None:
        real_open, real = os.open, io.open

        def os_open(path: Any, flags: int, *args: Any, **more: Any) -> int:
            if not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                return real_open(path, flags, *args, **more)
            opened: int = self.meet("open", lambda: real_open(path, flags, *args, **more))
            return opened

        def named_open(file: Any, mode: str = "r", *args: Any, **more: Any) -> Any:
            if not set(mode) & set("wax+"):
                return real(file, mode, *args, **more)
            assert "b" in mode, "text is written as bytes in this project"
            raw = real(file, mode, buffering=0)
            return _Written(raw, self.write)

        os.open = os_open
        builtins.open = io.open = named_open

    def _watch_exchange(self) -> None:
        from experience.files import write

        names = vars(write)
        real = names["exchange"]
        names["exchange"] = lambda one, other: bool(self.meet("exchange", lambda: real(one, other)))


class _Written:
    """A file that is written without a buffer, so that each write is a step."""

    def __init__(self, raw: Any, write: Callable[[int, Any], int]) -> None:
        self._raw, self._write = raw, write

    def __enter__(self) -> _Written:  # noqa: PYI034  # typing.Self came with Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._raw, name)

    def write(self, data: Any) -> int:
        """As a buffered file does: on and on until all is written."""
        left = memoryview(data)
        while left:
            left = left[self._write(self._raw.fileno(), left) :]
        return len(data)


def _replace(name: str, wrapped: Callable[..., Any]) -> None:
    setattr(os, name, wrapped)
    accessor = getattr(pathlib, "_NormalAccessor", None)  # pathlib of Python 3.10 keeps its own
    if accessor is not None and hasattr(accessor, name):
        setattr(accessor, name, staticmethod(wrapped))
