"""A skill in the user's own folder of skills."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.digest.skill import Skill


@pytest.fixture
def skill(home: Path) -> Skill:
    return Skill(home.parent / "skills" / "channels")
