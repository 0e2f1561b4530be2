"""The folder of the ninety days, lived once a run; a test that changes things puts them back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from experience.files.lock import locked
from tests.simulation import kept
from tests.simulation.lived import Lived


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept.lived(tmp_path_factory)


@pytest.fixture
def lived(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lived]:
    """The ninety days, with this process at home there, in the project `shop`; one test at a time."""
    found = kept.read(place)
    monkeypatch.setenv("HOME", str(place))
    monkeypatch.setenv("EXPERIENCE_HOME", str(found.home))
    monkeypatch.chdir(found.roots["shop"])
    with locked(place / "in-use", wait=300):
        yield found
