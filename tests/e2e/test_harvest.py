"""Harvest in the real client: three sessions that overcame the same failure become a candidate, which warns
once it is approved; `/exp-harvest` as it is typed; the end of a session that was judged.

All is real but the model and the build, which is a script that fails until a variable is set.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from experience.harvest import lessons
from tests.commands.cold import exp
from tests.e2e.client import Client, ClientRun
from tests.e2e.conftest import Installed
from tests.e2e.messages_api import ToolCall

pytestmark = pytest.mark.e2e

EXP = "python3 ~/.claude/skills/experience-layer/lib/exp.py"
BUILD = """#!/bin/sh
[ -n "$LEGACY_SSL" ] && { echo compiled; exit 0; }
echo "Error: digital envelope routines::unsupported at /tmp/build.$$/hash.js:$$" >&2
exit 1
"""
PROMPT = "the storefront bundle says digital envelope routines unsupported again"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "bundle.sh").write_text(BUILD)
    return folder


def bash(command: str) -> ToolCall:
    return ToolCall("Bash", {"command": command, "description": "run it"})


def turn(
    client: Client, prompt: str, *script: Any, cwd: Path, flags: tuple[str, ...] = (), off: bool = False
) -> ClientRun:
    """`off`: with the layer switched off, so that nothing is harvested at the end."""
    allowed = (
        "--allowedTools",
        "Bash(sh bundle.sh:*)",
        "Bash(LEGACY_SSL=1 sh bundle.sh:*)",
        "Skill(search-web)",
    )
    return client.run(prompt, "--output-format", "json", *allowed, *flags, cwd=cwd, script=[*script, "done"],
                      env={"EXPERIENCE_LAYER": "off"} if off else {})  # fmt: skip


def waited_for(what: Callable[[], Any]) -> bool:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if what():
            return True
        time.sleep(0.1)
    return False


def results(run: ClientRun) -> list[str]:
    told = run.main[-1].told
    return [line.removeprefix("status: ") for line in told.splitlines() if line.startswith("status: ")]


def test_three_sessions_become_a_candidate_and_an_approved_one_warns(
    client: Client, installed: Installed, project: Path
) -> None:
    for number in range(3):
        run = turn(
            client, f"bundle the storefront for release {number}", bash("sh bundle.sh prod"),
            bash("sh bundle.sh prod"),
            bash("LEGACY_SSL=1 sh bundle.sh prod"), cwd=project,
        )  # fmt: skip
        assert json.loads(run.stdout)["permission_denials"] == []
    found = exp(installed.experience, "harvest", "--since", "1h", "--json", cwd=project).document
    (proposed,) = found["proposed"]
    assert (found["lessons"], proposed["sessions"]) == (3, 3)
    identity = proposed["id"]
    assert "LEGACY_SSL=1 sh bundle.sh prod" in Path(proposed["path"]).read_text()
    assert identity not in turn(client, PROMPT, cwd=project).told

    session = str(uuid.uuid4())
    approve = bash(f"{EXP} capture --session {session} --stdin <<'EXP_END'\napprove {identity}\nEXP_END")
    approved = turn(
        client, f"/exp-capture approve {identity}", approve, cwd=project, flags=("--session-id", session)
    )
    assert results(approved)[-1] == "approved"
    warned = turn(client, PROMPT, cwd=project).told
    assert identity in warned
    assert "LEGACY_SSL=1 sh bundle.sh prod" in warned


def test_the_typed_command_names_a_pattern_and_appends_it_once(
    client: Client, installed: Installed, project: Path
) -> None:
    folder = installed.home / ".claude" / "skills" / "search-web"
    folder.mkdir()
    (folder / "SKILL.md").write_text("---\nname: search-web\ndescription: search the web\n---\n\nSearch.\n")
    session = str(uuid.uuid4())
    use = ToolCall("Skill", {"skill": "search-web", "args": "Nike shoes complaints last 30 days"})
    turn(client, "what do people complain about", use, cwd=project, flags=("--session-id", session))
    turn(client, "that works, thanks", cwd=project, flags=("--resume", session))
    log = folder / "experience" / "patterns.jsonl"
    assert waited_for(log.is_file), "the end of a session that was judged"
    assert waited_for((folder / "experience.md").is_file)
    (event,) = map(json.loads, log.read_text().splitlines())
    assert (event["session_id"], event["user_feedback"]) == (session, "accepted")

    call = bash(f"{EXP} harvest --session {session} --propose --stdin <<'EXP_END'\n\nEXP_END")
    run = turn(client, "/exp-harvest", call, cwd=project, flags=("--resume", session))
    assert json.loads(run.stdout)["permission_denials"] == []
    assert results(run)[-1] == "accepted"
    assert f"harvest --session {session} --propose --stdin <<'EXP_END'" in run.told
    assert len(log.read_text().splitlines()) == 1


def test_the_model_names_a_pattern_in_a_heredoc_that_nobody_is_asked_about(
    client: Client, installed: Installed, project: Path
) -> None:
    folder = installed.home / ".claude" / "skills" / "search-news"
    folder.mkdir()
    (folder / "SKILL.md").write_text("---\nname: search-news\ndescription: search news\n---\n\nSearch.\n")
    session = str(uuid.uuid4())
    turn(
        client,
        "/search-news Nike shoes complaints last 30 days",
        cwd=project,
        flags=("--session-id", session),
        off=True,
    )
    turn(client, "that works, thanks", cwd=project, flags=("--resume", session), off=True)
    identity = lessons.digest("search-news\nbrand + term + pain_word + recent_date_window")[:6]
    calls = [
        bash(f"{EXP} harvest --session {session} --propose --stdin <<'EXP_END'\n\nEXP_END"),
        bash(
            f"{EXP} harvest --session {session} --names - <<'EXP_END'\n{identity} brand + what hurts +"
            " recent window\nEXP_END"
        ),
    ]
    run = turn(client, "/exp-harvest", *calls, cwd=project, flags=("--resume", session))
    assert json.loads(run.stdout)["permission_denials"] == []
    assert results(run)[-2:] == ["lessons", "accepted"]
    (event,) = map(json.loads, (folder / "experience" / "patterns.jsonl").read_text().splitlines())
    assert event["winning_pattern"] == "brand + what hurts + recent window"
