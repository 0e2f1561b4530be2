"""What a prompt costs: the whole hook, by corpus size, beside what the machine needs for nothing.

    python tests/bench/latency.py [--sizes 20,10000] [--runs 40] [--json]

All kinds of runs are interleaved in one go, so that a busy machine is busy for all of them; read
the ratios, not the milliseconds. `skeleton` is the least a hook of this shape can cost: bash that
starts two `timeout`ed `python3 -I -S` side by side which import json and print nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "lib")]

from tests.bench import made_corpus  # noqa: E402
from tests.house import prompt_payload  # noqa: E402

HOOK = ROOT / "hooks" / "claude-code.sh"
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
SKELETON = 'timeout 2 "$0" -I -S -c "import json" & timeout 2 "$0" -I -S -c "import json" & wait'

Run = Callable[[], float]


def timed(command: list[str], data: bytes = b"", env: dict[str, str] | None = None) -> float:
    """Milliseconds of one run."""
    started = time.perf_counter()
    subprocess.run(
        command, input=data, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
    )
    return (time.perf_counter() - started) * 1000


def environment(home: Path, **more: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "EXPERIENCE_HOME": str(home),
        "LANG": "C.UTF-8",
        **more,
    }


def prepared(folder: Path, size: int) -> tuple[Path, list[str]]:
    """A home with `size` indexed patterns, and its two prompts."""
    home = folder / f"home-{size}"
    for name in ("global", "logs", "state"):
        (home / name).mkdir(parents=True)
    prompts = made_corpus.write(home, size)
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    (home / "state" / "interpreter").write_text(f"{PYTHON}\n{packages}\n", encoding="utf-8")
    time.sleep(0.1)  # files written just now count as still being written
    command = [sys.executable, str(ROOT / "lib" / "exp.py"), "index"]
    subprocess.run(command, env=environment(home), stdout=subprocess.DEVNULL, check=True)
    return home, prompts


def payload(prompt: str) -> bytes:
    """Session and prompt are new on each call: the second warning of a session would cost less."""
    return json.dumps(prompt_payload(prompt, cwd="/")).encode()


def hook(home: Path, prompt: str, *, speaks: bool = False, **more: str) -> Run:
    """`speaks`: whether it must say something. It is tried once, so that nothing else is measured."""
    command, env = ["bash", "-p", str(HOOK)], environment(home, **more)
    said = subprocess.run(command, input=payload(prompt), env=env, capture_output=True, check=True).stdout
    if bool(said) != speaks:
        raise SystemExit(f"{home.name}: expected {'a warning' if speaks else 'silence'}, got {said!r}")
    return lambda: timed(command, payload(prompt), env)


def kinds(folder: Path, sizes: list[int]) -> dict[str, Run]:
    """Name -> one run of it."""
    runs: dict[str, Run] = {
        "bash -c true": lambda: timed(["bash", "-c", "true"]),
        "python3 -I -S -c pass": lambda: timed([PYTHON, "-I", "-S", "-c", "pass"]),
        "skeleton": lambda: timed(["bash", "-c", SKELETON, PYTHON]),
    }
    for size in sizes:
        home, (hit, miss) = prepared(folder, size)
        long = f"{miss}\n" + "\n".join(f"line {n} of a log that says nothing of note" for n in range(2200))
        runs[f"{size}: switched off"] = hook(home, hit, EXPERIENCE_LAYER="off")
        runs[f"{size}: no match"] = hook(home, miss)
        runs[f"{size}: match"] = hook(home, hit, speaks=True)
        runs[f"{size}: no match, 100 KB"] = hook(home, long)
    return runs


def measured(runs: dict[str, Run], count: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in runs}
    order = list(runs)
    for name in order:
        runs[name]()  # warm
    for _ in range(count):
        random.shuffle(order)
        for name in order:
            times[name].append(runs[name]())
    return times


def row(values: list[float], skeleton: float) -> dict[str, float]:
    middle = statistics.median(values)
    p95 = sorted(values)[int(0.95 * (len(values) - 1))]
    return {"p50_ms": round(middle, 1), "p95_ms": round(p95, 1), "x_skeleton": round(middle / skeleton, 2)}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default="20,10000", help="patterns in the corpus, by commas")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        times = measured(kinds(Path(folder), [int(size) for size in args.sizes.split(",")]), args.runs)
    skeleton = statistics.median(times["skeleton"])
    rows = {name: row(values, skeleton) for name, values in times.items()}
    if args.json:
        print(json.dumps(rows, indent=1))
    else:
        print(f"{'':28} {'p50 ms':>8} {'p95 ms':>8} {'x skeleton':>11}")
        for name, values in rows.items():
            print(f"{name:28} {values['p50_ms']:8.1f} {values['p95_ms']:8.1f} {values['x_skeleton']:11.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
