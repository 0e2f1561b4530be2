"""The private environment is broken or missing: patterns beyond the plain subset are not read (case R09)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from experience.hotpath import places
from experience.installation import venv
from experience.installation.doctor.finding import INFO, OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short

ID = "XD202"
TITLE = "private packages"


def check(around: Surroundings) -> Iterator[Finding]:
    place, recorded = around.layout.venv, places.interpreter()[1]
    if not place.is_dir():
        level = WARNING if recorded else INFO
        cause = f"{short(place)} is not there: the small reader of patterns takes over"
        yield Finding(level, cause, around.install)
        return
    found = venv.site_packages(around.layout)
    if not found:
        yield Finding(WARNING, f"{short(place)} is broken: a package cannot be imported", around.install)
    elif not recorded or not Path(recorded).is_dir():
        yield Finding(WARNING, f"the hook was not told of {found}", around.install)
    else:
        yield Finding(OK, short(place))
