"""The workflow file for a host with both systems: it can be read, and what it runs is there."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.house import ROOT

FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
#: What tests/run.sh refuses to go below.
OLDEST = 10


def loaded(path: Path) -> dict[Any, Any]:
    found = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def jobs() -> list[dict[str, Any]]:
    found = [job for path in FILES for job in loaded(path)["jobs"].values()]
    assert found
    return found


def steps() -> list[dict[str, Any]]:
    return [step for job in jobs() for step in job["steps"]]


def test_it_runs_on_each_push_and_may_only_read() -> None:
    assert FILES
    for path in FILES:
        document = loaded(path)
        assert document[True].keys() == {"push", "pull_request"}, "YAML 1.1 reads `on` as true"
        assert document["permissions"] == {"contents": "read"}


def test_a_step_either_uses_an_action_or_runs_a_file_that_is_here() -> None:
    for step in steps():
        assert ("uses" in step) != ("run" in step)
        if "uses" in step:
            assert re.fullmatch(r"actions/(checkout|setup-python|setup-node)@v\d+", step["uses"])
            continue
        program, file, *rest = shlex.split(step["run"])
        assert (program, rest) == ("bash", [])
        assert subprocess.run([program, "-n", str(ROOT / file)], check=False).returncode == 0


def test_what_ci_runs_is_run_there_too() -> None:
    assert [step["run"] for step in steps() if "run" in step] == ["bash .ci/run"]


def test_both_systems_and_every_python_are_in_the_matrix() -> None:
    (job,) = jobs()
    matrix = job["strategy"]["matrix"]
    assert {name.partition("-")[0] for name in matrix["system"]} == {"ubuntu", "macos"}
    *pinned, newest = matrix["python"]
    assert newest == "3.x"
    assert pinned == [f"3.{minor}" for minor in range(OLDEST, OLDEST + len(pinned))]
    assert all(isinstance(version, str) for version in pinned), "3.10 as a number is 3.1"


def test_the_interpreter_of_the_matrix_is_the_one_that_is_tested() -> None:
    (step,) = (step for step in steps() if "run" in step)
    assert step["env"] == {"PYTHON": "python"}
    assert '"${PYTHON:-python3}"' in (ROOT / "tests" / "run.sh").read_text("utf-8")


@pytest.mark.parametrize("word", ["secrets.", "http://", "https://", "pull_request_target"])
def test_nothing_secret_and_no_host_is_named(word: str) -> None:
    for path in FILES:
        assert word not in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "code"), [(["--no-such"], 2), (["--full", "--no-such"], 2), (["--all-pythons", "x"], 2)]
)
def test_an_option_that_run_sh_does_not_know_is_refused(options: list[str], code: int) -> None:
    done = subprocess.run(
        ["bash", str(ROOT / "tests" / "run.sh"), *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert "usage: bash tests/run.sh [--full] [--all-pythons]" in done.stderr
