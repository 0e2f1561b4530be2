"""lib/nudge.py as a process, alone and beside retrieve.py in hooks/claude-code.sh."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from experience.hotpath import clock
from experience.hotpath.nudges import wording
from experience.hotpath.nudges.failures import COMMAND, ERROR, Circle
from experience.vocabulary import NUDGE_BUDGET, USER_BUDGET
from tests.hotpath.machine import MATCHING, PATTERN, PYTHON, rows, use_interpreter
from tests.hotpath.nudges.transcript import Transcript, earlier_exchange
from tests.house import LIB, RunHook, WritePattern, clean_environment, prompt_payload
from tests.house_rules import HOT_STDLIB
from tests.test_import_budget import BEHIND, COSTLY, SMALL, loaded

STILL = "it is still not working"
PRIVATE = "sk-live-4242"


def circling() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.fail(
            f"npm run build --token={PRIVATE}", "error TS2345: Argument of type string is not assignable"
        )
    return made


@pytest.fixture
def calm(tmp_path: Path) -> Path:
    return earlier_exchange().write(tmp_path / "calm.jsonl")


@pytest.fixture
def circle(tmp_path: Path) -> Path:
    return circling().write(tmp_path / "circle.jsonl")


def payload(prompt: str, transcript: Path | str, **more: Any) -> dict[str, Any]:
    return prompt_payload(prompt, transcript_path=str(transcript), **more)


def nudge(
    home: Path, fields: Mapping[str, Any] | bytes, form: str = "json", **env: str
) -> subprocess.CompletedProcess[str]:
    data = fields if isinstance(fields, bytes) else json.dumps(fields).encode()
    done = subprocess.run(
        [PYTHON, "-I", "-S", str(LIB / "nudge.py"), "--format", form],
        input=data,
        capture_output=True,
        env={**clean_environment(home.parent.parent, home), **env},
        timeout=20,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    return subprocess.CompletedProcess([], 0, done.stdout.decode(), "")


def logged(home: Path) -> list[dict[str, Any]]:
    return rows(home, "nudges.jsonl")


def test_a_circle_is_named_and_remembered_without_a_word_of_it(home: Path, circle: Path) -> None:
    asked = payload("please go on", circle, session_id="s1")
    document = json.loads(nudge(home, asked).stdout)
    model = document["hookSpecificOutput"]["additionalContext"]
    assert "`npm run build` has failed 3 times" in model
    assert "npm run build" in document["systemMessage"]
    assert PRIVATE not in json.dumps(document)
    (row,) = logged(home)
    assert set(row) == {"ts", "session_id", "nudge_id", "signals", "count", "ms"}
    assert row["signals"] == ["same_command", "same_error"]
    assert row["count"] == 3
    assert "npm" not in json.dumps(row)


def test_a_complaint_is_answered_in_every_format(home: Path, calm: Path) -> None:
    text = nudge(home, payload(STILL, calm), "text").stdout
    assert text.startswith(wording.HEADING)
    model, user, end = nudge(home, payload(STILL, calm), "halves").stdout.splitlines()
    assert json.loads(f'"{model}"') == text.rstrip("\n")
    assert user.startswith("experience-layer:")
    assert end == "end"
    assert [row["signals"] for row in logged(home)] == [["prompt"], ["prompt"]]


@pytest.mark.parametrize("fields", [b"", b"{", b"[1]", b"\xff\xfe", b'{"prompt": 3}'])
def test_a_broken_payload_is_silence(home: Path, fields: bytes) -> None:
    assert nudge(home, fields).stdout == ""
    assert nudge(home, fields, "halves").stdout == "\n\nend\n"


def test_without_a_transcript_it_is_silent(home: Path) -> None:
    for transcript in ("", "/nowhere/x.jsonl"):
        assert nudge(home, payload(STILL, transcript)).stdout == ""
    asked = payload(STILL, "")
    del asked["transcript_path"]
    assert nudge(home, asked).stdout == ""
    assert rows(home, "errors.jsonl") == []


@pytest.mark.parametrize("env", [{"EXPERIENCE_LAYER": "off"}, {"EXP_NESTED": "1"}])
def test_kill_switches(home: Path, circle: Path, env: dict[str, str]) -> None:
    assert nudge(home, payload(STILL, circle), **env).stdout == ""
    assert logged(home) == []


def test_a_disabled_project(home: Path, circle: Path, tmp_path: Path) -> None:
    (tmp_path / ".experience-disabled").touch()
    assert nudge(home, payload(STILL, circle, cwd=str(tmp_path))).stdout == ""
    assert logged(home) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "<task-notification>still not working</task-notification>",
        "[SYSTEM NOTIFICATION - NOT USER INPUT] still failing",
        "/exp-status still broken",
        f"{wording.HEADING} what is this about",
    ],
)
def test_R25_machine_messages_use_up_no_cooldown(home: Path, circle: Path, prompt: str) -> None:
    assert nudge(home, payload(prompt, circle, session_id="s1")).stdout == ""
    assert logged(home) == []
    assert not (home / "state" / "ledger").exists()
    control = "it is still not working, and why does <task-notification> appear?"
    assert nudge(home, payload(control, circle, session_id="s1")).stdout


def test_one_nudge_per_cooldown_and_session(home: Path, circle: Path) -> None:
    assert nudge(home, payload(STILL, circle, session_id="s1")).stdout
    assert nudge(home, payload(STILL, circle, session_id="s1")).stdout == ""
    assert nudge(home, payload(STILL, circle, session_id="s2")).stdout
    assert len(logged(home)) == 2


def remember(home: Path, *ages: float, session: str = "s1") -> None:
    """Lines as of nudges that many seconds ago."""
    (home / "logs").mkdir(exist_ok=True)
    stamps = [clock.stamp(time.time() - age) for age in ages]
    lines = [json.dumps({"ts": stamp, "session_id": session, "signals": ["prompt"]}) for stamp in stamps]
    (home / "logs" / "nudges.jsonl").write_text("\n".join([*lines, ""]))


@pytest.mark.parametrize(
    ("ages", "comes"),
    [
        ([19 * 60], False),
        ([21 * 60], True),
        ([5000, 3000], True),
        ([9000, 5000, 3000], False),
        ([-10 * 60], False),
        ([-10 * 365 * 86_400], True),
    ],
)
def test_L09_cooldown_by_the_log(home: Path, circle: Path, ages: list[float], *, comes: bool) -> None:
    remember(home, *ages)
    assert bool(nudge(home, payload(STILL, circle, session_id="s1")).stdout) == comes


def test_L12_odd_lines_of_the_log_are_passed_over(home: Path, circle: Path) -> None:
    (home / "logs").mkdir()
    odd = [
        '{"ts": NaN, "session_id": "s1"}',
        '["s1"]',
        '"s1"',
        '{"ts": "\u00b2\u00b2\u00b2\u00b2-01-01", "session_id": "s1"}',
        "\udce6",
    ]
    text = "\n".join(odd).encode("utf-8", "surrogateescape")
    (home / "logs" / "nudges.jsonl").write_bytes(text)
    assert nudge(home, payload(STILL, circle, session_id="s1")).stdout
    assert rows(home, "errors.jsonl") == []


def test_L06_a_large_log_costs_nothing(home: Path, circle: Path) -> None:
    (home / "logs").mkdir()
    with (home / "logs" / "nudges.jsonl").open("wb") as file:
        file.truncate(200 << 20)
    assert nudge(home, payload(STILL, circle)).stdout


def test_a_log_that_cannot_be_written_means_silence(home: Path, circle: Path) -> None:
    (home / "logs").write_text("a file, no folder")
    assert nudge(home, payload(STILL, circle)).stdout == ""


def test_twins_nudge_once(home: Path, circle: Path) -> None:
    for number in range(5):
        asked = payload(STILL, circle, session_id=f"s{number}")
        if number % 2:
            del asked["prompt_id"]
        said: list[str] = []
        twins = [
            threading.Thread(target=lambda a=asked, s=said: s.append(nudge(home, a).stdout)) for _ in "ab"
        ]
        twins[0].start()
        time.sleep(0.03 * (number % 3) / 2)
        twins[1].start()
        for twin in twins:
            twin.join()
        assert sorted(map(bool, said)) == [False, True]
    assert len(logged(home)) == 5


def test_it_comes_joined_with_a_warning(
    home: Path, circle: Path, run_hook: RunHook, write_pattern: WritePattern
) -> None:
    write_pattern(home / "global" / "frontend")
    use_interpreter(home)
    run_hook(prompt_payload("build the index please"))
    result = run_hook(payload(f"{STILL}, {MATCHING}", circle))
    assert result.code == 0
    assert result.document is not None
    assert PATTERN in result.context
    assert wording.HEADING in result.context
    assert result.context.index(PATTERN) < result.context.index(wording.HEADING)
    assert PATTERN in result.message
    assert "npm run build" in result.message
    assert result.message.count("experience-layer:") == 2
    assert len(logged(home)) == 1


def test_capture_is_named_only_where_it_is_installed(home: Path, calm: Path) -> None:
    assert "exp-capture" not in nudge(home, payload(STILL, calm)).stdout
    commands = home.parent / "commands"
    commands.mkdir()
    (commands / "exp-capture.md").touch()
    assert nudge(home, payload(STILL, calm)).stdout.count("/exp-capture") == 2


@pytest.mark.parametrize(
    "seen", [None, Circle(COMMAND, 123_456, "w" * 60), Circle(COMMAND, 3, ""), Circle(ERROR, 4, "")]
)
def test_texts_keep_their_budgets(home: Path, seen: Circle | None) -> None:
    (home.parent / "commands").mkdir()
    (home.parent / "commands" / "exp-capture.md").touch()
    model, user = wording.for_model(seen), wording.for_user(seen)
    assert len(model) <= NUDGE_BUDGET
    assert len(user) <= USER_BUDGET
    assert "/exp-capture" in model
    assert "!" not in model + user


def test_it_costs_no_heavy_module(home: Path, circle: Path) -> None:
    environment = clean_environment(home.parent.parent, home)
    bare, _ = loaded(["-c", "pass"], b"", environment)
    data = json.dumps(payload("porád to nefunguje", circle)).encode()
    names, printed = loaded([str(LIB / "nudge.py")], data, environment)
    assert printed.strip()
    extra = {name for name in names - bare if not name.startswith("experience")}
    assert extra & COSTLY == set()
    assert extra - set(HOT_STDLIB) - SMALL - BEHIND == set()


def test_a_runaway_is_ended_by_the_door_itself(home: Path) -> None:
    """Standard input that never ends: the watchdog of the door ends it, without `timeout`."""
    reading, writing = os.pipe()
    started = time.perf_counter()
    with subprocess.Popen(
        [PYTHON, "-I", "-S", str(LIB / "nudge.py")],
        stdin=reading,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=clean_environment(home.parent.parent, home),
    ) as door:
        assert door.stdout
        assert door.stdout.read() == b""
    os.close(reading)
    os.close(writing)
    assert time.perf_counter() - started < 3
