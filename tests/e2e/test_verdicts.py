"""`/exp-saved` and `/exp-falsepositive`, typed in the real client: the script runs without a question, the
pattern changes, the next prompt is quiet. As in test_main_job.py all is real but the model."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from experience.patterns.parse import parse_file
from experience.patterns.pattern import Pattern
from tests.e2e.client import Client, ClientRun
from tests.e2e.conftest import Installed
from tests.e2e.messages_api import ToolCall
from tests.hotpath.machine import rows
from tests.house import pattern_text

pytestmark = pytest.mark.e2e

PATTERN = "frontend-2026-04-18-stale-chunk"
INNOCENT = "rename the stale chunk counter in our terrain generator for the voxel engine"
EXP = "python3 ~/.claude/skills/experience-layer/lib/exp.py"
MODES = ("default", "auto")


@pytest.fixture(autouse=True)
def corpus(installed: Installed) -> Path:
    path = installed.corpus / "frontend" / f"{PATTERN}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(pattern_text(id=PATTERN, review_status="pending"), "utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


@pytest.fixture
def session() -> str:
    return str(uuid.uuid4())


def warned(client: Client, project: Path, session: str) -> None:
    run = client.run(INNOCENT, "--session-id", session, cwd=project)
    assert f"[{PATTERN}]" in run.told


def call(verb: str, session: str, said: str) -> ToolCall:
    """What the page asks the model to run, with what the user typed."""
    command = f"{EXP} {verb} --session {session} --stdin <<'EXP_END'\n{said}\nEXP_END"
    return ToolCall("Bash", {"command": command, "description": "Count it"})


def typed(
    client: Client, project: Path, session: str, verb: str, said: str = "", mode: str = "default"
) -> ClientRun:
    """`/exp-VERB SAID` as the next turn of the session; the model does as the page says."""
    prompt = f"/exp-{verb} {said}".rstrip()
    flags = ("-r", session, "--permission-mode", mode, "--output-format", "json")
    run = client.run(prompt, *flags, cwd=project, script=[call(verb, session, said), "done"])
    assert run.code == 0, run.stderr
    assert f"{EXP} {verb} --session {session} --stdin <<'EXP_END'" in run.told, "the page did not arrive"
    answer = json.loads(run.stdout)
    assert answer["permission_denials"] == []
    return run


def loaded(path: Path) -> Pattern:
    pattern = parse_file(path).pattern
    assert pattern is not None
    return pattern


@pytest.mark.parametrize("mode", MODES)
def test_a_save_is_counted_without_a_question(
    client: Client, installed: Installed, corpus: Path, project: Path, session: str, mode: str
) -> None:
    warned(client, project, session)
    run = typed(client, project, session, "saved", mode=mode)
    assert "status: saved" in run.main[-1].told
    assert (loaded(corpus).hits, loaded(corpus).review_status) == (1, "validated")
    assert rows(installed.experience, "saves.jsonl")[-1]["session_id"] == session


@pytest.mark.parametrize("mode", MODES)
def test_a_false_alarm_is_counted_and_the_offer_taken_in_the_next_turn(
    client: Client, installed: Installed, corpus: Path, project: Path, session: str, mode: str
) -> None:
    warned(client, project, session)
    first = typed(client, project, session, "falsepositive", f"{PATTERN} it's about voxels", mode)
    told = first.main[-1].told
    assert "status: falsepositive" in told
    offers = [line.strip() for line in told.splitlines() if " --none " in line and PATTERN in line]
    offers = [line for line in offers if line.startswith(f"/exp-falsepositive {PATTERN} --none ")]
    assert offers, told
    verb, _, said = offers[0].removeprefix("/exp-").partition(" ")
    second = typed(client, project, session, verb, said, mode)
    assert "status: tightened" in second.main[-1].told
    assert loaded(corpus).triggers.none
    assert loaded(corpus).false_positives == 1
    assert PATTERN not in client.run(INNOCENT, cwd=project).told


@pytest.mark.parametrize(
    "said", ['it\'s "odd"; touch HARM $(touch HARM) `touch HARM` | touch HARM', "a'b; touch HARM"]
)
@pytest.mark.parametrize("verb", ["saved", "falsepositive"])
def test_signs_of_the_shell_in_what_was_typed_do_no_harm(
    client: Client, installed: Installed, project: Path, session: str, verb: str, said: str
) -> None:
    warned(client, project, session)
    run = typed(client, project, session, verb, said)
    assert "status: " in run.main[-1].told
    assert list(project.rglob("HARM")) == list(installed.home.glob("HARM")) == []
