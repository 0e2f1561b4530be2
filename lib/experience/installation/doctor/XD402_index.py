"""The compiled corpus is missing, of another version, or behind. The hook mends that, but not at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from experience.hotpath import layers
from experience.index import build, reach
from experience.installation.doctor.finding import INFO, OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings

ID = "XD402"
TITLE = "index"


def check(around: Surroundings) -> Iterator[Finding]:
    for layer in reach.layers_for(around.cwd):
        count = len(layer.roster.entries())
        if layer.base is None:
            yield _without(layer, count, around)
            continue
        age = _age(time.time() - Path(layer.path("base")).stat().st_mtime)
        changes = len(layer.all_changes())
        if changes:
            behind = f"{_counted(changes, 'edit')} behind: the next prompt takes them in"
            yield Finding(INFO, f"{layer.name}: built {age} ago, {behind}")
        else:
            yield Finding(OK, f"{layer.name}: {_counted(count, 'file')}, built {age} ago, up to date")


def _without(layer: layers.Layer, count: int, around: Surroundings) -> Finding:
    if not count:
        return Finding(OK, f"{layer.name}: no patterns yet, so none is needed")
    is_there = Path(layer.path("base")).exists()
    why = "cannot be used (damaged, or of another version)" if is_there else "missing"
    cause = f"{layer.name}: {why}; the next prompt starts a build"
    return Finding(WARNING, cause, around.verb("index"), lambda: _built(layer))


def _built(layer: layers.Layer) -> str:
    contents = build.write_base(layer)
    return f"{len(contents.patterns)} patterns indexed" if contents else "another process is building it"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _age(seconds: float) -> str:
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return f"{max(seconds, 0):.0f} s"
