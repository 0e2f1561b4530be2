"""The interpreter that install found is gone or too old; then python3 of PATH is used (cases R10, R11)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from experience.hotpath import places
from experience.installation import interpreter, venv
from experience.installation.doctor.finding import ERROR, INFO, OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.program import run

ID = "XD201"
TITLE = "interpreter"

_VERSION = "import sys; print('%d.%d.%d' % sys.version_info[:3])"
_SECONDS = 10


def check(around: Surroundings) -> Iterator[Finding]:
    chosen, packages = places.interpreter()
    version = _version(chosen) if chosen else ""
    if _is_new_enough(version):
        yield Finding(OK, f"{chosen}, Python {version}")
        return
    if not chosen and not around.commands:
        yield Finding(INFO, "none was put down, as nothing is installed")
        return
    said = _said(chosen, version)
    stand_in = shutil.which("python3") or ""
    instead = f"python3 on PATH is used ({stand_in})"
    level = WARNING
    if not _is_new_enough(_version(stand_in) if stand_in else ""):
        level, instead = ERROR, "python3 on PATH is none of 3.10 or newer either: no warning comes"
    yield Finding(level, f"{said}; {instead}", around.install, lambda: _record(around, packages))


def _said(chosen: str, version: str) -> str:
    if not chosen:
        return "no interpreter was put down for the hook"
    if version:
        return f"{chosen} is Python {version}, 3.10 or newer is needed"
    is_there = Path(chosen).is_file() and os.access(chosen, os.X_OK)
    return f"{chosen} {'does not start' if is_there else 'is gone'}"


def _record(around: Surroundings, packages: str) -> str:
    """The interpreter that runs now; the private packages stay if they are of the same version."""
    packages = packages or venv.site_packages(around.layout)
    kept = packages if is_for(packages, interpreter.version()) else ""
    interpreter.record(around.layout, interpreter.base(), kept)
    return f"the hook runs on {interpreter.base()}"


def is_for(packages: str, version: str) -> bool:
    """Whether a site-packages folder is one of that Python: its version is part of the path."""
    return f"python{'.'.join(version.split('.')[:2])}" in Path(packages).parts


def _version(python: str) -> str:
    done = run([python, "-I", "-S", "-c", _VERSION], seconds=_SECONDS)
    return done.stdout.strip() if done.returncode == 0 else ""


def _is_new_enough(version: str) -> bool:
    try:
        return tuple(map(int, version.split("."))) >= (3, 10)
    except ValueError:
        return False
