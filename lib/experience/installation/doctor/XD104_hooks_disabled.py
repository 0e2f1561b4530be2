"""The client was told to run no hooks, or none but the administrator's."""

from __future__ import annotations

from collections.abc import Iterator

from experience.installation.doctor.finding import ERROR, OK, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short

ID = "XD104"
TITLE = "client's hooks"


def check(around: Surroundings) -> Iterator[Finding]:
    found = []
    for one in around.settings:
        if one.document.get("disableAllHooks") is True:
            found.append(f"{short(one.path)} says disableAllHooks: no hook runs. Take that line out")
        if one.kind == "managed" and one.document.get("allowManagedHooksOnly") is True:
            found.append(
                f"{one.path} says allowManagedHooksOnly: hooks of users do not run. Ask the administrator "
                "to register ours there"
            )
    for cause in found:
        yield Finding(ERROR, cause)
    if not found:
        yield Finding(OK, "not switched off in any settings file")
