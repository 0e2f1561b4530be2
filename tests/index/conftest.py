"""A living corpus in the home of the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hotpath.machine import use_interpreter
from tests.index.living import Living


@pytest.fixture
def living(home: Path, tmp_path: Path) -> Living:
    """Eight patterns, compiled."""
    cwd = tmp_path / "elsewhere"
    cwd.mkdir()
    use_interpreter(home)
    corpus = Living(home, cwd)
    for number in range(8):
        corpus.write(number)
    corpus.compile()
    return corpus
