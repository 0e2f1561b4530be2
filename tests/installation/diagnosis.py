"""What `exp.py doctor` says of a machine, by the title of each check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from tests.installation.machine import Machine


class Diagnosis(NamedTuple):
    """`findings`: as --json lists them; `fixed`: what --fix did."""

    status: str
    code: int
    findings: list[dict[str, Any]]
    fixed: list[dict[str, Any]]

    def of(self, title: str) -> tuple[str, str]:
        """(level, cause) of the worst finding under that title."""
        found = [(one["level"], one["cause"]) for one in self.findings if one["title"] == title]
        assert found, f"no finding about {title}: {self.findings}"
        return found[0]

    def mend(self, title: str) -> str:
        return next(str(one["mend"]) for one in self.findings if one["title"] == title)

    @property
    def sick(self) -> list[tuple[str, str, str]]:
        """Errors and warnings: (level, title, cause)."""
        return [
            (one["level"], one["title"], one["cause"])
            for one in self.findings
            if one["level"] in ("error", "warning")
        ]


def doctor(machine: Machine, *options: str, cwd: Path | None = None, **env: str) -> Diagnosis:
    ran = machine.exp("doctor", "--json", *options, cwd=cwd, **env)
    assert ran.out.startswith("{"), ran
    document = json.loads(ran.out)
    return Diagnosis(document["status"], ran.code, document["findings"], document["fixed"])
