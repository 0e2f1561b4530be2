"""Finds the checks and runs them."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Protocol, cast

from experience import checks
from experience.patterns.pattern import Pattern
from experience.patterns.problem import Problem

_NAME = re.compile(r"XP\d{3}_[a-z0-9_]+")


class Check(Protocol):
    """What a module of this room offers; its docstring explains it."""

    ID: str
    SEVERITY: str
    __doc__: str | None

    def check(self, pattern: Pattern) -> Iterator[Problem]: ...


@functools.cache
def all_checks() -> tuple[Check, ...]:
    """Every check, by id."""
    names = sorted(found.name for found in pkgutil.iter_modules(checks.__path__))
    return tuple(
        cast(Check, importlib.import_module(f"{checks.__name__}.{name}"))
        for name in names
        if _NAME.fullmatch(name)
    )


def run(pattern: Pattern) -> Iterator[Problem]:
    """What all checks have to say about one pattern."""
    for check in all_checks():
        yield from check.check(pattern)
