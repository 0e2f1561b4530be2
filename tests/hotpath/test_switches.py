"""Kill switches: first of all, without Python, the same for bash and for the doors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from experience.hotpath import switches
from tests.hotpath.machine import MATCHING, PATTERN, counting_interpreter, rows
from tests.house import LIB, RunHook, clean_environment, prompt_payload

OFF = [
    "off",
    "OFF",
    "Off",
    " off ",
    "off\t",
    "\noff\n",
    "0",
    "false",
    "False",
    "no",
    "NO",
    "disabled",
    "Disabled",
]
ON = ["", " ", "\t\n", "on", "1", "true", "yes", "offline", "of", "x"]


def door(home: Path, payload: dict[str, object], **env: str) -> str:
    """What lib/retrieve.py prints when it is called without the adapter."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(LIB / "retrieve.py")],
        input=json.dumps(payload).encode(), env={**clean_environment(home.parent.parent, home), **env},
        capture_output=True, timeout=30, check=True,
    )  # fmt: skip
    return done.stdout.decode()


@pytest.mark.parametrize("value", OFF)
def test_the_variable_says_no_before_any_python_starts(corpus: Path, run_hook: RunHook, value: str) -> None:
    starts = counting_interpreter(corpus.parent)
    result = run_hook(prompt_payload(MATCHING), env={"EXPERIENCE_LAYER": value})
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    assert not starts.exists()
    assert rows(corpus.parent, "injections.jsonl") == []


@pytest.mark.parametrize("value", ON)
def test_other_values_do_not(corpus: Path, run_hook: RunHook, value: str) -> None:
    starts = counting_interpreter(corpus.parent)
    assert PATTERN in run_hook(prompt_payload(MATCHING), env={"EXPERIENCE_LAYER": value}).context
    assert starts.exists()


def test_python_reads_the_variable_as_bash_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in [*OFF, *ON]:
        monkeypatch.setenv("EXPERIENCE_LAYER", value)
        assert bool(switches.off_because()) == (value in OFF), value


def test_the_door_alone_obeys_as_well(corpus: Path, work: Path) -> None:
    payload = prompt_payload(MATCHING, cwd=str(work))
    assert PATTERN in door(corpus.parent, payload)
    assert door(corpus.parent, payload, EXPERIENCE_LAYER="off") == ""
    assert door(corpus.parent, payload, EXP_NESTED="1") == ""
    (work / ".experience-disabled").touch()
    assert door(corpus.parent, payload) == ""


@pytest.fixture
def project(work: Path) -> Path:
    """A repository with folders `a/b`."""
    root = work / "project"
    (root / ".git").mkdir(parents=True)
    (root / "a" / "b").mkdir(parents=True)
    return root


@pytest.mark.parametrize("at", [".", "a", "a/b"])
@pytest.mark.parametrize("kind", ["file", "folder", "dangling link"])
def test_a_marker_between_here_and_the_root(
    corpus: Path, run_hook: RunHook, project: Path, at: str, kind: str
) -> None:
    marker = project / at / ".experience-disabled"
    if kind == "folder":
        marker.mkdir()
    elif kind == "file":
        marker.touch()
    else:
        marker.symlink_to("/nowhere")
    starts = counting_interpreter(corpus.parent)
    result = run_hook(prompt_payload(MATCHING), cwd=project / "a" / "b")
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    assert not starts.exists()


@pytest.mark.parametrize("value", ["{}", "{}/", "{}/a/b", "{}/a/../a"])
def test_a_marker_of_CLAUDE_PROJECT_DIR(corpus: Path, run_hook: RunHook, project: Path, value: str) -> None:
    (project / ".experience-disabled").touch()
    starts = counting_interpreter(corpus.parent)
    env = {"CLAUDE_PROJECT_DIR": value.format(project)}
    assert run_hook(prompt_payload(MATCHING), env=env).stdout == ""
    assert not starts.exists()


@pytest.mark.parametrize("at", [".", "a", "a/b"])
def test_a_marker_that_only_the_payload_leads_to(
    corpus: Path, run_hook: RunHook, project: Path, at: str
) -> None:
    (project / at / ".experience-disabled").touch()
    assert run_hook(prompt_payload(MATCHING, cwd=str(project / "a" / "b"))).stdout == ""
    assert rows(corpus.parent, "injections.jsonl") == []


@pytest.mark.parametrize("at", ["..", "a/c", "../sibling"])
def test_a_marker_elsewhere_counts_for_nothing(
    corpus: Path, run_hook: RunHook, project: Path, at: str
) -> None:
    (project / at).mkdir(exist_ok=True)
    (project / at / ".experience-disabled").touch()
    cwd = project / "a" / "b"
    payload = prompt_payload(MATCHING, cwd=str(cwd))
    assert PATTERN in run_hook(payload, cwd=cwd, env={"CLAUDE_PROJECT_DIR": str(project)}).context


def test_switching_on_again_needs_no_more_than_taking_the_marker_away(
    corpus: Path, run_hook: RunHook, project: Path
) -> None:
    marker = project / ".experience-disabled"
    for _ in range(2):
        marker.touch()
        assert run_hook(prompt_payload(MATCHING), cwd=project).stdout == ""
        marker.unlink()
        assert PATTERN in run_hook(prompt_payload(MATCHING), cwd=project).context
