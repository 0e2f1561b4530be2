"""Which files are the corpus: one rule for the hook, the indexer and lint.

Only regular `*.md` files (no dotfile, no README.md), none through a symlink that leaves the
corpus (case R39). A FIFO is not opened to find out what it is.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    #: "global" has one level of domain folders, "project" is flat.
    Layout = Literal["global", "project"]


class Entry:
    """One pattern file: absolute path, path below the root, and what tells an edit."""

    __slots__ = ("ctime_ns", "inode", "mtime_ns", "path", "rel", "size")

    def __init__(self, path: str, rel: str, status: os.stat_result) -> None:
        self.path = path
        self.rel = rel
        self.size = status.st_size
        self.mtime_ns = status.st_mtime_ns
        self.ctime_ns = status.st_ctime_ns
        self.inode = status.st_ino

    def signature(self) -> tuple[int, int, int, int]:
        """Changes with every write, also one that keeps size and mtime."""
        return (self.size, self.mtime_ns, self.ctime_ns, self.inode)


def is_pattern_name(name: str) -> bool:
    return name.endswith(".md") and name[0] != "." and (name[0] not in "Rr" or name.lower() != "readme.md")


def stays_inside(path: str, root: str) -> bool:
    return os.path.realpath(path).startswith(os.path.realpath(root) + os.sep)


def folders(root: str, layout: Layout) -> list[tuple[str, str]]:
    """(absolute path, prefix of `rel`) of each folder that may hold patterns, sorted."""
    if layout == "project":
        return [(root, "")] if os.path.isdir(root) else []
    try:
        with os.scandir(root) as found:
            names = sorted(entry.name for entry in found if _is_domain(entry, root))
    except OSError:
        return []
    return [(os.path.join(root, name), name + os.sep) for name in names]


def _is_domain(entry: os.DirEntry[str], root: str) -> bool:
    try:
        if entry.name[0] == "." or not entry.is_dir():
            return False
    except OSError:
        return False
    return not entry.is_symlink() or stays_inside(entry.path, root)


def statuses(folder: str, root: str) -> Iterator[tuple[str, os.stat_result]]:
    """(name, status) of the pattern files directly in `folder`; unreadable ones are left out."""
    try:
        found = os.scandir(folder)
    except OSError:
        return
    with found:
        for entry in found:
            if not is_pattern_name(entry.name):
                continue
            try:
                if entry.is_symlink() and not stays_inside(entry.path, root):
                    continue
                status = entry.stat()
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode):
                yield entry.name, status


def names(root: str, layout: Layout) -> list[str]:
    """`rel` of every entry that is named like a pattern, without a look at the entries themselves."""
    found = []
    for folder, prefix in folders(root, layout):
        try:
            found += [prefix + name for name in os.listdir(folder) if is_pattern_name(name)]
        except OSError:
            continue
    return found


def entry_of(root: str, rel: str) -> Entry | None:
    """The pattern file `rel` as it is now, or None if it is not one (any more)."""
    path = os.path.join(root, rel)
    try:
        status = os.stat(path)
    except (OSError, ValueError):  # a name that no file can have
        return None
    inside = not os.path.islink(path) or stays_inside(path, root)
    return Entry(path, rel, status) if stat.S_ISREG(status.st_mode) and inside else None


def files(root: str, layout: Layout) -> list[Entry]:
    """Every pattern file below `root`, sorted by `rel`; an absent root has none."""
    entries = [
        Entry(os.path.join(folder, name), prefix + name, status)
        for folder, prefix in folders(root, layout)
        for name, status in statuses(folder, root)
    ]
    entries.sort(key=lambda entry: entry.rel)
    return entries
