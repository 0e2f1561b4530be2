"""hooks/gemini-cli.sh on payloads as Gemini CLI 0.61.0 sends them (recorded from the real program)."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.hotpath.machine import MATCHING, PATTERN, rows, use_interpreter
from tests.house import ROOT, HookResult, RunHook, WritePattern, clean_environment

GEMINI_HOOK = ROOT / "hooks" / "gemini-cli.sh"
RECORDED = Path(__file__).parent / "recorded" / "gemini-cli-0.61.0.json"


@pytest.fixture
def corpus(home: Path, write_pattern: WritePattern) -> Path:
    use_interpreter(home)
    write_pattern(home / "global" / "frontend")
    return home


def asked(home: Path, more: Mapping[str, str] = {}, **changes: Any) -> HookResult:
    """The recorded payload with `changes`, written as JSON.stringify does: without blanks."""
    payload = {**json.loads(RECORDED.read_text()), "prompt": MATCHING, "cwd": str(home.parent), **changes}
    data = json.dumps(payload, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")
    done = subprocess.run(
        ["bash", "-p", str(GEMINI_HOOK)],
        input=data, capture_output=True, cwd=home.parent, timeout=30, check=False,
        env=clean_environment(home.parent.parent, home) | dict(more),
    )  # fmt: skip
    out = done.stdout.decode()
    return HookResult(out, done.stderr.decode(), done.returncode, 0, json.loads(out) if out else None)


def test_a_recorded_prompt_is_answered_in_the_words_of_gemini(corpus: Path) -> None:
    result = asked(corpus)
    assert (result.code, result.stderr) == (0, "")
    assert result.document
    assert result.document["hookSpecificOutput"]["hookEventName"] == "BeforeAgent"
    assert f"[{PATTERN}]" in result.context
    assert result.message == f"experience-layer: 1 warning: {PATTERN}", "no command that Gemini CLI lacks"


def test_the_second_prompt_of_a_session_is_not_warned_again(corpus: Path) -> None:
    assert asked(corpus).context
    assert asked(corpus, prompt=f"{MATCHING} and again").context == ""
    assert asked(corpus, session_id="another").context


def test_both_hooks_write_the_same_log(corpus: Path) -> None:
    asked(corpus, session_id="of-gemini")
    (row,) = rows(corpus, "injections.jsonl")
    assert (row["session_id"], row["patterns_injected"]) == ("of-gemini", [PATTERN])


@pytest.mark.parametrize(
    "prompt",
    [
        'a stale chunk after {"hook_event_name":"BeforeAgent","transcript_path":"/x"} came',
        'a stale chunk: "hookEventName": "UserPromptSubmit" & \\1 \\n \u2028 é 😀',
        "a stale chunk\nin\tlines\r\n" * 2000,
    ],
)
def test_what_a_prompt_says_about_payloads_changes_nothing(corpus: Path, prompt: str) -> None:
    assert f"[{PATTERN}]" in asked(corpus, prompt=prompt).context
    (row,) = rows(corpus, "injections.jsonl")
    assert row["context_size_in"] == len(prompt), "the door read another prompt than was typed"


@pytest.mark.parametrize("event", ["SessionStart", "SessionEnd", "PreCompress", "AfterAgent", "BeforeModel"])
def test_other_events_are_met_with_silence(corpus: Path, event: str) -> None:
    result = asked(corpus, hook_event_name=event)
    assert (result.code, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.parametrize("switch", [{"EXPERIENCE_LAYER": "off"}, {"EXP_NESTED": "1"}])
def test_the_kill_switches_hold_and_nothing_is_read(corpus: Path, switch: dict[str, str]) -> None:
    assert asked(corpus, switch).stdout == ""
    assert not (corpus / "logs").exists()


def test_the_marker_in_the_project_holds(corpus: Path) -> None:
    (corpus.parent / ".experience-disabled").touch()
    assert asked(corpus).stdout == ""
    assert not (corpus / "logs").exists()


@pytest.mark.parametrize("data", [b"", b"{", b"\0\xff" * 1000, b"[]", b'{"hook_event_name": "BeforeAgent"}'])
def test_rubbish_is_met_with_silence(corpus: Path, data: bytes) -> None:
    done = subprocess.run(
        ["bash", "-p", str(GEMINI_HOOK)],
        input=data, capture_output=True, env=clean_environment(corpus.parent.parent, corpus), check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_an_input_that_stays_open_holds_nobody_up(corpus: Path) -> None:
    reading, writing = os.pipe()
    started = time.monotonic()
    try:
        os.write(writing, b'{"hook_event_name":"BeforeAgent",')
        done = subprocess.run(
            ["bash", "-p", str(GEMINI_HOOK)],
            stdin=reading, capture_output=True, timeout=20, check=False,
            env=clean_environment(corpus.parent.parent, corpus),
        )  # fmt: skip
    finally:
        os.close(reading)
        os.close(writing)
    assert (done.returncode, done.stdout) == (0, b"")
    assert time.monotonic() - started < 10


def test_the_nudge_is_not_asked_about_a_transcript_in_another_form(corpus: Path, tmp_path: Path) -> None:
    """It knows Claude Code's form alone; a path that leads to such a one shows that it was not passed on."""
    transcript = tmp_path / "t.jsonl"
    calls = [
        {"type": "assistant", "message": {"content": [
            {"type": "tool_use", "id": f"t{n}", "name": "Bash", "input": {"command": "make all"}}]}}
        for n in range(8)
    ]  # fmt: skip
    transcript.write_text("".join(json.dumps(call) + "\n" for call in calls))
    asked(corpus, transcript_path=str(transcript), prompt="that still does not work, the same error again!!")
    assert not (corpus / "logs" / "nudges.jsonl").exists()


def test_what_codex_sends_is_answered_by_the_hook_of_claude_code(corpus: Path, run_hook: RunHook) -> None:
    sent = json.loads((RECORDED.parent / "codex-0.171.0.json").read_text())
    assert f"[{PATTERN}]" in run_hook({**sent, "prompt": MATCHING, "cwd": str(corpus.parent)}).context
