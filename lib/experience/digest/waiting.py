"""Digests that came with a repository and that the user did not allow as they are."""

from __future__ import annotations

import os
from pathlib import Path

from experience.digest import skills, worker
from experience.digest.compact import MAX_BYTES
from experience.files.read import Unreadable, read_regular
from experience.hotpath import trusted
from experience.patterns import trust


def waiting(root: str) -> tuple[list[trust.Waiting], list[tuple[Path, str]]]:
    """(digests to be decided on, those that cannot be read and why) of the project `root`."""
    known = trust.decisions().get(os.path.realpath(root), {})
    if known == trust.ALL:
        return [], []
    found: list[trust.Waiting] = []
    unreadable: list[tuple[Path, str]] = []
    for skill in skills.everywhere(root):
        if not skill.project or not skill.digest.is_file() or skill.digest.is_symlink():
            continue
        if len(found) == trusted.MOST_COUNTED:
            break
        key = worker.key_in_project(skill)
        try:
            data = read_regular(skill.digest, MAX_BYTES)
        except Unreadable as error:
            unreadable.append((skill.digest, str(error)))
            continue
        if known.get(key) != trust.digest(data):
            found.append(trust.Waiting(skill.digest, key, data, edited=key in known))
    return found, unreadable
