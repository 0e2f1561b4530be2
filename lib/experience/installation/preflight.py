"""What must be true before anything is written: whose machine, whose files, may we write (S24, S26)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.tree import real
from experience.installation.layout import Layout

#: Files that only a container has.
CONTAINER_MARKS = (Path("/.dockerenv"), Path("/run/.containerenv"))
MOUNTS = Path("/proc/self/mountinfo")


def whose(layout: Layout, *, root_for_user: bool, in_container: bool) -> None:
    """Raises ExperienceError with the way out when these are not the files of whoever runs this."""
    if not root_for_user:
        _not_root_for_another(layout)
    if not in_container:
        _not_a_mount_in_a_container(layout)


def _not_root_for_another(layout: Layout) -> None:
    """One run under sudo leaves files that the user's own sessions cannot write (case S24)."""
    if os.name == "nt" or os.geteuid() != 0:
        return
    for folder in (Path.home(), layout.config, layout.home):
        if folder.exists() and folder.stat().st_uid != 0:
            raise ExperienceError(
                f"{folder} belongs to user {folder.stat().st_uid} and this is root, whose files that user "
                "could not write later. Run it as that user, or add --allow-root-for-user"
            )


def _not_a_mount_in_a_container(layout: Layout) -> None:
    """A path of the container in the settings of the host would not run there (case S26)."""
    if not any(mark.exists() for mark in CONTAINER_MARKS):
        return
    mounted = set(_mount_points())
    for place in (layout.config, layout.settings, layout.home):
        if {place, real(place)} & mounted:
            raise ExperienceError(
                f"{place} is mounted into this container: its owner outside would get a path that exists "
                "only in here. Install outside, or add --allow-container if Claude Code runs in here too"
            )


def _mount_points() -> Iterable[Path]:
    """Field 5 of mountinfo, octal escapes resolved; none where there is no such file."""
    try:
        lines = MOUNTS.read_bytes().splitlines()
    except OSError:
        return []
    points = [line.split(b" ")[4] for line in lines if line.count(b" ") > 4]
    return [Path(os.fsdecode(_unescaped(point))) for point in points]


def _unescaped(point: bytes) -> bytes:
    return re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match.group(1), 8)]), point)


def writable(folder: Path) -> None:
    """Raises unless the folder, or the nearest above it that exists, is one we may write in."""
    place = folder
    while not os.path.lexists(place) and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise ExperienceError(f"{place} is in the way: {folder} has to be a folder")
    if not os.access(place, os.W_OK | os.X_OK):
        owner = place.stat().st_uid
        whose = "" if owner == os.geteuid() else f", it belongs to user {owner}"
        raise ExperienceError(f"{place}: cannot write in it{whose}")
