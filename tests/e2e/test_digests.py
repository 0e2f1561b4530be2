"""A skill's digest in the real client: there when a person types /skill, and when the model launches it.

As in test_main_job.py all is real but the model: what is asserted is what the client sent to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.client import Client, ClientRun
from tests.e2e.conftest import Installed
from tests.e2e.messages_api import ToolCall
from tests.house import clean_environment

pytestmark = pytest.mark.e2e

SKILL = "search-demo"
RULE = "sort by date, newest first"
BODY = "Search the demo shop. xyzzy-body"
LAUNCH = ToolCall("Skill", {"skill": SKILL})


@pytest.fixture(scope="module")
def skill(installed: Installed) -> Path:
    """A skill of the user's with a digest made of three events, through the installed command."""
    folder = installed.home / ".claude" / "skills" / SKILL
    folder.mkdir()
    (folder / "SKILL.md").write_text(
        f"---\nname: {SKILL}\ndescription: Searches the demo shop.\n---\n\n{BODY}\n"
    )
    for number in range(3):
        found = {"session_id": f"s{number}", "winning_pattern": RULE, "outcome": "success"}
        exp(installed, "event", "add", SKILL, "--no-compact", send=json.dumps(found))
    assert "status: updated" in exp(installed, "compact", SKILL)
    return folder


def exp(installed: Installed, *arguments: str, send: str = "") -> str:
    program = installed.home / ".claude" / "skills" / "experience-layer" / "lib" / "exp.py"
    return subprocess.run(
        [sys.executable, str(program), *arguments], input=send, text=True, capture_output=True, check=True,
        cwd=installed.home, env=clean_environment(installed.home),
    ).stdout  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def digests(run: ClientRun) -> int:
    """How often the last request of the agent loop holds the digest."""
    assert run.code == 0, run.stderr
    return run.main[-1].told.count(f"- {RULE} — seen=3, success=3")


def test_a_typed_skill_brings_its_digest_with_the_first_request(
    client: Client, project: Path, skill: Path
) -> None:
    run = client.run(f"/{SKILL} red shoes", cwd=project)
    assert BODY in run.told
    assert run.told.count("Digest of the skill search-demo") == 1
    assert digests(run) == 1


def test_a_launched_skill_brings_it_once(client: Client, project: Path, skill: Path) -> None:
    run = client.run("find red shoes", cwd=project, script=[LAUNCH, LAUNCH, "done"])
    assert RULE not in run.told, "not before the skill is used"
    assert BODY in run.main[1].told
    assert len(run.main) == 3
    assert digests(run) == 1


def test_switched_off_it_does_not_come(
    client: Client, project: Path, skill: Path, installed: Installed
) -> None:
    config = installed.experience / "config.yaml"
    config.write_text("digests: off\n")
    try:
        run = client.run(f"/{SKILL} red shoes", cwd=project)
    finally:
        config.unlink()
    assert BODY in run.told
    assert digests(run) == 0


def test_a_digest_that_came_with_a_repository_does_not_reach_the_model(
    client: Client, project: Path, skill: Path
) -> None:
    folder = project / ".claude" / "skills" / "their-skill"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text("---\nname: their-skill\ndescription: d\n---\n\nTheir body.\n")
    text = f"## Active Rules\n- {RULE} — seen=3, success=3, last_verified=2026-11-01\n"
    (folder / "experience.md").write_text(text)
    run = client.run("/their-skill now", "--output-format", "stream-json", "--verbose", cwd=project)
    assert "Their body." in run.told
    assert digests(run) == 0
    assert "came with this repository and waits" in run.stdout


def waited_for(seen: Callable[[], bool]) -> bool:
    until = time.monotonic() + 40
    while not seen() and time.monotonic() < until:
        time.sleep(0.1)
    return seen()


def test_the_end_of_a_session_that_used_it_compacts_in_the_background(
    client: Client, project: Path, skill: Path, installed: Installed
) -> None:
    before = (skill / "experience.md").read_text()
    found = {"session_id": "other", "winning_pattern": RULE, "outcome": "success"}
    exp(installed, "event", "add", SKILL, "--no-compact", send=json.dumps(found))
    run = client.run(f"/{SKILL} red shoes", cwd=project)
    assert run.code == 0
    assert waited_for(lambda: "seen=4" in (skill / "experience.md").read_text()), before
