"""Append-only logs that rotate: a line by one write under the log's lock, an archive by link and unlink.

Renaming a log lost the lines of writers that still had it open. Here every writer opens it under
the lock, a name is never taken twice, and a rotation that was killed is finished by the next writer.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.lock import locked
from experience.files.tree import explained
from experience.files.write import NO_LINKS, make_private_dir

_CLOEXEC = getattr(os, "O_CLOEXEC", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)


@contextlib.contextmanager
def held(path: Path, archive: Path, *, wait: float = 10.0) -> Iterator[None]:
    """The lock of the log `path`, its folder made, and no rotation left half done."""
    with explained(path.parent):
        make_private_dir(path.parent)
    with locked(path, wait=wait) as alone:
        if not alone:
            raise ExperienceError(f"{path}: another process holds its lock; try again")
        with explained(path):
            _settle(path, archive)
        yield


def append(path: Path, line: bytes) -> None:
    """`line` and its end, by one write; only inside `held`. What was torn before it stays a line of its own
    (case L02). Raises ExperienceError; then nothing was added."""
    with explained(path):
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _NOFOLLOW | _CLOEXEC, 0o600)
        try:
            _checked(path, os.fstat(descriptor))
            _write(path, descriptor, line + b"\n")
        finally:
            os.close(descriptor)


def _checked(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise ExperienceError(f"{path}: not a regular file; move it away")
    if status.st_nlink > 1:
        raise ExperienceError(
            f"{path}: has a second name (a hard link), which would change with it; replace it by a copy"
        )


def _write(path: Path, descriptor: int, data: bytes) -> None:
    end = os.fstat(descriptor).st_size
    if end and os.pread(descriptor, 1, end - 1) != b"\n":
        data = b"\n" + data
    if os.write(descriptor, data) != len(data):
        os.ftruncate(descriptor, end)  # our own half line, under the lock
        raise ExperienceError(f"{path}: no room left on the disk; the line was not added")
    os.fsync(descriptor)


def settle(path: Path, archive: Path) -> None:
    """Finish what was killed halfway, if anything was; else nothing is locked or written."""
    with explained(path):
        if path.exists() and os.lstat(path).st_nlink > 1:
            with held(path, archive):
                pass


def _settle(path: Path, archive: Path) -> None:
    """Finish a rotation that was killed between link and unlink: the archive must not grow."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return
    if status.st_nlink > 1 and archive.is_dir():
        with os.scandir(archive) as found:
            if any(os.path.samestat(entry.stat(follow_symlinks=False), status) for entry in found):
                os.unlink(path)


def rotate(path: Path, archive: Path, stem: str) -> Path:
    """Put the log aside as `<archive>/<stem>.jsonl`, or `<stem>-2.jsonl`, and begin an empty one; only
    inside `held`. Returns the archive, whose name nobody had before."""
    if archive.is_symlink():
        raise ExperienceError(f"{archive}: is a link; archives stay in the skill's own folder")
    with explained(path):
        make_private_dir(archive)
        mode = stat.S_IMODE(os.lstat(path).st_mode)
        aside = next(name for name in _names(archive, stem) if _moved(path, name))
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CLOEXEC, mode))
        for folder in (archive, path.parent):
            _sync(folder)
    return aside


def _names(archive: Path, stem: str) -> Iterator[Path]:
    for number in itertools.count(1):
        yield archive / (f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")


def _moved(path: Path, aside: Path) -> bool:
    """False where the name is taken. A file system without hard links gets the plain rename."""
    try:
        os.link(path, aside, follow_symlinks=False)
    except FileExistsError:
        return False
    except (OSError, NotImplementedError) as error:
        if getattr(error, "errno", None) not in NO_LINKS:
            raise
        if os.path.lexists(aside):
            return False
        os.rename(path, aside)
        return True
    _sync(aside.parent)  # the second name is on the disk before the first one goes
    os.unlink(path)
    return True


def _sync(folder: Path) -> None:
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def lines(path: Path, limit: int) -> Iterator[bytes | None]:
    """The lines of a log, streamed; None for one of more than `limit` bytes, which is never held whole.

    A file that is absent, a pipe or a folder has none; the last line may lack its end.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _NOFOLLOW | _CLOEXEC)
    except OSError:
        return
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return
    with open(descriptor, "rb", buffering=1 << 18) as file:
        while line := file.readline(limit + 1):
            if len(line) <= limit or line.endswith(b"\n"):
                yield line
                continue
            while line and not line.endswith(b"\n"):
                line = file.readline(limit + 1)
            yield None
