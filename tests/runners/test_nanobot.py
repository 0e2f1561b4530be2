"""The real package nanobot-ai, in an environment of its own, with a model on loopback. Only under --full."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from experience.memory.whose import Memory
from experience.runners.headless import NoAnswer
from experience.runners.nanobot import conversation
from tests.commands.cold import exp
from tests.house import ROOT, clean_environment
from tests.memory.conftest import workspace
from tests.memory.made import MEMORY, change, changes
from tests.runners.chat_api import ChatApi

__all__ = ["workspace"]

VERSION = "0.3.5"
#: Names an interpreter that can import nanobot; without it an environment is made in the usual cache.
VARIABLE = "EXPERIENCE_TEST_NANOBOT"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "experience-layer-tests"
DEBUG = "- Debugged a flaky link check on Friday, it was DNS"
GOOD = changes(change("ephemeral", DEBUG))


@pytest.fixture(scope="session")
def nanobot() -> str:
    given = os.environ.get(VARIABLE, "")
    if given:
        return given
    if platform.python_version_tuple()[:2] == ("3", "10"):
        pytest.skip("nanobot-ai needs Python 3.11")
    folder = CACHE / f"nanobot-{VERSION}-{sys.version_info.major}.{sys.version_info.minor}"
    python = folder / "bin" / "python"
    if not (folder / "made").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True, timeout=300)
        install = [str(python), "-m", "pip", "install", "--quiet", f"nanobot-ai=={VERSION}"]
        if subprocess.run(install, check=False, timeout=900).returncode:
            pytest.skip(f"nanobot-ai {VERSION} could not be installed")
        (folder / "made").touch()
    return str(python)


@pytest.fixture
def api() -> Iterator[ChatApi]:
    with ChatApi([]) as served:
        yield served


def configured(folder: Path, url: str) -> Path:
    path = folder / "nanobot.json"
    model = {"model": "stand-in", "provider": "custom"}
    path.write_text(json.dumps({
        "providers": {"custom": {"apiKey": "none", "apiBase": url}},
        "agents": {"defaults": model},
        "modelPresets": {"kimi": {**model, "model": "kimi-stand-in"}},
    }))  # fmt: skip
    return path


@pytest.mark.slow
def test_a_night_with_nanobot_keeps_one_session_and_uses_the_preset(
    home: Path, workspace: Memory, tmp_path: Path, nanobot: str
) -> None:
    wrong = changes(change("ephemeral", "- not there"))
    with ChatApi([json.dumps(wrong), f"Here:\n```json\n{json.dumps(GOOD)}\n```"]) as api:
        ran = exp(
            home, "memory", "nightly", "--path", str(workspace.base), "--runner", "nanobot",
            "--python", nanobot,
            "--nanobot-config", str(configured(tmp_path, api.url)), "--model-preset", "kimi",
        )  # fmt: skip
    assert ran.lines[0] == "status: applied", ran
    assert workspace.path.read_text() == MEMORY.replace(DEBUG + "\n", "")
    asked = [request for request in api.requests if request.get("tools")]
    assert {request["model"] for request in asked} == {"kimi-stand-in"}
    told = json.dumps(asked[1]["messages"])
    assert "compact-memory-auto:" in told
    assert "change 1: block 1" in told
    assert {path.name for path in workspace.backups.iterdir()} == {f"{_run(workspace)}_memory.backup.md"}


def _run(memory: Memory) -> str:
    return str(json.loads(memory.log.read_text().splitlines()[0])["run"])


@pytest.mark.slow
def test_a_nanobot_that_edits_the_memory_itself_is_caught(
    home: Path, workspace: Memory, tmp_path: Path, nanobot: str
) -> None:
    edit = {"name": "write_file", "arguments": {"path": str(workspace.path), "content": "gone"}}
    with ChatApi([edit, json.dumps(GOOD)]) as api:
        ran = exp(
            home, "memory", "nightly", "--path", str(workspace.base), "--runner", "nanobot",
            "--python", nanobot,
            "--nanobot-config", str(configured(tmp_path, api.url)),
        )  # fmt: skip
    assert ran.lines[0] == "status: skipped", (ran, workspace.cron_log.read_text())
    assert workspace.path.read_text() == "gone"
    copies = [path for path in workspace.backups.iterdir() if path.name.endswith("before-run_MEMORY.md")]
    assert [path.read_text() for path in copies] == [MEMORY]


@pytest.mark.slow
def test_the_script_of_the_skill_runs_a_night_of_its_workspace(
    home: Path, workspace: Memory, tmp_path: Path, nanobot: str
) -> None:
    skill = workspace.base / "skills" / "compact-memory"
    skill.parent.mkdir()
    subprocess.run(
        ["cp", "-r", str(ROOT / "templates/nanobot/skills/compact-memory"), str(skill)], check=True
    )
    with ChatApi([json.dumps(GOOD)]) as api:
        environment = {
            **clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1",
            "EXPERIENCE_LAYER_ROOT": str(ROOT),            "COMPACT_MEMORY_PRESET": "kimi",
        }  # fmt: skip
        done = subprocess.run(
            [nanobot, str(skill / "scripts" / "compact_memory_auto.py"), "--nanobot-config",
             str(configured(tmp_path, api.url))],
            env=environment, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
    assert done.stdout.startswith("status: applied"), done
    assert workspace.path.read_text() == MEMORY.replace(DEBUG + "\n", "")


def test_without_an_environment_that_holds_it_the_way_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoAnswer, match="pip install nanobot-ai"), conversation("k", tmp_path, python=""):
        pass
