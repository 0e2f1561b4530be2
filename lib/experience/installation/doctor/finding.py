"""One thing that was looked at, and how it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ERROR = "error"
WARNING = "warning"
INFO = "info"
OK = "ok"
#: Worst first.
LEVELS = (ERROR, WARNING, INFO, OK)

#: Does what is safe to do without asking. Returns what was done; raises ExperienceError.
Fix = Callable[[], str]


@dataclass(frozen=True)
class Finding:
    """`level`: error (no warnings reach the model), warning (less than there should be), info, ok.
    `cause`: one line. `mend`: the command that mends it, or "". `check`: the id, put in by the registry."""

    level: str
    cause: str
    mend: str = ""
    fix: Fix | None = None
    check: str = ""
