"""Pattern files that do not load, each with its line: they warn of nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from experience.errors import ExperienceError
from experience.hotpath import places
from experience.index import config
from experience.installation import interpreter
from experience.installation.doctor.finding import OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.doctor.XD201_interpreter import is_for
from experience.patterns.corpora import corpora
from experience.patterns.problem import ERROR

ID = "XD401"
TITLE = "pattern files"

SHOWN = 10


def check(around: Surroundings) -> Iterator[Finding]:
    _read_as_the_hook_does()
    loaded = [corpus.load(keep_archived=True) for corpus in corpora(around.cwd, _policy())]
    faults = [problem for one in loaded for problem in one.problems if problem.severity == ERROR]
    for problem in faults[:SHOWN]:
        yield Finding(WARNING, str(problem), around.verb("lint"))
    if len(faults) > SHOWN:
        yield Finding(WARNING, f"{len(faults) - SHOWN} more problems", around.verb("lint"))
    if not faults:
        count = sum(len(one.patterns) for one in loaded)
        yield Finding(OK, f"{count} of {count} load")


def _policy() -> str:
    """A broken config.yaml counts as absent; XD403 says so."""
    try:
        return config.load().project_patterns
    except ExperienceError:
        return config.Config().project_patterns


def _read_as_the_hook_does() -> None:
    """With PyYAML of the private environment, where it is one of this Python."""
    packages = places.interpreter()[1]
    if "yaml" not in sys.modules and Path(packages).is_dir() and is_for(packages, interpreter.version()):
        places.use_private_packages()
