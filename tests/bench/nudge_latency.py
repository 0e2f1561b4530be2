"""What the nudge costs, whatever the size of the transcript, beside a bare `python3 -I -S -c pass`.

    python tests/bench/nudge_latency.py [--runs 40] [--json]

Runs are interleaved in random order, so that a busy machine slows all of them alike; read the
ratio, not the milliseconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "lib")]

from tests.bench.latency import PYTHON, Run, environment, measured, timed  # noqa: E402
from tests.hotpath.nudges.transcript import Transcript  # noqa: E402
from tests.house import prompt_payload  # noqa: E402

BARE = "python3 -I -S -c pass"
PROMPT = "the page is fine, now do the next one"


def busy_session() -> bytes:
    """More than the tail holds: calls, failures that differ, edits, long outputs."""
    made = Transcript()
    for turn in range(120):
        made.ask(f"please do step {turn}")
        made.work("cat src/app.ts", "const a = 1; // the text of a file\n" * 60)
        made.edit().fail(
            f"npm run step{turn}", f"Error: Cannot find module 'm{turn}'\n" + "at Object.x (a.js)\n" * 40
        )
    return made.data()


def sparse(path: Path, size: int, end: bytes) -> Path:
    """A file of `size` bytes that takes no room, and `end` behind it."""
    with path.open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(end)
    return path


def transcripts(folder: Path) -> dict[str, Path]:
    session = busy_session()
    (folder / "whole.jsonl").write_bytes(session)
    return {
        "no transcript": folder / "absent.jsonl",
        f"{len(session) // 1024} KB": folder / "whole.jsonl",
        "1 GB": sparse(folder / "giga.jsonl", 1 << 30, b"\n" + session),
        "200 MB line at the end": sparse(folder / "line.jsonl", 200 << 20, b'"}\n'),
    }


def nudge(home: Path, transcript: Path, prompt: str) -> Run:
    """In a session of its own each time: within the cooldown nothing would be read."""
    env, command = environment(home), [PYTHON, "-I", "-S", str(ROOT / "lib" / "nudge.py")]

    def run() -> float:
        fields = prompt_payload(prompt, cwd="/", transcript_path=str(transcript))
        return timed(command, json.dumps(fields).encode(), env)

    return run


def kinds(folder: Path) -> dict[str, Run]:
    runs: dict[str, Run] = {BARE: lambda: timed([PYTHON, "-I", "-S", "-c", "pass"])}
    found = transcripts(folder)
    for name, path in found.items():
        runs[name] = nudge(folder, path, PROMPT)
    long = "it is still the case that i keep this, and that we go on with it, you know. " * 1300
    runs["1 GB, prompt of 100 KB"] = nudge(folder, found["1 GB"], long)
    return runs


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        times = measured(kinds(Path(folder)), args.runs)
    bare = statistics.median(times[BARE])
    rows = {
        name: {
            "p50_ms": round(statistics.median(values), 1),
            "p95_ms": round(sorted(values)[int(0.95 * (len(values) - 1))], 1),
            "x_bare": round(statistics.median(values) / bare, 2),
        }
        for name, values in times.items()
    }
    if args.json:
        print(json.dumps(rows, indent=1))
        return 0
    print(f"{'':26} {'p50 ms':>8} {'p95 ms':>8} {'x bare':>8}")
    for name, row in rows.items():
        print(f"{name:26} {row['p50_ms']:8.1f} {row['p95_ms']:8.1f} {row['x_bare']:8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
