"""/exp-memory in the real client, and its stream-json session as the night's model.

The model is a stand-in; the client, its permissions, the page and the script are real.
"""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from experience.memory import changeset, question
from experience.runners import headless, streaming
from tests.e2e.client import Client, ClientRun
from tests.e2e.conftest import Installed
from tests.e2e.messages_api import MessagesApi, Reply, ToolCall
from tests.memory.made import MEMORY, PORTS, change, changes

pytestmark = pytest.mark.e2e

EXP = "python3 ~/.claude/skills/experience-layer/lib/exp.py"
DEBUG = "- Debugged a flaky link check on Friday, it was DNS"
#: Lines that the client would like to ask about, as a memory may hold them.
HARD = (
    "- call it with {\"a\": 'b'} and }{ or $(touch pwned) `touch pwned` ${HOME}",
    '- a && b | c > d; # it\'s "done" \\ and so on',
    "- set x =word and <1-2> or <div>, \u00a0 non-breaking, ~root, !history",
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "memory").mkdir(parents=True)
    (root / ".git").mkdir()
    (root / "memory" / "MEMORY.md").write_text(MEMORY + "\n".join(HARD) + "\n")
    return root


def call(step: str, said: str) -> ToolCall:
    command = f"{EXP} memory {step} <<'EXP_END'\n{said}\nEXP_END"
    return ToolCall("Bash", {"command": command, "description": "experience-layer"})


def turn(client: Client, prompt: str, *calls: Reply, cwd: Path, flags: tuple[str, ...]) -> ClientRun:
    return client.run(prompt, "--output-format", "json", *flags, cwd=cwd, script=[*calls, "done"])


def denials(run: ClientRun) -> list[Any]:
    assert run.code == 0, run.stderr
    denied: list[Any] = json.loads(run.stdout)["permission_denials"]
    return denied


def results(run: ClientRun) -> list[str]:
    told = run.main[-1].told
    return [line.removeprefix("status: ") for line in told.splitlines() if line.startswith("status: ")]


def sendable(document: dict[str, Any]) -> str:
    """As the page asks for: signs that the client refuses as escapes with two backslashes."""
    lines = changeset.to_lines(document).replace("\\\\", "\\\\u005c")
    for sign in "=<>\u00a0":
        lines = lines.replace(sign, f"\\\\u{ord(sign):04x}")
    return lines


@pytest.mark.parametrize("mode", ["default", "auto"])
def test_from_an_audit_to_a_decision_without_a_question(
    client: Client, installed: Installed, project: Path, mode: str
) -> None:
    session = str(uuid.uuid4())
    flags = ("--permission-mode", mode)
    wrong = changes(change("merge", *PORTS, merged="- port 9090"))
    good = changes(
        change("ephemeral", DEBUG), change("detail", *HARD), change("superseded", "- Write it all in Rust")
    )
    first = turn(
        client, "/exp-memory memory/MEMORY.md",
        call(f"--session {session} --stdin", "memory/MEMORY.md"),
        call(f"propose --session {session} --changes -", sendable(wrong)),
        call(f"propose --session {session} --changes -", sendable(good)),
        cwd=project, flags=(*flags, "--session-id", session),
    )  # fmt: skip
    assert denials(first) == []
    assert results(first) == ["audit", "refused", "proposal"]
    assert MEMORY.splitlines()[4] in first.main[1].told
    assert "change 1: merged loses 2026-01, 8080" in first.main[2].told
    told = first.main[-1].told
    assert "1. ephemeral, line 11: no longer true" in told
    assert f"   old | {DEBUG}" in told
    assert "/exp-memory apply 1" in told
    memory = project / "memory" / "MEMORY.md"
    before = memory.read_text()
    assert before == MEMORY + "\n".join(HARD) + "\n"

    second = turn(
        client, "/exp-memory apply 1 2", call(f"--session {session} --stdin", "apply 1 2"),
        cwd=project, flags=(*flags, "--resume", session),
    )  # fmt: skip
    assert denials(second) == []
    assert results(second)[-1] == "applied"
    assert memory.read_text() == MEMORY.replace(DEBUG + "\n", "")
    assert not (project / "pwned").exists()
    third = turn(
        client, "/exp-memory undo", call(f"--session {session} --stdin", "undo"),
        cwd=project, flags=(*flags, "--resume", session),
    )  # fmt: skip
    assert results(third)[-1] == "undone"
    assert memory.read_text() == before


def test_plain_JSON_would_be_asked_about(client: Client, project: Path) -> None:
    session = str(uuid.uuid4())
    document = json.dumps(changes(change("ephemeral", DEBUG)))
    run = turn(client, "/exp-memory", call(f"propose --session {session} --changes -", document),
               cwd=project, flags=("--session-id", session))  # fmt: skip
    assert len(denials(run)) == 1


def test_a_decision_in_plain_words_would_be_asked_about(client: Client, project: Path) -> None:
    session = str(uuid.uuid4())
    turn(client, "/exp-memory", cwd=project, flags=("--session-id", session))
    run = turn(client, "yes, apply", call(f"--session {session} --stdin", "apply"),
               cwd=project, flags=("--resume", session))  # fmt: skip
    assert len(denials(run)) == 1


def test_the_clients_own_session_is_kept_over_the_tries(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(headless.PROGRAM_VARIABLE, str(client.binary))
    bad, good = changes(change("detail", "x")), changes(change("detail", "- y"))
    script: list[Reply | list[ToolCall]] = [
        ToolCall("StructuredOutput", bad),
        "ok",
        ToolCall("StructuredOutput", good),
        "ok",
    ]
    with MessagesApi(script) as api:
        for name, value in client.environment(api.url).items():
            monkeypatch.setenv(name, value)
        with streaming.conversation(question.SYSTEM, question.schema()) as talk:
            first = json.loads(talk.ask("compact-memory-auto:1 audit this", 60))
            second = json.loads(talk.ask("refused: change 1", 60))
    assert (first, second) == (bad, good)
    last = api.main[-1]
    assert "audit this" in last.told
    assert "refused: change 1" in last.told
    assert {tool["name"] for tool in last.body["tools"]} <= {"StructuredOutput", "DeferredToolPlaceholder"}
    assert "CLAUDE.md" not in last.told
