"""Harvest of a made archive: `python -m tests.bench.harvest [--gb 2]`.

The recorded sessions of tests/harvest again and again, each under an id of its own, filled up with what most
bytes of real ones are: outputs, attachments, copies of requests. One file has a quarter of all bytes and a
line of 200 MB. Prints MB/s, the most memory that any process took, and the same for a second run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.harvest.test_labelled import RECORDED
from tests.house import LIB, clean_environment

OUTPUT, ATTACHMENT, COPY = 12_000, 20_000, 30_000
LONG_LINE = 200 << 20


def filler(session: str) -> bytes:
    """Rows without a lesson: two calls that worked, an attachment, a copy of a request."""
    common = {
        "sessionId": session,
        "timestamp": "2026-11-29T10:00:00.000Z",
        "cwd": "/home/dev/shop",
        "isSidechain": False,
    }
    rows = []
    for at in range(2):
        use = {
            "type": "tool_use",
            "id": f"fill{at}",
            "name": "Bash",
            "input": {"command": f"node part{at}.js"},
        }
        rows.append(
            {
                **common,
                "type": "assistant",
                "uuid": f"f{at}",
                "message": {"role": "assistant", "content": [use]},
            }
        )
        block = {
            "type": "tool_result",
            "tool_use_id": f"fill{at}",
            "content": "an ordinary line\n" * (OUTPUT // 17),
            "is_error": False,
        }
        rows.append(
            {**common, "type": "user", "uuid": f"g{at}", "message": {"role": "user", "content": [block]}}
        )
    rows.append(
        {
            **common,
            "type": "attachment",
            "uuid": "h",
            "attachment": {"type": "prompt_snapshot", "systemPrompt": ["y" * ATTACHMENT]},
        }
    )
    copy = {"type": "api-request-blob", "sessionId": session, "message": {"content": "x" * COPY}}
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in [*rows, copy])


def make(folder: Path, size: float) -> tuple[int, float]:
    """Write about `size` bytes of transcripts; (files, bytes)."""
    recorded = sorted(RECORDED.glob("*.jsonl"))
    written, number = 0.0, 0
    big = folder / "big" / "session-big.jsonl"
    big.parent.mkdir(parents=True)
    with big.open("wb") as file:
        file.write(recorded[0].read_bytes())
        file.write(b'{"type":"user","message":{"content":"' + b"z" * LONG_LINE + b'"}}\n')
        fill = filler("session-big")
        while file.tell() < size / 4:
            file.write(fill)
        file.write(recorded[1].read_bytes())
        written += file.tell()
    while written < size:
        source = recorded[number % len(recorded)].read_bytes()
        old = json.loads(source.splitlines()[0])["sessionId"]
        session = f"made-{number:06}"
        path = folder / f"project-{number % 40}" / f"{session}.jsonl"
        path.parent.mkdir(exist_ok=True)
        head, _, tail = source.partition(b"\n")
        made = head + b"\n" + filler(session) * (5 + number % 40) + tail
        path.write_bytes(
            made.replace(old.encode(), session.encode()).replace(b"toolu_", f"toolu_{number}".encode())
        )
        written += path.stat().st_size
        number += 1
    return number + 1, written


def run(folder: Path, home: Path) -> tuple[float, float, dict[str, object]]:
    """Seconds, MB of the largest process of it, and the object that was printed."""
    environment = {**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1"}
    command = [sys.executable, str(LIB / "exp.py"), "harvest", "--archive", str(folder), "--json"]
    started = time.perf_counter()
    with tempfile.TemporaryFile("w+") as printed:
        child = subprocess.Popen(command, stdout=printed, env=environment, cwd=home)
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - started
        printed.seek(0)
        assert status == 0, printed.read()
        return seconds, used.ru_maxrss / 1024, json.load(printed)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--gb", type=float, default=2.0)
    parser.add_argument("--make", metavar="FOLDER", help="only write the archive")
    wanted = parser.parse_args()
    if wanted.make:
        print(json.dumps(make(Path(wanted.make), wanted.gb * 1e9)))
        return
    with tempfile.TemporaryDirectory() as made:
        folder, home = Path(made) / "archive", Path(made) / "home" / ".claude" / "experience"
        home.mkdir(parents=True)
        # in a process of its own: what is started here would inherit the peak of the 200 MB line
        command = [sys.executable, "-m", "tests.bench.harvest", "--gb", str(wanted.gb), "--make", str(folder)]
        files, size = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        print(f"{files} sessions, {size / 1e6:,.0f} MB, {len(os.sched_getaffinity(0))} cores")
        for name in ("first run", "second run"):
            seconds, peak, found = run(folder, home)
            print(
                f"{name}: {seconds:.1f} s, {size / 1e6 / seconds:,.0f} MB/s, at most {peak:.0f} MB in"
                " any process"
            )
            kept = ("looked", "unchanged", "accepted", "rejected", "events", "lessons", "failed")
            print("  ", {key: found[key] for key in kept}, f"{len(found['proposed'])} candidates")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
