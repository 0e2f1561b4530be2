"""How fast transcripts are read, and in how much memory: `python -m tests.bench.transcripts [--mb 500]`.

Made-up sessions in the shapes of the client: a prompt, thirty calls with outputs of 4 KB, a text, and
among them the attachments and copies of requests that most bytes of a transcript are.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from experience.feedback.backtest import Replay
from experience.patterns.parse import parse_file
from experience.transcripts import history, reader
from experience.transcripts.context import capture_context
from experience.transcripts.turns import tail, turns
from tests.hotpath.nudges.transcript import Transcript
from tests.house import ROOT

CALLS, OUTPUT, ATTACHMENT, COPY = 30, 4_000, 30_000, 8_000
#: Prompts that patterns are tried on, and how often.
PROMPTS, REPEATED = ROOT / "tests" / "bench" / "data" / "prompts.jsonl", 5
STARTER = sorted((ROOT / "templates" / "starter").glob("*/*.md"))


def turn(number: int) -> bytes:
    session = Transcript().ask(f"please look at part {number} of the checkout, the total is off again")
    for at in range(CALLS):
        command = f"npm test -- part{number}/{at}"
        output = "an ordinary line of output\n" * (OUTPUT // 27)
        if at % 5:
            session.work(command, output)
        else:
            session.fail(command, f"{output}\nTypeError: total of part {at} is not a number")
        session.raw({"type": "api-request-blob", "message": {"content": "x" * COPY}})
    session.row("attachment", attachment={"type": "prompt_snapshot", "systemPrompt": ["y" * ATTACHMENT]})
    rows = session.say("The total was rounded twice; it is rounded once now.").rows
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows)


def make(path: Path, mb: int) -> float:
    """Write a transcript of about `mb` megabytes; its size in MB."""
    with path.open("wb") as file:
        number = 0
        while file.tell() < mb * 1e6:
            file.write(turn(number))
            number += 1
        return file.tell() / 1e6


def seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def report(path: Path, size: float) -> None:
    least = min(seconds(lambda: tail(path)) for _ in range(3))
    print(f"tail of 10 turns: {1000 * least:.0f} ms of {size:.0f} MB")
    print(f"capture context: {1000 * seconds(lambda: capture_context(path)):.0f} ms")
    for name, run in (
        ("records", lambda: sum(1 for _ in reader.records(path))),
        ("turns", lambda: sum(1 for _ in turns(reader.records(path)))),
        ("past prompts", lambda: sum(1 for _ in history.past_prompts())),
    ):
        print(f"{name}: {size / seconds(run):.0f} MB/s")
    print(f"backtest beside {len(STARTER)} patterns: {replayed():.0f} prompts a second")
    unit = 1 if sys.platform == "darwin" else 1024
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6:.0f} MB")


def replayed() -> float:
    """Prompts a second, on average over some of the starter patterns."""
    took, prompts = 0.0, [json.loads(line)["text"] for line in PROMPTS.read_text().splitlines()]
    tested = STARTER[::6]
    for path in tested:
        pattern = parse_file(path).pattern
        assert pattern is not None
        replay = Replay(pattern, "/")
        took += seconds(lambda: sum(map(replay.fires, prompts * REPEATED)))  # noqa: B023  # it is run at once
    return len(tested) * len(prompts) * REPEATED / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--mb", type=int, default=500)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CLAUDE_CONFIG_DIR": folder, "EXPERIENCE_HOME": f"{folder}/experience"}
        path = Path(folder) / "projects" / "p" / "session.jsonl"
        path.parent.mkdir(parents=True)
        shutil.copytree(STARTER[0].parent.parent, Path(folder) / "experience" / "global")
        report(path, make(path, arguments.mb))


if __name__ == "__main__":
    main()
