"""The documented recipe on a local Dask cluster. Dask is no dependency: `pip install dask distributed`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.harvest.made import overcome, put
from tests.house import ROOT, clean_environment

pytestmark = pytest.mark.slow


def python_with_dask(tmp_path: Path) -> str:
    """This interpreter, or one of an environment made for the test."""
    if importlib.util.find_spec("distributed"):
        return sys.executable
    folder = tmp_path / "venv"
    python = str(folder / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True)
    wanted = ["dask", "distributed", "pyyaml"]
    done = subprocess.run(
        [python, "-m", "pip", "install", "-q", *wanted], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip(f"Dask cannot be installed here: {done.stderr.strip()[-200:]}")
    return python


def test_an_archive_is_harvested_by_the_workers_of_a_cluster(home: Path, tmp_path: Path) -> None:
    user = home.parent.parent
    paths = [put(user, overcome(number)) for number in range(12)]
    (tmp_path / "harvest_on_dask.py").write_text((ROOT / "templates" / "harvest_on_dask.py").read_text())
    command = [
        python_with_dask(tmp_path), str(ROOT / "lib" / "exp.py"), "harvest", "--archive",
        str(paths[0].parent),
        "--executor", "harvest_on_dask:executor",
    ]  # fmt: skip
    environment = {**clean_environment(user, home), "EXP_IN_VENV": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[:2] == [
        "status: harvested", "sessions: 12 read, 0 unchanged since the last harvest"
    ]  # fmt: skip
    assert exp(home, "harvest", "--all").lines[0] == "status: nothing-new"
    assert len(exp(home, "candidates", "--json").document["candidates"]) == 1
