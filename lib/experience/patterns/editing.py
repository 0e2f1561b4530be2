"""Change a pattern's file in place: one writer at a time, whole or not at all, only what was meant."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, NamedTuple

from experience.errors import ExperienceError
from experience.files.frontmatter import read_tree, split
from experience.files.frontmatter_edit import EditRefused
from experience.files.lock import locked
from experience.files.read import Unreadable, read_regular
from experience.files.write import make_private_dir, write_atomic
from experience.hotpath import places
from experience.patterns.parse import Parsed, parse_bytes
from experience.patterns.problem import ERROR
from experience.vocabulary import MAX_PATTERN_BYTES

#: What says which lesson it is and where it comes from; no edit of ours touches it.
_IDENTITY = frozenset({"id", "provenance"})


class Unwritable(ExperienceError):
    """The file cannot be written: read-only, a symlink, locked, in a folder that is not ours."""


class Edited(NamedTuple):
    """The bytes before and after, and the keys of the top level whose data changed."""

    path: Path
    before: bytes
    after: bytes
    keys: frozenset[str]

    @property
    def changed(self) -> bool:
        return self.before != self.after


def edit(path: Path, change: Callable[[bytes], bytes], *, keys: Collection[str] | None = None) -> Edited:
    """Put `change(bytes)` in the place of the bytes of `path`, under the lock of all edits of patterns.

    Nothing is written, and EditRefused raised, when the body, the id, the provenance or a key that is
    not in `keys` would change, or when the file would be worse to read than it was. Unwritable: see there.
    """
    lock = Path(places.state_dir()) / "edits"  # not beside the file, which may lie in a repository
    try:
        make_private_dir(lock.parent)
    except OSError as error:
        raise Unwritable(f"{lock.parent}: cannot be made ({error.strerror}); nothing was changed") from error
    with locked(lock) as alone:
        if not alone:
            raise Unwritable(f"{path}: another edit takes too long; try again")
        return _edited(path, change, keys)


def _edited(path: Path, change: Callable[[bytes], bytes], keys: Collection[str] | None) -> Edited:
    mode = _writable(path)
    try:
        before = read_regular(path, MAX_PATTERN_BYTES)
    except Unreadable as error:
        raise Unwritable(f"{path}: {error}; nothing was changed") from error
    try:
        after = change(before)
        changed = _changed_keys(before, after, path, keys)
    except EditRefused as error:
        raise EditRefused(f"{path}: {error}") from error
    if after != before:
        try:
            write_atomic(path, after, mode=mode, instead_of=before)
        except ExperienceError as error:
            raise Unwritable(str(error)) from error
    return Edited(path, before, after, changed)


def _writable(path: Path) -> int:
    """The mode of the file. A file that nobody may write stays, though its folder would let us replace it."""
    try:
        status = path.lstat()
    except OSError as error:
        raise Unwritable(f"{path}: {error.strerror}; nothing was changed") from error
    if stat.S_ISLNK(status.st_mode):
        raise Unwritable(f"{path}: is a symlink; edit the file that it points to")
    if not stat.S_ISREG(status.st_mode):
        raise Unwritable(f"{path}: is not a regular file")
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise Unwritable(f"{path}: is read-only; nothing was changed")
    return stat.S_IMODE(status.st_mode)


def _changed_keys(before: bytes, after: bytes, path: Path, keys: Collection[str] | None) -> frozenset[str]:
    old, new = _data(before), _data(after)
    changed = frozenset(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
    beside = changed & _IDENTITY if keys is None else changed - frozenset(keys)
    if beside:
        raise EditRefused(f"{', '.join(sorted(beside))} would change too; nothing was changed")
    _no_worse(parse_bytes(before, path, keep_archived=True), parse_bytes(after, path, keep_archived=True))
    return changed


def _data(data: bytes) -> dict[str, Any]:
    front = split(data)
    tree = read_tree(front.text, front.line) if front and not front.undecodable else None
    plain = tree.root.plain() if tree and tree.root else None
    if front is None or not isinstance(plain, dict):
        raise EditRefused("the frontmatter cannot be read: exp.py lint tells why")
    return plain


def _no_worse(before: Parsed, after: Parsed) -> None:
    wrong = [problem for problem in after.problems if problem.severity == ERROR]
    if len(wrong) > sum(problem.severity == ERROR for problem in before.problems):
        raise EditRefused(f"it would be wrong afterwards ({wrong[-1].message})")
    if (after.pattern is None) != (before.pattern is None):
        raise EditRefused("it would not load afterwards")
    if after.pattern and before.pattern and after.pattern.body != before.pattern.body:
        raise EditRefused("the text below the frontmatter would change")
