"""A switch that silences the hook, here or everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from experience.hotpath import switches
from experience.installation.doctor.finding import OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short, typed

ID = "XD502"
TITLE = "switches"

_OFF = ("off", "0", "false", "no", "disabled")


def check(around: Surroundings) -> Iterator[Finding]:
    found = [*_everywhere(around), *_here(around)]
    yield from found or [Finding(OK, "none is on here")]


def _everywhere(around: Surroundings) -> Iterator[Finding]:
    for one in around.settings:
        if "".join(one.variables.get("EXPERIENCE_LAYER", "").split()).lower() in _OFF:
            yield Finding(WARNING, f"{short(one.path)} sets EXPERIENCE_LAYER off: no warning comes")


def _here(around: Surroundings) -> Iterator[Finding]:
    project = around.environment.get("CLAUDE_PROJECT_DIR", "")
    why = switches.off_because(around.cwd, project)
    if why.startswith("/"):
        yield Finding(WARNING, f"{short(Path(why))} silences this project", f"rm {typed(Path(why))}")
    elif why:
        name = why.partition("=")[0].partition(" ")[0]
        yield Finding(WARNING, f"{why}, in this session's environment", f"unset {name}")
