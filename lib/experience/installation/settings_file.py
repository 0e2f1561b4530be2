"""settings.json on disk: read, backed up, replaced whole, read again (cases S01-S08, S23, S25).

The client writes the same file without a lock of ours. So a change is planned on the bytes read,
and planned again when the file no longer holds those.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.tree import explained, real, remove_file
from experience.files.write import OvertakenError, write_atomic
from experience.installation import backups
from experience.installation.json_text import NotJson

#: A change that meets another writer is planned anew this often.
ATTEMPTS = 5

#: Text as it should be; None: no file should be there.
Edit = Callable[[str | None], str | None]


@dataclass(frozen=True)
class Change:
    """`text`: what settings.json holds now. `backup`: the copy from before, when something changed.
    `left`: other names of the file before (hard links); they keep what it held."""

    text: str | None
    changed: bool
    backup: Path | None
    left: int = 0


def read(path: Path) -> bytes | None:
    """The bytes, or None when there is no file. Raises for what is not a regular file."""
    with explained(path):
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(mode):
            raise ExperienceError(f"{path}: not a regular file")
        return path.read_bytes()


def text_of(path: Path, data: bytes | None) -> str | None:
    if data is None:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise ExperienceError(f"{path}:{line}:{column}: not UTF-8 text") from error


def planned(path: Path, edit: Edit) -> tuple[bytes | None, bytes | None]:
    """What is there and what should be. Raises ExperienceError that names path:line:column."""
    old = read(path)
    try:
        text = edit(text_of(path, old))
    except NotJson as error:
        raise ExperienceError(f"{path}:{error.line}:{error.column}: {error.message}") from error
    try:
        return old, None if text is None else text.encode()
    except UnicodeEncodeError as error:
        raise ExperienceError(f"{path}: a path that is not UTF-8 cannot stand in JSON") from error


def read_only(path: Path) -> str | None:
    """Why the file must not be written, links followed; None when it may.

    A mode without the owner's write bit counts for root too: whoever set it (home-manager, a
    store) rewrites the file from somewhere else (cases S07, S08).
    """
    target = real(path)
    for place, what in ((target, "the file"), (target.parent, "its folder")):
        if place.exists() and not place.stat().st_mode & stat.S_IWUSR:
            where = "" if target == path else f", where {path.name} points,"
            return f"{what} {place}{where} is read-only"
    if target.parent.is_dir() and not os.access(target.parent, os.W_OK):
        return f"its folder {target.parent} cannot be written in"
    return None


def change(path: Path, edit: Edit, backup_folder: Path, *, pristine: bool) -> Change:
    """Apply `edit`. Nothing is written, nor backed up, when it changes nothing.

    `pristine`: what is there now is from before we ever came, and is kept as that.
    """
    for _ in range(ATTEMPTS):
        old, new = planned(path, edit)
        if new == old:
            return Change(text_of(path, old), changed=False, backup=None)
        reason = read_only(path)
        if reason:
            raise ExperienceError(f"{path}: {reason}")
        left = real(path).stat().st_nlink - 1 if old is not None else 0
        copy = None if old is None else backups.keep(backup_folder, old, pristine=pristine)
        try:
            _put(path, old, new)
        except OvertakenError:
            continue
        if read(path) == new:
            return Change(text_of(path, new), changed=True, backup=copy, left=left)
    raise ExperienceError(f"{path}: another program keeps writing it; close Claude Code and run this again")


def _put(path: Path, old: bytes | None, new: bytes | None) -> None:
    if new is not None:
        write_atomic(path, new, mode=0o600, instead_of=old)
    elif read(path) == old:
        remove_file(real(path))
