"""A machine to install on: an empty HOME, and a checkout of its own where a test changes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house import ROOT
from tests.installation.machine import Machine, copied_checkout


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Nothing on it but an empty HOME; installs from this checkout."""
    (tmp_path / "home").mkdir()
    return Machine(tmp_path / "home", ROOT)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout with two commands of its own, free to change."""
    return copied_checkout(tmp_path / "checkout")
