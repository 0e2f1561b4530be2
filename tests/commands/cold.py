"""One real run of the cold door."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.house import LIB, clean_environment


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def document(self) -> Any:
        return json.loads(self.out)


def exp(
    home: Path,
    *arguments: str,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    said: str = "",
) -> Ran:
    """`exp.py ARGUMENTS` in a clean environment with this EXPERIENCE_HOME; `env` is added to it, `said` is
    what comes on standard input."""
    environment = {**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1", **(env or {})}
    done = subprocess.run(
        [sys.executable, str(LIB / "exp.py"), *arguments],
        capture_output=True, input=said, text=True, encoding="utf-8", check=False, timeout=60,
        env=environment, cwd=cwd or home,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr)
