"""kill -9 and a full disk at every step of what we write: old or new, never half, done on the next try."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults import steps
from tests.faults.scenarios import ALL
from tests.house import LIB, ROOT, clean_environment

#: What each act must have met; an act whose steps are not seen has not been cut.
LEAST = {
    "index build": {"open", "write", "fsync", "replace"},
    "index of an edit": {"open", "write", "fsync", "replace"},
    "log append": {"open", "write"},
    "log append with rotation": {"open", "write", "mkdir", "rename"},
    "settings edit": {"open", "write", "fsync", "replace"},  # replace: of the backup
    "settings made": {"open", "write", "fsync", "link", "unlink"},
    "pattern edit": {"open", "write", "fsync"},
    "pattern moved": {"mkdir", "link", "unlink"},
    "salt": {"mkdir", "open", "write", "link", "unlink"},
}

Rows = list[dict[str, Any]]


def cuts(folder: Path, kinds: str) -> dict[str, Rows]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.cut", str(folder), kinds],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
        env=clean_environment(folder) | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(LIB)))},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Rows] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rows]:
    return cuts(tmp_path_factory.mktemp("killed"), "kills")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Rows]:
    return cuts(tmp_path_factory.mktemp("full"), "full")


def test_every_act_has_its_steps() -> None:
    assert LEAST.keys() == ALL.keys()


@pytest.mark.parametrize("name", ALL)
def test_kill_9_at_every_step_leaves_old_or_new(killed: dict[str, Rows], name: str) -> None:
    rows = killed[name]
    met = {row["step"] for row in rows}
    assert met >= LEAST[name]
    number = max(row["at"] for row in rows) + 1
    wanted = {(at, cut) for at in range(number) for cut in ("before", "after")}
    halves = {(row["at"], "half") for row in rows if row["step"] == "write"}
    assert {(row["at"], row["cut"]) for row in rows} == wanted | halves, "a step was left out"
    assert {row["ended"] for row in rows} == {9}, "a process lived on"
    assert {row["state"] for row in rows} == {"old", "new"}, [row for row in rows if len(row["state"]) > 3]
    assert {row["again"] for row in rows} == {"new"}, "the next try is hindered by what was left"


@pytest.mark.parametrize("name", ALL)
def test_a_disk_that_is_full_from_any_step_on_leaves_old_or_new(full: dict[str, Rows], name: str) -> None:
    rows = full[name]
    assert {row["step"] for row in rows} >= LEAST[name]
    assert {row["cut"] for row in rows} <= set(steps.FULL)
    assert {row["ended"] for row in rows} <= {0, 256}, "not an error that its caller knows"
    assert {row["state"] for row in rows} <= {"old", "new"}, [row for row in rows if len(row["state"]) > 3]
    assert [row["left"] for row in rows if row["left"]] == [], "what was not finished takes room"
    assert {row["again"] for row in rows} == {"new"}


def test_a_line_that_found_half_its_room_is_not_called_written(full: dict[str, Rows]) -> None:
    rows = [row for row in full["log append"] if row["step"] == "write"]
    assert {row["cut"] for row in rows} == {"full", "short"}
    assert {row["ended"] for row in rows} == {256}


def test_a_write_that_is_no_step_would_be_seen(tmp_path: Path) -> None:
    """The kernel, by strace, counts what it was asked for; only where there is one."""
    trace = tmp_path / "trace"
    calls = "write,fsync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,fchmod,kill"
    traced = [sys.executable, "-c", TRACED, str(tmp_path)]
    try:
        done = subprocess.run(
            ["strace", "-f", "-qq", "-o", str(trace), "-e", f"trace={calls}", *traced],
            cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
            env=clean_environment(tmp_path) | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(LIB)))},
        )  # fmt: skip
    except FileNotFoundError:
        pytest.skip("strace is not installed")
    if done.returncode:
        pytest.skip(f"strace cannot trace here: {done.stderr[:80]}")
    lines = [line.split(None, 1)[1].partition("(") for line in trace.read_text().splitlines() if "(" in line]
    marks = [at for at, line in enumerate(lines) if line[0] == "kill" and ", 0)" in line[2]]
    asked = [line[0].removesuffix("at") for line in lines[marks[0] + 1 : marks[1]]]
    ours = {"replace": "rename", "exchange": "renameat2"}
    met = [ours.get(step, step) for step in json.loads(done.stdout) if step != "open"]
    assert asked == met


#: Prints the steps of a settings edit, then does it between two marks that strace sees.
TRACED = """
import json, os, sys
from pathlib import Path
from tests.faults import cut
from tests.faults.scenarios import ALL
folder, scenario = Path(sys.argv[1]), ALL["settings edit"]
print(json.dumps(cut.names_of(folder, scenario)))
home = cut.fresh(folder, scenario)
def act():
    os.kill(os.getpid(), 0)
    scenario.act(home)
    os.kill(os.getpid(), 0)
assert cut.forked(act) == 0
"""
