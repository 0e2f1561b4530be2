"""config.yaml cannot be taken: the safe defaults are in force instead."""

from __future__ import annotations

from collections.abc import Iterator

from experience.errors import ExperienceError
from experience.index import config
from experience.installation.doctor.finding import OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings

ID = "XD403"
TITLE = "config.yaml"


def check(_around: Surroundings) -> Iterator[Finding]:
    try:
        config.load()
    except ExperienceError as error:
        yield Finding(WARNING, f"{error}: the defaults are in force")
    else:
        yield Finding(OK, "sound, or absent: defaults")
