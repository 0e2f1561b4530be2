"""`/exp-tune`, typed in the real client: it replays what was typed there and changes nothing by itself."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from tests.e2e.client import Client
from tests.e2e.conftest import Installed
from tests.e2e.messages_api import ToolCall
from tests.house import pattern_text

pytestmark = pytest.mark.e2e

EXP = "python3 ~/.claude/skills/experience-layer/lib/exp.py"


@pytest.mark.parametrize("mode", ["default", "auto"])
def test_tune_runs_without_a_question_and_says_what_evidence_lacks(
    client: Client, installed: Installed, tmp_path: Path, mode: str
) -> None:
    pattern = installed.corpus / "frontend" / "frontend-2026-04-18-stale-chunk.md"
    pattern.parent.mkdir(parents=True, exist_ok=True)
    pattern.write_text(pattern_text(), "utf-8")
    before = pattern.read_bytes()
    session = str(uuid.uuid4())
    client.run("make the settings page load as a lazy route", "--session-id", session, cwd=tmp_path)
    command = f"{EXP} tune --session {session} --stdin <<'EXP_END'\n\nEXP_END"
    tune = ToolCall("Bash", {"command": command, "description": "Tune"})
    flags = ("-r", session, "--permission-mode", mode, "--output-format", "json")
    run = client.run("/exp-tune", *flags, cwd=tmp_path, script=[tune, "done"])
    assert run.code == 0, run.stderr
    assert json.loads(run.stdout)["permission_denials"] == []
    assert "status: " in run.main[-1].told
    told = run.main[-1].told.rpartition("status: ")[2]
    assert "past prompt" in told
    assert pattern.read_bytes() == before
