"""One finding about a pattern file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ERROR = "error"
WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """`line` is 1-based; `check` the id of the check that speaks; `message` says what to do."""

    path: Path
    line: int
    message: str
    check: str = ""
    severity: str = ERROR

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"
