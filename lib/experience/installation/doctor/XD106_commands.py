"""The slash commands in the client's folder are missing, or older than the checkout."""

from __future__ import annotations

from collections.abc import Iterator

from experience.installation import manifest, slash_commands
from experience.installation.doctor.finding import INFO, OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short

ID = "XD106"
TITLE = "commands"

_SAYS = {
    "new": (WARNING, "missing"),
    "updated": (WARNING, "older than the checkout"),
    "removed": (INFO, "no longer shipped"),
    "edited": (INFO, "edited by you, kept"),
}


def check(around: Surroundings) -> Iterator[Finding]:
    if not around.has_manifest:
        return  # the plugin form brings its own
    known = manifest.load(around.layout.state)
    if not known.files:
        yield Finding(WARNING, "manifest.json is damaged: what install wrote is not known", around.install)
    kinds: dict[str, list[str]] = {}
    for action in slash_commands.planned(around.layout, known):
        kinds.setdefault(action.kind, []).append(action.path.stem)
    for kind, names in kinds.items():
        if kind in _SAYS:
            level, word = _SAYS[kind]
            mend = around.install if level == WARNING else ""
            yield Finding(level, f"{', '.join(names)}: {word}", mend)
    if not kinds.keys() & _SAYS.keys():
        count = sum(map(len, kinds.values()))
        yield Finding(OK, f"{count} in {short(around.layout.commands)}")
