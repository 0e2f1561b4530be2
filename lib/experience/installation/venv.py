"""The private environment of the cold side, at EXPERIENCE_HOME/venv (design: deviation 4; case R09).

Never `pip --user`, never --break-system-packages. Without it the hook works, and so do the verbs
that need nothing but the standard library; what is missing is said as it is.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from experience.files.tree import make_folder, point_link, remove_tree
from experience.files.write import write_atomic
from experience.installation import interpreter
from experience.installation.layout import Layout
from experience.installation.program import reason, run

#: A prepared environment to use instead of making one: no network needed (tests share one).
PREPARED = "EXP_INSTALL_VENV"

STAMP = ".experience-stamp.json"
_CHECK = "import yaml, rapidfuzz, jsonschema, rich, sysconfig; print(sysconfig.get_path('purelib'))"


@dataclass(frozen=True)
class Environment:
    """`site_packages`: "" when the dependencies are not there; then `problem` says why."""

    site_packages: str
    made: bool = False
    problem: str = ""


def python(layout: Layout) -> Path:
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return layout.venv / folder / name


def is_ready(layout: Layout) -> bool:
    """Made for these requirements by this interpreter: then nothing is done (a second run is fast)."""
    try:
        return bool(json.loads((layout.venv / STAMP).read_bytes()) == _stamp(layout))
    except (OSError, ValueError):
        return False


def prepared() -> str:
    value = os.environ.get(PREPARED, "")
    return value if value.strip() else ""


def ensure(layout: Layout) -> Environment:
    """The environment as it is now, made or mended if it was not ready."""
    if prepared():
        remove_tree(layout.venv)
        point_link(layout.venv, Path(prepared()).absolute())
        return _found(layout, "EXP_INSTALL_VENV lacks a dependency", made=False)
    if is_ready(layout) and (where := site_packages(layout)):
        return Environment(where)
    problem = _build(layout)
    environment = _found(layout, problem or "an installed package cannot be imported", made=True)
    if environment.site_packages and not problem:
        write_atomic(layout.venv / STAMP, json.dumps(_stamp(layout)).encode())
    return environment


def site_packages(layout: Layout) -> str:
    """Where the packages lie, once all of them could be imported; else ""."""
    done = run([str(python(layout)), "-I", "-c", _CHECK], seconds=60)
    return done.stdout.strip() if done.returncode == 0 else ""


def _found(layout: Layout, problem: str, *, made: bool) -> Environment:
    where = site_packages(layout)
    return Environment(where, made, "" if where else problem)


def _stamp(layout: Layout) -> dict[str, str]:
    requirements = (layout.root / "lib" / "requirements.txt").read_bytes()
    return {
        "requirements": hashlib.sha256(requirements).hexdigest(),
        "python": interpreter.version(),
        "base": str(interpreter.base()),
    }


def _build(layout: Layout) -> str:
    """Fill the environment, made anew unless this interpreter made it; why that failed, or ""."""
    sys.stderr.write("preparing the private Python environment (15 seconds or so, once) ...\n")
    sys.stderr.flush()
    problem = "" if _is_of_this_python(layout) else _make(layout)
    return problem or _fill(layout)


def _is_of_this_python(layout: Layout) -> bool:
    """An environment that works stays, so that an update without a network costs nothing."""
    if layout.venv.is_symlink():
        return False
    ask = "import os, sys; print(sys.version_info[:3], os.path.realpath(sys._base_executable))"
    done = run([str(python(layout)), "-I", "-c", ask], seconds=60)
    return done.stdout.strip() == f"{tuple(sys.version_info[:3])} {interpreter.base()}"


def _make(layout: Layout) -> str:
    remove_tree(layout.venv)
    make_folder(layout.home)
    bare = [str(interpreter.base()), "-I", "-m", "venv", str(layout.venv)]
    done = run(bare)
    if done.returncode != 0:  # no ensurepip, as Debian ships it
        remove_tree(layout.venv)
        done = run([*bare, "--without-pip"])
    return "" if done.returncode == 0 else reason(done)


def _fill(layout: Layout) -> str:
    problem = "no pip and no uv on this machine"
    for installer in _installers(layout):
        done = run([*installer, "-r", str(layout.root / "lib" / "requirements.txt")])
        if done.returncode == 0:
            return ""
        problem = reason(done)
    return problem


def _installers(layout: Layout) -> list[list[str]]:
    """Ways to put packages into the environment, best first."""
    inside, base = str(python(layout)), str(interpreter.base())
    options = ["install", "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1"]
    if run([inside, "-I", "-m", "pip", "--version"], seconds=60).returncode == 0:
        return [[inside, "-I", "-m", "pip", *options]]
    ways = []
    if run([base, "-m", "pip", "--version"], seconds=60).returncode == 0:
        ways.append([base, "-m", "pip", "--python", inside, *options])
    ways += [[pip, "--python", inside, *options] for pip in map(shutil.which, ("pip3", "pip")) if pip]
    if uv := shutil.which("uv"):
        ways.append([uv, "pip", "install", "--quiet", "--python", inside])
    return ways
