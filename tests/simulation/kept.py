"""The ninety days as a fixture: lived once a run, copied for each test that wants to change them."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from experience.files.lock import locked
from tests.house import ROOT
from tests.simulation.lived import Lived


def lived(factory: pytest.TempPathFactory, seed: int = 90) -> Path:
    """The folder of `python -m tests.simulation`, made by the first worker that asks."""
    folder = factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = folder.parent
    place = folder / f"ninety-days-{seed}"
    with locked(folder / f"ninety-days-{seed}.once", wait=300):
        if not (place / "lived.pickle").exists():
            shutil.rmtree(place, ignore_errors=True)
            words = [sys.executable, "-m", "tests.simulation", str(place), str(seed)]
            subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=300)
    return place


def read(place: Path) -> Lived:
    with (place / "lived.pickle").open("rb") as file:
        found = pickle.load(file)  # noqa: S301  # made by ourselves a moment ago
    assert isinstance(found, Lived)
    return found
