"""The interpreter that the hook starts: a real binary, no shim and no venv launcher (cases R10, R11)."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.tree import make_folder
from experience.files.write import write_atomic
from experience.installation.layout import Layout


def base() -> Path:
    """The binary behind the interpreter that runs now, links resolved."""
    for found in (getattr(sys, "_base_executable", ""), sys.executable):
        path = Path(found or os.devnull).resolve()
        if path.is_file() and os.access(path, os.X_OK):
            return path
    raise ExperienceError("the running Python does not say where it lies; try another one first on PATH")


def version() -> str:
    return ".".join(map(str, sys.version_info[:3]))


def called() -> str:
    """How a person calls a Python that is new enough: by its short name where that leads to one."""
    found = shutil.which("python3")
    same = found is not None and Path(found).resolve() == base()
    return "python3" if same or found is None else shlex.quote(str(base()))


def record(layout: Layout, python: Path, site_packages: str) -> None:
    """state/interpreter for the hook: line 1 the binary, line 2 the venv's site-packages or nothing."""
    make_folder(layout.state)
    write_atomic(layout.state / "interpreter", os.fsencode(f"{python}\n{site_packages}\n"))
