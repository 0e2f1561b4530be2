"""Replace a file whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.exchange import exchange

#: What a file system says that has no hard links (exFAT, some of FUSE, Android); None: the platform has none.
NO_LINKS = (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EMLINK, None)


class OvertakenError(ExperienceError):
    """Another program changed the file while we were at it; nothing of ours was written."""


def make_private_dir(folder: Path) -> Path:
    """Create `folder` and its missing parents with mode 0700; an existing one keeps its mode."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for made in reversed(missing):
        made.mkdir(mode=0o700, exist_ok=True)
        folder = made
    return folder


def discard_unfinished(path: Path, age: float = 0.0) -> None:
    """Remove what writers of `path` that were killed left beside it at least `age` seconds ago.
    With age 0 only under a lock that every writer of `path` takes."""
    for name in os.listdir(path.parent):
        if name.startswith(f".{path.name}.") and name.endswith(".tmp"):
            with contextlib.suppress(OSError):
                if (path.parent / name).stat().st_mtime <= time.time() - age:
                    (path.parent / name).unlink()


def _fsync_dir(folder: Path) -> None:
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _inherit(descriptor: int, target: Path, mode: int) -> None:
    """Give the new file the mode and owner of the one it replaces, or `mode` (case S23)."""
    try:
        old = target.stat()
    except FileNotFoundError:
        os.fchmod(descriptor, mode)
        return
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
    if (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, old.st_gid)


def _beside(target: Path) -> tuple[int, str]:
    """(descriptor, path) of a new file in the folder of `target`, its owner's alone. The hook writes too,
    and what tempfile imports would cost it more than the writing."""
    while True:
        name = os.path.join(target.parent, f".{target.name}.{os.urandom(4).hex()}.tmp")
        with contextlib.suppress(FileExistsError):
            return os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), name


#: An argument of write_atomic: whatever is there is replaced.
ANYTHING = object()


def _replace(name: str, target: Path, instead_of: object) -> None:
    """Put the file `name` in the place of `target`, if that still holds `instead_of`."""
    if instead_of is ANYTHING:
        os.replace(name, target)
    elif content(target) != instead_of:
        raise OvertakenError(f"{target}: changed by another program meanwhile; nothing was changed")
    elif instead_of is None:
        _create(name, target)
    elif exchange(name, target):
        _keep_what_came_between(name, target, instead_of)
    else:  # no atomic swap here: a write in this very moment is lost
        os.replace(name, target)


def content(path: Path) -> bytes | None:
    """All of a file, None where there is none. Raises ExperienceError for what is no plain file or cannot be
    read; never waits for the other end of a pipe (case F20)."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ExperienceError(f"{path}: cannot be read ({error.strerror})") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ExperienceError(f"{path}: not a plain file; move it away")
    with open(descriptor, "rb") as file:
        return file.read()


def _create(name: str, target: Path) -> None:
    try:
        os.link(name, target)
    except FileExistsError as error:
        raise OvertakenError(f"{target}: made by another program meanwhile; nothing was changed") from error
    except OSError as error:
        if error.errno not in NO_LINKS or os.path.lexists(target):
            raise
        os.replace(name, target)
    else:
        os.unlink(name)


def _keep_what_came_between(name: str, target: Path, instead_of: object) -> None:
    """After the swap `name` is what we displaced: if that is news to us, it goes back."""
    if Path(name).read_bytes() != instead_of:
        exchange(name, target)
        raise OvertakenError(f"{target}: changed by another program meanwhile; nothing was changed")
    os.unlink(name)


def write_atomic(path: Path, data: bytes, *, mode: int = 0o600, instead_of: object = ANYTHING) -> Path:
    """Write `data` so that a reader sees the old file or the new one, never a part.

    A symlink stays: the file it finally points to is replaced, by a temporary file made
    beside that target (cases S06, S08). Raises ExperienceError when the folder cannot be
    written; then nothing has changed and nothing is left behind. Returns the real path.
    `instead_of`: the bytes that `data` was made from, None for no file. Is the file another by now,
    OvertakenError is raised; what another program wrote in between is kept.
    """
    target = Path(os.path.realpath(path))
    try:
        descriptor, name = _beside(target)
    except OSError as error:
        raise ExperienceError(
            f"{target}: cannot write in its folder ({error.strerror}); nothing was changed"
        ) from error
    try:
        with open(descriptor, "wb") as file:
            _inherit(file.fileno(), target, mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _replace(name, target, instead_of)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(name)
        if isinstance(error, OSError):
            raise ExperienceError(f"{target}: not written ({error.strerror}); nothing was changed") from error
        raise
    _fsync_dir(target.parent)
    return target
