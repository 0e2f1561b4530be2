"""One sample pattern in a home that has been installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hotpath.machine import use_interpreter
from tests.house import WritePattern


@pytest.fixture
def corpus(home: Path, write_pattern: WritePattern) -> Path:
    """`home` with state/interpreter and the sample pattern; returns the folder of global domains."""
    use_interpreter(home)
    write_pattern(home / "global" / "frontend")
    return home / "global"


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """An empty folder outside any repository."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder
