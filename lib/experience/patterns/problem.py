"""One finding about a pattern file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ERROR = "error"
WARNING = "warning"


class Problem(NamedTuple):
    """`line` is 1-based; `check` the id of the check that speaks; `message` says what to do."""

    path: Path
    line: int
    message: str
    check: str = ""
    severity: str = ERROR

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"
