"""Edits that add no pattern count too: one that is deleted is gone, a changed setting is in force."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.house import LIB, WritePattern

PROMPT = "after the release the stale chunk breaks open tabs"


def exp(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(LIB / "exp.py"), *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def pattern(home: Path, write_pattern: WritePattern) -> Path:
    """The only pattern, in an index that is settled."""
    path = write_pattern(home / "global" / "frontend")
    time.sleep(0.05)
    exp("index")
    return path


def test_a_deleted_pattern_warns_no_more(pattern: Path) -> None:
    assert exp("explain", PROMPT).startswith("status: fires")
    pattern.unlink()
    assert exp("explain", PROMPT).startswith("status: silent")


def test_a_setting_counts_from_the_next_prompt(
    home: Path, tmp_path: Path, pattern: Path, write_pattern: WritePattern, monkeypatch: pytest.MonkeyPatch
) -> None:
    pattern.unlink()
    exp("index")
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    write_pattern(project / ".claude" / "experience")
    monkeypatch.chdir(project)
    assert exp("explain", PROMPT).startswith("status: silent")
    (home / "config.yaml").write_text("project_patterns: always\n")
    assert exp("explain", PROMPT).startswith("status: fires")
