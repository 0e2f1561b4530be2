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
#: Names of files may hold halves of surrogate pairs.
_ANY = "surrogatepass"


def _fold(*numbers: int) -> int:
    """Order-dependent mixing of integers; hash() of integers does not vary between processes."""
    return hash(numbers) & _MASK


def _fold_status(base: int, status: os.stat_result) -> int:
    return _fold(base, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def _fold_mark(rel: str, mark: list[Any]) -> int | None:
    """What _folds makes of a file that bears this mark; None if it needed somebody's leave."""
    return hash((crc32(rel.encode("utf-8", _ANY)), *mark[:-1])) if mark[-1] == "" else None


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
        self._seen: dict[str, int] = {}

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

    def full_print(self, *, remember: bool = False) -> str:
        """Changes with every edit of a pattern as well. `remember`: `differences` may be asked next."""
        if self.allowed is not None:
            return f"{_fold_config() + self._fold_allowed() & _MASK:x}"
        folds = self._folds()
        self._seen = folds if remember else {}
        return f"{_fold_config() + sum(folds.values()) & _MASK:x}"

    def differences(self, known: dict[str, list[Any]]) -> tuple[list[scan.Entry], list[str]]:
        """(files that are new or edited, `rel` of those that are gone) against `known`, `rel` -> [mark, ...];
        as the full print saw them if that remembers: then no file is looked at twice."""
        seen, self._seen = self._seen, {}
        if not seen:
            entries = self.entries()
            changed = [e for e in entries if e.rel not in known or known[e.rel][0] != self.mark(e)]
            return changed, sorted(known.keys() - {entry.rel for entry in entries})
        rows = known.items()
        same = {rel for rel, row in rows if rel in seen and seen[rel] == _fold_mark(rel, row[0])}
        differ = seen.keys() - same
        found = {rel: self.entry(rel) for rel in sorted(differ)}
        gone = [*(known.keys() - seen.keys()), *(rel for rel, entry in found.items() if entry is None)]
        return [entry for entry in found.values() if entry], sorted(gone)

    def _folds(self) -> dict[str, int]:
        """`rel` -> what tells an edit, of every file: what a prompt costs grows with this loop."""
        folds = {}
        for folder, prefix in scan.folders(self.root, self.layout):
            base = crc32(prefix.encode("utf-8", _ANY))
            for name, status in scan.statuses(folder, self.root):
                named = crc32(name.encode("utf-8", _ANY), base)
                numbers = (named, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
                folds[prefix + name] = hash(numbers)
        return folds

    def _fold_allowed(self) -> int:
        return sum(
            _fold(crc32(os.fsencode(entry.rel)), crc32(str(self.mark(entry)).encode()))
            for entry in self.entries()
        )
