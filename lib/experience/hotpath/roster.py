"""The files of one corpus that may be read at all, and a print of them.

A *print* folds names, sizes, times and inodes into one number: comparing it with the one that was
taken when the index was written tells an edit without reading a file. Of a repository's corpus
only the files that the user allowed are on the roster; the others are not even looked at.
"""

from __future__ import annotations

import os
from binascii import crc32

from experience.hotpath import places, scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    #: `rel` -> sha256 of the content the user allowed; None where every file counts.
    Allowed = dict[str, str] | None

_MASK = (1 << 64) - 1


def _fold(*numbers: int) -> int:
    """Order-dependent mixing of integers; hash() of integers does not vary between processes."""
    return hash(numbers) & _MASK


def _fold_status(base: int, status: os.stat_result) -> int:
    return _fold(base, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def config_path() -> str:
    return os.path.join(places.home(), "config.yaml")


def _fold_config() -> int:
    try:
        return _fold_status(0, os.stat(config_path()))
    except OSError:
        return 0


def config_mark() -> str:
    """Changes with config.yaml, whatever else is stale."""
    return f"{_fold_config() & _MASK:x}"


class Roster:
    """A corpus folder, its layout, and which of its files count."""

    def __init__(self, root: str, layout: scan.Layout, allowed: Allowed = None) -> None:
        self.root = root
        self.layout: scan.Layout = layout
        self.allowed = allowed

    def entries(self) -> list[scan.Entry]:
        """Every file that counts, sorted by `rel`."""
        if self.allowed is None:
            return scan.files(self.root, self.layout)
        found = (scan.entry_of(self.root, rel) for rel in sorted(self.allowed))
        return [entry for entry in found if entry]

    def entry(self, rel: str) -> scan.Entry | None:
        if self.allowed is not None and rel not in self.allowed:
            return None
        return scan.entry_of(self.root, rel)

    def names(self) -> list[str]:
        return scan.names(self.root, self.layout) if self.allowed is None else list(self.allowed)

    def mark(self, entry: scan.Entry) -> list[Any]:
        """What tells an edit of one file: its signature and the content that was allowed."""
        return [*entry.signature(), (self.allowed or {}).get(entry.rel, "")]

    def folder_print(self) -> str:
        """Changes when a file or folder is added or removed, with config.yaml, and with what is allowed."""
        total = _fold_config()
        if self.allowed is not None:
            total += _fold(
                *(
                    crc32(f"{rel} {sha}".encode("utf-8", "replace"))
                    for rel, sha in sorted(self.allowed.items())
                )
            )
        for folder, _ in scan.folders(self.root, self.layout):
            try:
                status = os.stat(folder)
            except OSError:
                continue
            total += _fold(crc32(os.fsencode(folder)), status.st_mtime_ns, status.st_ino)
        return f"{total & _MASK:x}"

    def full_print(self) -> str:
        """Changes with every edit of a pattern as well."""
        total = _fold_config() + (self._fold_allowed() if self.allowed is not None else self._fold_all())
        return f"{total & _MASK:x}"

    def _fold_all(self) -> int:
        total = 0
        for folder, prefix in scan.folders(self.root, self.layout):
            base = crc32(os.fsencode(prefix))
            for name, status in scan.statuses(folder, self.root):
                total += _fold_status(crc32(os.fsencode(name), base), status)
        return total

    def _fold_allowed(self) -> int:
        return sum(
            _fold(crc32(os.fsencode(entry.rel)), crc32(str(self.mark(entry)).encode()))
            for entry in self.entries()
        )
