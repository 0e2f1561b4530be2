"""A workspace with a memory, and the client's own memory of a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from experience.memory import whose
from experience.memory.whose import Memory
from tests.memory.made import MEMORY


@pytest.fixture
def workspace(home: Path, tmp_path: Path) -> Memory:
    root = tmp_path / "workspace"
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "MEMORY.md").write_text(MEMORY)
    (root / "USER.md").write_text("Prefers short answers, in Czech.\n")
    (root / "SOUL.md").write_text("Calm.\n")
    return whose.at(root)


@pytest.fixture
def auto(home: Path, tmp_path: Path) -> Memory:
    folder = home.parent / "projects" / "-tmp-shop" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [Deploys](deploys.md): on Tuesday\n" + MEMORY)
    (folder / "deploys.md").write_text("# Deploys\nOn Tuesday, after the smoke test.\n")
    return whose.at(folder)
