"""Logs stay small, and nothing is lost on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from experience.hotpath import record
from experience.vocabulary import LOG_INJECTIONS, MAX_LOG_BYTES
from tests.house import LIB, RunHook, WritePattern, prompt_payload

WRITER = """
import sys
sys.path.insert(0, sys.argv[1])
from experience.hotpath import record
record.MAX_LOG_BYTES = 20_000
for number in range(400):
    record.append("injections.jsonl", {"writer": sys.argv[2], "number": number, "filler": "x" * 150})
"""


def all_lines(home: Path) -> list[bytes]:
    logs = home / "logs"
    files = [logs / LOG_INJECTIONS, *sorted((logs / "archive").glob("injections-*.jsonl"))]
    return [line for file in files if file.exists() for line in file.read_bytes().splitlines()]


def test_L03_L06_eight_writers_over_many_rotations_lose_nothing(home: Path) -> None:
    environment = {"EXPERIENCE_HOME": str(home), "PATH": os.environ["PATH"]}
    writers = [
        subprocess.Popen([sys.executable, "-I", "-c", WRITER, str(LIB), str(name)], env=environment)
        for name in range(8)
    ]
    assert [writer.wait(60) for writer in writers] == [0] * 8
    rows = [json.loads(line) for line in all_lines(home)]
    assert sorted((row["writer"], row["number"]) for row in rows) == sorted(
        (str(name), number) for name in range(8) for number in range(400)
    )
    assert len(list((home / "logs" / "archive").iterdir())) > 3


def test_L06_a_log_of_200_MB_is_put_aside_whole(
    home: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    write_pattern(home / "global" / "frontend")
    log = home / "logs" / LOG_INJECTIONS
    log.parent.mkdir(exist_ok=True)
    with log.open("wb") as file:
        file.truncate(200 * 1024 * 1024 - 1)
        file.seek(0, os.SEEK_END)
        file.write(b"\n")
    run_hook(prompt_payload("ChunkLoadError, a stale chunk"))
    (archived,) = (home / "logs" / "archive").iterdir()
    assert archived.stat().st_size > 200 * 1024 * 1024
    assert b"patterns_injected" in archived.read_bytes()[-2000:]
    run_hook(prompt_payload("ChunkLoadError, a stale chunk"))
    assert log.stat().st_size < 2000


def test_a_small_log_stays(home: Path) -> None:
    record.append(LOG_INJECTIONS, {"x": "y" * 1000})
    record.append(LOG_INJECTIONS, {"x": 2})
    assert len(all_lines(home)) == 2
    assert not (home / "logs" / "archive").exists()


def test_two_rotations_never_meet_on_one_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MAX_LOG_BYTES", 10)
    for number in range(5):
        record.append(LOG_INJECTIONS, {"number": number})
        record.append(LOG_INJECTIONS, {"number": -number})
    assert sorted(json.loads(line)["number"] for line in all_lines(home)) == sorted(
        [*range(5), *(-number for number in range(5))]
    )
    assert MAX_LOG_BYTES >= 1 << 20
