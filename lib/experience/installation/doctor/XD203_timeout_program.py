"""No `timeout` on PATH, as on macOS: the hook's own watchdog keeps the deadline (case R01)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from experience.installation.doctor.finding import ERROR, INFO, OK, Finding
from experience.installation.doctor.surroundings import Surroundings

ID = "XD203"
TITLE = "deadline"


def check(around: Surroundings) -> Iterator[Finding]:
    if not shutil.which("bash", path=around.environment.get("PATH")):
        yield Finding(ERROR, "no bash on PATH: the hook cannot start")
        return
    for name in ("timeout", "gtimeout"):
        if found := shutil.which(name, path=around.environment.get("PATH")):
            yield Finding(OK, f"kept by {found} and by the hook itself")
            return
    yield Finding(INFO, "no timeout or gtimeout on PATH: the hook keeps its deadline by itself")
