"""Finds the checks of an installation and runs them."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol, cast

from experience.errors import ExperienceError
from experience.installation import doctor
from experience.installation.doctor.finding import LEVELS, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings

_NAME = re.compile(r"XD\d{3}_[a-z0-9_]+")


class Check(Protocol):
    """What a module of this folder offers; its docstring explains it, TITLE names it for people."""

    ID: str
    TITLE: str
    __doc__: str | None

    def check(self, around: Surroundings) -> Iterator[Finding]: ...


@functools.cache
def all_checks() -> tuple[Check, ...]:
    """Every check, by id."""
    names = sorted(found.name for found in pkgutil.iter_modules(doctor.__path__))
    return tuple(
        cast(Check, importlib.import_module(f"{doctor.__name__}.{name}"))
        for name in names
        if _NAME.fullmatch(name)
    )


def titles() -> dict[str, str]:
    return {check.ID: check.TITLE for check in all_checks()}


def examine(around: Surroundings) -> list[Finding]:
    """What all checks have to say, the worst first, else by id."""
    found = [finding for check in all_checks() for finding in _findings(check, around)]
    return sorted(found, key=lambda finding: (LEVELS.index(finding.level), finding.check))


def _findings(check: Check, around: Surroundings) -> Iterator[Finding]:
    """A check that cannot look is a finding too; it does not cost the others."""
    try:
        for finding in check.check(around):
            yield replace(finding, check=check.ID)
    except (ExperienceError, OSError) as error:
        yield Finding(WARNING, f"could not be looked at: {error}", check=check.ID)
