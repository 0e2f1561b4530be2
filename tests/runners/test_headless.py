"""One call of a model without tools: what comes back, and everything that is no answer."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from experience.runners import headless
from experience.runners.headless import NoAnswer, Question, ask

QUESTION = Question("You add.", "1 + 1", {"type": "object"}, seconds=10)


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program that is started as the client; a test writes it."""
    program = tmp_path / "claude"
    monkeypatch.setenv(headless.PROGRAM_VARIABLE, str(program))
    monkeypatch.delenv("EXP_NESTED", raising=False)
    return program


def answers(program: Path, script: str) -> None:
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_an_answer_of_the_schema_comes_back(client: Path) -> None:
    printed = (
        '{"subtype":"success","structured_output":{"n":2},"total_cost_usd":0.25,"modelUsage":{"m-1":{}}}'
    )
    answers(client, f"cat >/dev/null; echo '{printed}'")
    answer = ask(QUESTION)
    assert (answer.value, answer.cost, answer.model) == ({"n": 2}, 0.25, "m-1")


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ('echo \'{"subtype":"success","structured_output":null}\'', "answered in words"),
        ('echo \'{"subtype":"error_max_turns","is_error":true}\'; exit 1', "error_max_turns"),
        ("echo not json", "no JSON object"),
        ("echo '[1]'", "no JSON object"),
        ("exit 3", "no JSON object"),
    ],
)
def test_whatever_else_comes_is_no_answer_and_says_why(client: Path, script: str, why: str) -> None:
    answers(client, script)
    with pytest.raises(NoAnswer, match=why):
        ask(QUESTION)


def test_a_call_that_hangs_ends_with_all_it_started(client: Path, tmp_path: Path) -> None:
    answers(client, f"sleep 300 & echo $! > {tmp_path}/child; wait")
    started = time.monotonic()
    with pytest.raises(NoAnswer, match="no answer within 1 s"):
        ask(Question("s", "t", {}, seconds=1))
    assert time.monotonic() - started < 8
    time.sleep(0.2)
    child = (tmp_path / "child").read_text().strip()
    status = Path(f"/proc/{child}/stat")
    assert not status.exists() or status.read_text().rsplit(") ", 1)[1][0] == "Z"


def test_no_client_is_no_answer(client: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(NoAnswer, match="cannot be started"):
        ask(QUESTION)
    monkeypatch.delenv(headless.PROGRAM_VARIABLE)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(NoAnswer, match="on PATH"):
        ask(QUESTION)


def test_inside_a_run_of_our_own_nothing_is_started(client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(client, f"touch {client}.ran")
    monkeypatch.setenv("EXP_NESTED", "1")
    with pytest.raises(NoAnswer, match="headless run of our own"):
        ask(QUESTION)
    assert not os.path.exists(f"{client}.ran")


def test_the_call_is_marked_and_belongs_to_no_session(client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "outer")
    found = headless.environment()
    assert found["EXP_NESTED"] == "1"
    assert "CLAUDECODE" not in found
    assert "CLAUDE_CODE_SESSION_ID" not in found
