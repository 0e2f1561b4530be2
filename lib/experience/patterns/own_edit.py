"""An edit of a pattern by our own commands: the lines meant, and the user's trust goes along."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from experience.errors import ExperienceError
from experience.files.frontmatter_edit import set_values
from experience.hotpath import places, trusted
from experience.patterns import editing, trust
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Pattern

#: What changes as a pattern is used.
COUNTERS = ("hits", "false_positives", "last_save_at", "last_seen", "review_status")
Values = Mapping[str, "str | int | None"]


class Changed(NamedTuple):
    """The pattern before and after."""

    before: Pattern
    after: Pattern


def change(path: Path, edit: Callable[[bytes, Pattern], bytes], keys: Collection[str]) -> Changed:
    """Put `edit(bytes, pattern)` in the place of the file's bytes; only `keys` of the top level may change.

    Raises ExperienceError where the file cannot be edited safely or written; then it is as it was.
    """
    edited = editing.edit(path, lambda data: edit(data, _parsed(data, path)), keys=keys)
    root = project_of(path)
    if root is not None and edited.changed:
        trust.carry_over(root, trusted.FOLDER + path.name, edited.before, edited.after)
    return Changed(_parsed(edited.before, path), _parsed(edited.after, path))


def set_fields(path: Path, values: Callable[[Pattern], Values]) -> Changed:
    """Change top-level values, as computed from the pattern as it is under the lock."""
    return change(path, lambda data, pattern: set_values(data, values(pattern)), COUNTERS)


def project_of(path: Path) -> str | None:
    """The root of the project whose corpus `path` is in; None for a file of the user's own."""
    folder = str(path.parent)
    inside = folder.replace(os.sep, "/").endswith("/" + trusted.FOLDER.rstrip("/"))
    own = os.path.realpath(folder) == os.path.realpath(places.home())
    return str(path.parent.parent.parent) if inside and not own else None


def _parsed(data: bytes, path: Path) -> Pattern:
    pattern = parse_bytes(data, path, keep_archived=True).pattern
    if pattern is None:
        raise ExperienceError(f"{path}: does not load: exp.py lint {path} tells why")
    return pattern
