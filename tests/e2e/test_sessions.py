"""Within a session and within a project, in the real client: one warning each, the nudge, trust.

As in test_main_job.py all is real but the model. A conversation is resumed with `-c`, which sends
all of it again: what is counted is how often a text stands in the last request.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.client import Client, ClientRun
from tests.e2e.conftest import Installed
from tests.e2e.messages_api import Reply, ToolCall
from tests.hotpath.machine import rows
from tests.house import clean_environment, pattern_text

pytestmark = pytest.mark.e2e

PATTERN = "frontend-2026-04-18-stale-chunk"
THEIRS = "general-2026-04-18-theirs"
MATCHING = "Deploy the frontend again, users report a ChunkLoadError after a stale chunk"
NUDGE = "Signs of going in circles:"
FAILING = ToolCall("Bash", {"command": "make deploy-it", "description": "Deploy"})
#: Flags that make the client tell what each hook printed.
HOOK_EVENTS = ("--output-format", "stream-json", "--verbose", "--include-hook-events")
#: The registered hook in other words: the client drops only what is spelled alike.
OTHER_SPELLING = 'exec bash -p "$HOME/.claude/skills/experience-layer/hooks/claude-code.sh"'


@pytest.fixture(scope="module", autouse=True)
def corpus(installed: Installed) -> Path:
    path = installed.corpus / "frontend" / f"{PATTERN}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(pattern_text(id=PATTERN), "utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository of its own for each test, so that `-c` finds the test's own session."""
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def warnings(run: ClientRun, pattern: str = PATTERN) -> int:
    """How often the model is told of `pattern` in the last request of the run."""
    assert run.code == 0, run.stderr
    return run.main[-1].told.count(f"[{pattern}]")


def injected(installed: Installed, session: str) -> list[list[str]]:
    """Per line of the log of one session: which patterns were injected."""
    log = rows(installed.experience, "injections.jsonl")
    return [row["patterns_injected"] for row in log if row["session_id"] == session]


def session_of(run: ClientRun) -> str:
    return str(json.loads(run.stdout)["session_id"])


def hooks_said(run: ClientRun) -> list[str]:
    """What each hook that ran for the prompt printed."""
    answers = [event for event in run.events if event.get("subtype") == "hook_response"]
    return [event["stdout"] for event in answers if event["hook_event"] == "UserPromptSubmit"]


def exp(installed: Installed, *arguments: str, cwd: Path) -> str:
    """`exp.py ARGUMENTS` by the system's python3, as a person would type it; what it printed."""
    done = subprocess.run(
        ["/bin/sh", "-c", f"python3 ~/.claude/skills/experience-layer/lib/exp.py {' '.join(arguments)}"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
        env=clean_environment(installed.home), cwd=cwd, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_resumed_session_does_not_carry_the_warning_twice(
    client: Client, project: Path, installed: Installed
) -> None:
    first = client.run(MATCHING, "--output-format", "json", cwd=project)
    assert warnings(first) == 1
    again = client.run(MATCHING, "-c", cwd=project)
    assert again.main[-1].told.count(MATCHING) == 2
    assert warnings(again) == 1
    session = session_of(first)
    assert warnings(client.run(MATCHING, "--resume", session, cwd=project)) == 1
    assert injected(installed, session) == [[PATTERN], [], []]


def test_after_a_compaction_it_comes_again(client: Client, project: Path, installed: Installed) -> None:
    session = session_of(client.run(MATCHING, "--output-format", "json", cwd=project))
    assert client.run("/compact", "-c", cwd=project, script=["They deployed."]).code == 0
    after = client.run(MATCHING, "-c", cwd=project)
    assert "They deployed." in after.told
    assert warnings(after) == 1
    assert injected(installed, session) == [[PATTERN], [PATTERN]]


def test_a_new_session_in_the_same_project_is_warned(client: Client, project: Path) -> None:
    assert [warnings(client.run(MATCHING, cwd=project)) for _ in range(2)] == [1, 1]


def test_S29_two_registrations_of_the_hook_inject_once(
    client: Client, project: Path, installed: Installed
) -> None:
    hook = {"type": "command", "command": OTHER_SPELLING, "timeout": 5}
    settings = {"hooks": {"UserPromptSubmit": [{"hooks": [hook]}], "SessionStart": [{"hooks": [hook]}]}}
    (project / ".claude").mkdir()
    (project / ".claude" / "settings.json").write_text(json.dumps(settings))
    run = client.run(MATCHING, *HOOK_EVENTS, cwd=project)
    assert len(hooks_said(run)) == 3, run.stdout  # the third is the plugin form, silent beside the first
    assert sum(PATTERN in printed for printed in hooks_said(run)) == 1
    assert warnings(run) == 1
    assert injected(installed, str(run.events[-1]["session_id"])) == [[PATTERN]]


def test_patterns_of_a_repository_stay_out_until_they_are_trusted(
    client: Client, project: Path, installed: Installed
) -> None:
    theirs = project / ".claude" / "experience" / f"{THEIRS}.md"
    theirs.parent.mkdir(parents=True)
    theirs.write_text(pattern_text(id=THEIRS, keywords=["wobbler"], fix="Tighten the flange."))
    prompt = "the wobbler is off"
    before = client.run(prompt, *HOOK_EVENTS, cwd=project)
    assert prompt in before.told
    assert all(word not in json.dumps(before.main[0].body) for word in (THEIRS, "flange"))
    said = [event["content"] for event in before.events if event.get("subtype") == "informational"]
    assert ["1 pattern of this repository waits" in line for line in said] == [True]
    assert "Tighten the flange." in exp(installed, "trust", cwd=project)
    after = client.run(prompt, cwd=project)
    assert warnings(after, THEIRS) == 1
    assert "from this repository" in after.told
    theirs.write_text(theirs.read_text().replace("Tighten", "Loosen"))
    edited = client.run(prompt, cwd=project)
    assert prompt in edited.told
    assert "flange" not in edited.told


def failing_three_times(client: Client, project: Path) -> ClientRun:
    script: list[Reply] = [FAILING, FAILING, FAILING, "I could not."]
    run = client.run("please deploy it", "--allowedTools", "Bash", cwd=project, script=script)
    assert len(run.main) == 4
    assert NUDGE not in run.main[-1].told
    return run


def test_a_command_that_failed_three_times_brings_a_nudge(
    client: Client, project: Path, installed: Installed
) -> None:
    failing_three_times(client, project)
    run = client.run("please look at it", "-c", "--output-format", "json", cwd=project)
    assert run.main[-1].told.count(NUDGE) == 1
    assert "`make deploy-it` has failed 3 times" in run.told
    assert warnings(run) == 0
    log = rows(installed.experience, "nudges.jsonl")
    assert [row["signals"][0] for row in log if row["session_id"] == session_of(run)] == ["same_command"]
    assert client.run("please look at it", "-c", cwd=project).main[-1].told.count(NUDGE) == 1  # cooldown


def test_warning_and_nudge_together_are_one_document(client: Client, project: Path) -> None:
    failing_three_times(client, project)
    run = client.run(f"{MATCHING}, same error again", "-c", *HOOK_EVENTS, cwd=project)
    assert (warnings(run), run.main[-1].told.count(NUDGE)) == (1, 1)
    (document,) = map(json.loads, filter(None, hooks_said(run)))  # the plugin form prints nothing
    assert set(document) == {"hookSpecificOutput", "systemMessage"}
    said = [event["content"] for event in run.events if event.get("subtype") == "informational"]
    assert len(said) == 1, run.stdout
    assert PATTERN in said[0]
    assert "`make deploy-it` has failed 3 times" in said[0]


def test_the_variable_silences_the_nudge_too(client: Client, project: Path) -> None:
    failing_three_times(client, project)
    run = client.run("same error again", "-c", cwd=project, env={"EXPERIENCE_LAYER": "off"})
    assert "same error again" in run.told
    assert NUDGE not in run.told
