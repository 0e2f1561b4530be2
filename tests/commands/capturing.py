"""What the tests of capture share: a machine, a project, what a slash command runs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.commands.cold import Ran, exp
from tests.hotpath.machine import use_interpreter
from tests.house import clean_environment
from tests.patterns.drafts import sound

SESSION = "1f2e3d4c-0000-4000-8000-000000000001"
PROMPT = "security asks: is the base image digest of the api too old, trivy scan is red"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one commit."""
    folder = tmp_path / "project"
    folder.mkdir()
    git = ["git", "-c", "user.name=n", "-c", "user.email=n@example.org"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run([*git, *command], cwd=folder, env=clean_environment(tmp_path), check=True)
    return folder


@pytest.fixture
def machine(home: Path) -> Path:
    use_interpreter(home)
    return home


def sent(home: Path, text: str, *arguments: str, cwd: Path | None = None) -> Ran:
    """`exp.py capture ARGUMENTS` with `text` on standard input."""
    return exp(home, "capture", "--session", SESSION, *arguments, cwd=cwd, said=text)


def drafted(home: Path, cwd: Path | None = None, **changes: Any) -> dict[str, Any]:
    """A draft sent and kept; the document of the answer."""
    ran = sent(home, json.dumps(sound(**changes)), "--draft", "-", "--json", cwd=cwd)
    assert ran.code == 0, ran.out
    document: dict[str, Any] = ran.document
    return document


def typed(home: Path, words: str, cwd: Path | None = None) -> Ran:
    """What `/exp-capture WORDS` runs."""
    return sent(home, words, "--stdin", cwd=cwd)


def patterns(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.md"))
