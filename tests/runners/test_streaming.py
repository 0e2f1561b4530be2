"""The client as a session of several turns, played by a program: what is an answer, what ends it."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from experience.runners import command, headless, streaming
from experience.runners.headless import NoAnswer

_CLIENT = """#!{python}
import json, os, pathlib, subprocess, sys, time
pathlib.Path({folder!r}, "arguments").write_text(json.dumps(sys.argv[1:]))
results = {results!r}
print("some noise", flush=True)
for number, line in enumerate(sys.stdin):
    text = json.loads(line)["message"]["content"]
    print(json.dumps({{"type": "system", "said": text}}), flush=True)
    result = results[number]
    if result == "hang":
        child = subprocess.Popen(["sleep", "300"])
        pathlib.Path({folder!r}, "child").write_text(str(child.pid))
        time.sleep(300)
    if result == "end":
        sys.exit(0)
    print(json.dumps({{"type": "result", "subtype": "success", **result}}), flush=True)
"""
SCHEMA = {"type": "object"}


@pytest.fixture
def plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(headless.PROGRAM_VARIABLE, str(tmp_path / "claude"))
    monkeypatch.delenv("EXP_NESTED", raising=False)
    return tmp_path


def client(folder: Path, *results: object) -> None:
    program = folder / "claude"
    program.write_text(_CLIENT.format(python=sys.executable, folder=str(folder), results=list(results)))
    program.chmod(0o755)


def test_two_questions_meet_one_process(plays: Path) -> None:
    client(plays, {"structured_output": {"changes": []}}, {"structured_output": None, "result": "in words"})
    with streaming.conversation("system", SCHEMA, "haiku") as talk:
        assert json.loads(talk.ask("one", 20)) == {"changes": []}
        assert talk.ask("two", 20) == "in words"
    flags = json.loads((plays / "arguments").read_text())
    assert flags[flags.index("--tools") + 1] == ""
    assert flags[flags.index("--setting-sources") + 1] == ""
    assert flags[flags.index("--model") + 1] == "haiku"
    assert "--no-session-persistence" in flags


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ({"subtype": "error_max_turns", "is_error": True}, "error_max_turns"),
        ("end", "ended without an answer"),
        ("hang", "no answer in time"),
    ],
)
def test_whatever_else_comes_is_no_answer(plays: Path, result: object, why: str) -> None:
    client(plays, result)
    with pytest.raises(NoAnswer, match=why), streaming.conversation("system", SCHEMA) as talk:
        talk.ask("one", 2)


def test_what_it_started_ends_with_it(plays: Path) -> None:
    client(plays, "hang")
    with pytest.raises(NoAnswer), streaming.conversation("system", SCHEMA) as talk:
        talk.ask("one", 2)
    time.sleep(0.2)
    status = Path(f"/proc/{(plays / 'child').read_text()}/stat")
    assert not status.exists() or status.read_text().rsplit(") ", 1)[1][0] == "Z"


def test_inside_a_run_of_our_own_nothing_is_started(plays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client(plays, "end")
    monkeypatch.setenv("EXP_NESTED", "1")
    with pytest.raises(NoAnswer, match="run of our own"), streaming.conversation("system", SCHEMA):
        pass
    assert not (plays / "arguments").exists()


def test_a_program_that_reads_nothing_and_one_that_prints_without_end_are_ended(plays: Path) -> None:
    with (
        pytest.raises(NoAnswer, match="no answer in time"),
        command.conversation("system", ["sleep", "60"]) as talk,
    ):
        talk.ask("x" * 5_000_000, 1)
    started = time.monotonic()
    with command.conversation("system", ["yes", "x" * 1000]) as talk:
        assert len(talk.ask("one", 30)) <= headless.MAX_ANSWER_BYTES
    assert time.monotonic() - started < 25
