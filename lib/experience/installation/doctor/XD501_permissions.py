"""Folders of ours that others may read, that belong to another, or that cannot be written (case S24)."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from experience.files.tree import make_folder
from experience.installation.doctor.finding import INFO, OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short, typed

ID = "XD501"
TITLE = "permissions"


def check(around: Surroundings) -> Iterator[Finding]:
    home = around.layout.home
    if not home.is_dir():
        yield Finding(INFO, f"{short(home)} is not there yet")
        return
    places = [home, home / "logs", around.layout.state]
    found = [finding for place in places if place.exists() for finding in _of(place, is_home=place == home)]
    yield from found or [Finding(OK, f"{short(home)} is private, and its logs and state can be written")]


def _of(place: Path, *, is_home: bool) -> Iterator[Finding]:
    status = place.stat()
    mode = stat.S_IMODE(status.st_mode)
    if os.name != "nt" and status.st_uid != os.geteuid():
        cause = (
            f"{short(place)} belongs to user {status.st_uid}: the hook goes on without what it cannot write"
        )
        yield Finding(WARNING, cause, f"sudo chown -R {os.geteuid()} {typed(place)}")
    elif not mode & stat.S_IWUSR or not os.access(place, os.W_OK | os.X_OK):
        cause = f"{short(place)} cannot be written: the hook goes on without it, and logs nothing"
        yield Finding(WARNING, cause, f"chmod u+rwx {typed(place)}")
    if is_home and mode & 0o077:
        yield Finding(
            WARNING, f"{short(place)} can be read by others (mode {mode:04o})", f"chmod 700 {typed(place)}",
            lambda: f"{short(make_folder(place, private=True))} is private",
        )  # fmt: skip
