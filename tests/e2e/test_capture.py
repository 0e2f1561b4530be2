"""/exp-capture and /exp-onboard, typed into the real client: no question, and the next prompt is warned.

As in test_main_job.py all is real but the model, which does what the pages say. A command's
permissions last for its own turn, so the decision is a command of its own.
"""

from __future__ import annotations

import datetime as dt
import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from experience.patterns.draft_lines import lines
from tests.e2e.client import Client, ClientRun
from tests.e2e.conftest import Installed
from tests.e2e.messages_api import ToolCall
from tests.patterns.drafts import sound

pytestmark = pytest.mark.e2e

EXP = "python3 ~/.claude/skills/experience-layer/lib/exp.py"
PROMPT = "security asks: is the base image digest of the api too old, trivy scan is red"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def call(verb: str, said: str) -> ToolCall:
    """What the page tells the model to run: words only in a quoted heredoc."""
    command = f"{EXP} {verb} <<'EXP_END'\n{said}\nEXP_END"
    return ToolCall("Bash", {"command": command, "description": "experience-layer"})


def turn(client: Client, prompt: str, *calls: ToolCall, cwd: Path, flags: tuple[str, ...] = ()) -> ClientRun:
    """One headless turn in which the model makes `calls`."""
    return client.run(prompt, "--output-format", "json", *flags, cwd=cwd, script=[*calls, "done"])


def denials(run: ClientRun) -> list[Any]:
    """Calls that the client would have asked about."""
    assert run.code == 0, run.stderr
    denied: list[Any] = json.loads(run.stdout)["permission_denials"]
    return denied


def results(run: ClientRun) -> list[str]:
    """The first line of what each call printed, as the model saw it."""
    told = run.main[-1].told
    return [line.removeprefix("status: ") for line in told.splitlines() if line.startswith("status: ")]


def hard_to_send() -> dict[str, str]:
    """A text with all that a shell would like to have."""
    said = 'It\'s "done" {"a": \'b\'}: $(touch pwned) `touch pwned` ${HOME} a && b | c > d; # {"x"}\n}{'
    return {**sound()["body"], "context": said}


def identity(slug: str) -> str:
    return f"docker-{dt.datetime.now(dt.timezone.utc).date()}-{slug}"


@pytest.mark.parametrize("mode", ["default", "auto"])
def test_from_a_typed_command_to_a_warning(
    client: Client, installed: Installed, project: Path, mode: str
) -> None:
    session, slug = str(uuid.uuid4()), f"pinned-{mode}"
    flags = ("--permission-mode", mode)
    name = f"A pinned base image hides fixes, met in {mode} mode"
    draft = "\n".join(lines(sound(slug=slug, name=name, body=hard_to_send())))
    first = turn(
        client, "/exp-capture the pinned image",
        call(f"capture --session {session} --stdin", "the pinned image"),
        call(f"capture --session {session} --draft - --anyway", draft),
        cwd=project, flags=(*flags, "--session-id", session),
    )  # fmt: skip
    assert denials(first) == []
    assert results(first) == ["context", "candidate"]
    assert "hint: the pinned image" in first.main[1].told
    assert f"/exp-capture approve {identity(slug)}" in first.main[-1].told
    path = installed.corpus / "docker" / f"{identity(slug)}.md"
    assert not path.exists()
    assert identity(slug) not in turn(client, PROMPT, cwd=project).told

    second = turn(
        client, f"/exp-capture approve {identity(slug)}",
        call(f"capture --session {session} --stdin", f"approve {identity(slug)}"),
        cwd=project, flags=(*flags, "--resume", session),
    )  # fmt: skip
    assert denials(second) == []
    assert results(second)[-1] == "approved"
    assert f'session_id: "{session}"' in path.read_text()
    assert hard_to_send()["context"] in path.read_text()
    assert not (project / "pwned").exists()
    assert identity(slug) in turn(client, PROMPT, cwd=project).told
    path.unlink()


def test_the_page_reaches_the_model_with_session_and_words(client: Client, project: Path) -> None:
    session = str(uuid.uuid4())
    run = turn(client, '/exp-capture it\'s "done" $(x)', cwd=project, flags=("--session-id", session))
    assert f"capture --session {session} --stdin <<'EXP_END'" in run.told
    assert 'it\'s "done" $(x)' in run.told
    assert "**Draft**, lines of JSON" in run.told


def test_a_decision_in_plain_words_would_be_asked_about(client: Client, project: Path) -> None:
    session = str(uuid.uuid4())
    turn(client, "/exp-capture", call(f"capture --session {session} --stdin", ""), cwd=project,
         flags=("--session-id", session))  # fmt: skip
    said = turn(client, "yes, keep it", call(f"capture --session {session} --stdin", "approve docker"),
                cwd=project, flags=("--resume", session))  # fmt: skip
    assert len(denials(said)) == 1


def test_the_context_holds_what_failed_and_then_worked(client: Client, project: Path) -> None:
    session = str(uuid.uuid4())
    failing = ToolCall("Bash", {"command": "make deploy-it", "description": "Deploy"})
    turn(client, "deploy the site", failing, cwd=project,
         flags=("--session-id", session, "--allowedTools", "Bash(make:*)"))  # fmt: skip
    run = turn(client, "/exp-capture", call(f"capture --session {session} --stdin", ""), cwd=project,
               flags=("--resume", session))  # fmt: skip
    assert denials(run) == []
    told = run.main[-1].told.rpartition("status: context")[2]
    assert "Bash: make deploy-it" in told
    assert "What the user asked" in told
    assert "deploy the site" in told


def test_an_event_as_lines_is_sent_without_a_question(
    client: Client, installed: Installed, project: Path
) -> None:
    skill = installed.home / ".claude" / "skills" / "demo-of-lines"
    skill.mkdir()
    (skill / "SKILL.md").write_text("---\nname: demo-of-lines\ndescription: A sample.\n---\nLook.\n")
    said = '"winning_pattern": "it\'s {sorted} by date",\n"evidence.0.title": "t", "evidence.0.url": "https://e.org"'
    run = turn(client, "/exp-capture", call("event add demo-of-lines", said), cwd=project,
               flags=("--session-id", str(uuid.uuid4())))  # fmt: skip
    assert (denials(run), results(run)[-1]) == ([], "added")
    row = json.loads((skill / "experience" / "patterns.jsonl").read_text())
    assert (row["winning_pattern"], len(row["evidence"])) == ("it's {sorted} by date", 1)


@pytest.mark.parametrize("words", ["approve $(touch pwned)", 'drop it\'s "x" `touch pwned`', "approve a b c"])
def test_a_hostile_id_does_no_harm(client: Client, project: Path, words: str) -> None:
    session = str(uuid.uuid4())
    asked = call(f"capture --session {session} --stdin", words)
    flags = ("--session-id", session)
    run = turn(client, f"/exp-capture {words}", asked, cwd=project, flags=flags)
    assert denials(run) == []
    assert words in run.told
    assert results(run)[-1] in ("usage", "error", "context")
    assert not (project / "pwned").exists()


def test_a_wizard_of_two_turns(client: Client, installed: Installed, project: Path) -> None:
    session = str(uuid.uuid4())
    call_of = f"onboard --session {session} --stdin"
    first = turn(client, "/exp-onboard solana", call(call_of, "solana"), cwd=project,
                 flags=("--session-id", session))  # fmt: skip
    second = turn(
        client, "/exp-onboard take", call(call_of, "take"), cwd=project, flags=("--resume", session)
    )
    assert denials(first) + denials(second) == []
    assert (results(first), results(second)[-1]) == (["offer"], "offer")
    assert "/exp-onboard take" in first.main[-1].told
    taken = list((installed.corpus / "solana").glob("*.md"))
    assert len(taken) == 1
    example = next(
        line for line in taken[0].read_text().splitlines() if line.startswith('    - "')
    ).removeprefix('    - "').removesuffix('"')  # fmt: skip
    assert taken[0].stem in turn(client, example, cwd=project).told
