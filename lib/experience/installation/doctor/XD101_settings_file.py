"""settings.json cannot be read by a strict parser: the client may skip all of it, and we do not edit it."""

from __future__ import annotations

from collections.abc import Iterator

from experience.installation import registration, settings_file
from experience.installation.doctor.finding import ERROR, INFO, OK, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short

ID = "XD101"
TITLE = "settings file"


def check(around: Surroundings) -> Iterator[Finding]:
    user, *others = around.settings
    fault = registration.fault(user.text) if not user.problem else ""
    if user.problem or fault:
        said = user.problem or f"{user.path}:{fault}"
        yield Finding(ERROR, f"{said}: mend that line by hand, then install again", around.install)
    elif user.text is None:
        yield Finding(OK, f"{short(user.path)} does not exist yet")
    elif reason := settings_file.read_only(user.path):
        yield Finding(INFO, f"{short(user.path)}: {reason}: whoever makes it has to register the hook")
    else:
        yield Finding(OK, f"{short(user.path)} can be read and edited")
    for other in (other for other in others if other.problem):
        yield Finding(INFO, other.problem)
