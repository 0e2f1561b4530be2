"""The nudge's signals from the end of the transcript: labelled cases, and ends that nobody would write."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experience.hotpath.nudges import decide, tail
from tests.hotpath.nudges.circles import CIRCLES
from tests.hotpath.nudges.look_alikes import LOOK_ALIKES
from tests.hotpath.nudges.tail_cases import Tail
from tests.hotpath.nudges.transcript import Transcript, earlier_exchange

CASES = CIRCLES.tails() + LOOK_ALIKES.tails()
STILL = "still not working"


def fires(case: Tail, folder: Path) -> bool:
    path = case.transcript.write(folder / "t.jsonl")
    return bool(decide.signs(case.prompt, str(path)).names)


def test_labelled_tails(tmp_path: Path) -> None:
    assert len(CASES) == 30
    assert sum(case.stuck for case in CASES) == 15
    fired = {case.name: fires(case, tmp_path) for case in CASES}
    assert [case.name for case in CASES if fired[case.name] and not case.stuck] == []
    missed = [case.name for case in CASES if case.stuck and not fired[case.name]]
    assert len(missed) / 15 <= 0.1, missed


def signals(transcript: Transcript, folder: Path, prompt: str = "go on") -> list[str]:
    return decide.signs(prompt, str(transcript.write(folder / "t.jsonl"))).names


def test_a_complaint_needs_something_that_came_before(tmp_path: Path) -> None:
    assert signals(earlier_exchange(), tmp_path, STILL) == ["prompt"]
    assert signals(Transcript(), tmp_path, STILL) == []
    cleared = Transcript().row("user", message={"content": "<command-name>/clear</command-name>"})
    assert signals(cleared, tmp_path, STILL) == []


def test_T05_machine_text_is_no_earlier_prompt(tmp_path: Path) -> None:
    made = Transcript()
    for text in (
        "<local-command-stdout>x</local-command-stdout>",
        "<task-notification>x</task-notification>",
    ):
        made.row("user", message={"role": "user", "content": text})
    made.row("user", message={"content": "Caveat"}, isMeta=True)
    made.row("user", message={"content": "This session is being continued"}, isCompactSummary=True)
    made.row("user", message={"content": "x"}, origin={"kind": "task-notification"})
    assert signals(made, tmp_path, STILL) == []


def test_T09_a_prompt_of_a_subagent_is_no_earlier_prompt(tmp_path: Path) -> None:
    made = Transcript()
    made.sidechain = True
    assert signals(made.ask("do it"), tmp_path, STILL) == []


def test_T06_our_own_text_in_an_output_is_no_failure(tmp_path: Path) -> None:
    made = Transcript().ask()
    for _ in range(4):
        made.fail(
            "cat-hook-log", "Recorded failures that resemble this request\nError: Cannot find module db"
        )
    assert signals(made, tmp_path) == []


def test_four_failures_that_differ_are_a_circle_three_are_not(tmp_path: Path) -> None:
    made = Transcript().ask()
    for name in ("alpha", "beta", "gamma"):
        made.edit().fail("npm run build", f"Error: Cannot find module '{name}'")
    assert signals(made, tmp_path) == []
    assert signals(made.fail("npm run build", "Error: Cannot find module 'delta'"), tmp_path) == [
        "same_command"
    ]


def test_a_background_start_is_no_success(tmp_path: Path) -> None:
    made = Transcript().ask()
    for _ in range(3):
        made.fail("npm run dev", "Error: listen EADDRINUSE: address already in use")
        use = made.call("Bash", {"command": "npm run dev", "run_in_background": True})
        made.result(use, "Command running in background with ID: b1", failed=False)
    assert "same_command" in signals(made, tmp_path)


def test_only_the_end_is_read(tmp_path: Path) -> None:
    made = Transcript().ask()
    for _ in range(3):
        made.fail("npm run build", "error TS2345: Argument of type string is not assignable")
    after = Transcript().say("x" * tail.TAIL_BYTES)
    path = tmp_path / "t.jsonl"
    path.write_bytes(made.data() + after.data())
    assert decide.signs("go on", str(path)).names == []


def _sparse(path: Path, size: int, end: bytes) -> Path:
    """`size` bytes without a line end that take no room, then `end`."""
    with path.open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(end)
    return path


@pytest.mark.parametrize("size", [1 << 30, 200 << 20])
def test_T04_size_does_not_matter(tmp_path: Path, size: int) -> None:
    """A 1 GB transcript, and a line of 200 MB before the last turns."""
    made = Transcript().ask()
    for _ in range(3):
        made.fail("npm run build", "error TS2345: Argument of type string is not assignable")
    path = _sparse(tmp_path / "t.jsonl", size, b"\n" + made.data())
    started = time.perf_counter()
    assert "same_command" in decide.signs("go on", str(path)).names
    assert time.perf_counter() - started < 1


def test_T04_a_last_line_of_200_mb_is_passed_over(tmp_path: Path) -> None:
    assert decide.signs(STILL, str(_sparse(tmp_path / "t.jsonl", 200 << 20, b"x"))).names == []


@pytest.mark.parametrize("kind", ["absent", "folder", "empty", "fifo"])
def test_no_transcript_is_silence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "t.jsonl"
    if kind == "folder":
        path.mkdir()
    elif kind == "empty":
        path.touch()
    elif kind == "fifo":
        os.mkfifo(path)
    assert decide.signs(STILL, str(path)).names == []


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.binary(max_size=3000))
def test_any_bytes_are_a_transcript(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bytes.jsonl"
    path.write_bytes(data)
    decide.signs("still not working again", str(path))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
#: Records with the right keys and anything behind them (cases T02, T03).
BLOCK = st.fixed_dictionaries(
    {"type": st.sampled_from(["tool_use", "tool_result", "text"]) | JSON},
    optional={
        "id": st.just("u") | JSON, "tool_use_id": st.just("u") | JSON, "input": JSON, "content": JSON,
        "name": st.just("Bash") | JSON, "is_error": JSON, "text": JSON,
    },
)  # fmt: skip
RECORD = st.fixed_dictionaries(
    {"type": st.sampled_from(["user", "assistant"]) | JSON},
    optional={
        "message": JSON | st.fixed_dictionaries({"content": JSON | st.lists(BLOCK, max_size=4)}),
        "origin": JSON, "toolUseResult": JSON, "permissionDecision": JSON, "toolDenialKind": JSON,
        "uuid": JSON, "isMeta": JSON,
    },
)  # fmt: skip


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(records=st.lists(RECORD | JSON, max_size=8))
def test_any_records_are_a_transcript(tmp_path: Path, records: list[object]) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(json.dumps(record) for record in records) + "\n", encoding="utf-8")
    decide.signs("try again, still broken", str(path))


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(command=st.text(max_size=80), said=st.text(max_size=200), prompt=st.text(max_size=200))
def test_any_words_are_a_failure(tmp_path: Path, command: str, said: str, prompt: str) -> None:
    made = Transcript().ask()
    for _ in range(3):
        made.fail(command, said)
    path = tmp_path / "words.jsonl"
    path.write_bytes("\n".join(json.dumps(row) for row in made.rows).encode())
    decide.signs(prompt, str(path))
