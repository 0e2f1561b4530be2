"""Copies of settings.json before a change: the first kept for ever, later ones bounded (case S25)."""

from __future__ import annotations

import time
from pathlib import Path

from experience.files.tree import explained, make_folder, remove_file
from experience.files.write import write_atomic

#: The copy from before our first change. Never overwritten, never removed.
PRISTINE = "settings-before-install.json"
#: Later copies: one per change, the newest of these.
KEPT = 10


def keep(folder: Path, data: bytes, *, pristine: bool) -> Path:
    """Put `data` into `folder` (0600, outside commands/ and skills/); no second copy of equal bytes.

    `pristine`: from before our first change, if there is none such yet.
    """
    make_folder(folder)
    for copy in _copies(folder):
        if _reads(copy) == data:
            return copy
    target = folder / PRISTINE
    if not pristine or target.exists():
        target = _unused(folder)
    write_atomic(target, data, mode=0o600)
    for surplus in _dated(folder)[:-KEPT]:
        remove_file(surplus)
    return target


def _copies(folder: Path) -> list[Path]:
    return [*_dated(folder), *folder.glob(PRISTINE)]


def _dated(folder: Path) -> list[Path]:
    """Oldest first: the names sort by time."""
    return sorted(folder.glob("settings-[0-9]*Z-[0-9][0-9][0-9][0-9].json"))


def _unused(folder: Path) -> Path:
    """A name after all others: copies of one second are numbered on, also when the first are gone."""
    stamp = time.strftime("settings-%Y%m%dT%H%M%SZ", time.gmtime())
    numbers = [
        int(path.stem.rpartition("-")[2]) for path in folder.glob(f"{stamp}-[0-9][0-9][0-9][0-9].json")
    ]
    return folder / f"{stamp}-{max(numbers, default=-1) + 1:04}.json"


def _reads(path: Path) -> bytes:
    with explained(path):
        return path.read_bytes()
