"""A program `crontab` that keeps the table in a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

MARKER = "experience-layer harvest"
_PROGRAM = """#!/bin/sh
case $1 in
  -l) [ -e "{table}" ] || {{ echo "no crontab for me" >&2; exit 1; }}; cat "{table}" ;;
  -) [ ! -e "{folder}/refuse" ] || {{ echo "bad minute" >&2; exit 1; }};
     cat >"{table}.new" && mv "{table}.new" "{table}" ;;
  *) exit 2 ;;
esac
"""


def fake_crontab(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put it first on PATH; the file that holds the table."""
    table, program = folder / "cron" / "table", folder / "cron" / "crontab"
    program.parent.mkdir()
    program.write_text(_PROGRAM.format(table=table, folder=table.parent))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return table
