"""What a prompt costs: the whole hook, by corpus size, beside what the machine needs for nothing.

    python tests/bench/latency.py [--sizes 10,100,1000,10000,100000] [--runs 40] [--build] [--edit] [--json]

All kinds of runs are interleaved in one go, so that a busy machine is busy for all of them; read
the ratios, not the milliseconds. `x_floor` is a multiple of `bash -c true` and `python3 -I -S -c
pass` together; `x_skeleton` of the least a hook of this shape can cost: bash that starts two
`timeout`ed `python3 -I -S` side by side which import json and print nothing. python3 is the
resolved interpreter that the hook runs (no shim, no venv).

- warm: the index and the compiled Python files were read before. `match` and `no match` are prompts
  of 20 words, each new to its session; `100 KB` is the second one with a log of so many bytes.
- cold: the first prompt after `exp.py index` wrote the segment anew and nobody opened it. (The page
  cache cannot be dropped without root, so the disk itself is not measured.) `no pyc` is the same with
  the compiled files of lib/ absent, in a copy of the project: an update's very first prompt.
- switched off: the hook with EXPERIENCE_LAYER=off.
- memory: the largest resident set of `python3 -I -S lib/retrieve.py`, in MB, with the segment's mapped
  pages that it touched.
- `--build`: processor seconds of a full build in one process, as a multiple of PyYAML's CSafeLoader
  plus splitting into words over the same files, in the same process, the median of alternating pairs.
- `--edit`: 5,000 files, one of them edited by hand: the next prompt, as a multiple of a warm one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "lib")]

from tests.bench import index_build, made_corpus  # noqa: E402
from tests.house import prompt_payload  # noqa: E402

HOOK = Path("hooks") / "claude-code.sh"
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
SKELETON = 'timeout 2 "$0" -I -S -c "import json" & timeout 2 "$0" -I -S -c "import json" & wait'
SIZES = "10,100,1000,10000,100000"
#: Above this many patterns there is no cold run for each warm one: an index takes minutes.
COLD_UP_TO = 1000
#: Files of `--edit`: the most of which each is looked at on every prompt.
EDITED = 5000
#: Prompts whose memory is measured.
PROMPTS = {"20 words": "so why does the server fail", "100 KB": "why it fails, and the server too\n" * 3200}
HIGH_WATER = (
    "import sys; sys.path.insert(0, sys.argv[1]); import retrieve; retrieve.main([]);"
    "sys.stderr.write(open('/proc/self/status').read().split('VmHWM:')[1].split('\\n')[0])"
)

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


def index(home: Path) -> None:
    time.sleep(0.1)  # files written just now count as still being written
    command = [sys.executable, str(ROOT / "lib" / "exp.py"), "index"]
    subprocess.run(command, env=environment(home), stdout=subprocess.DEVNULL, check=True)


def prepared(folder: Path, size: int, name: str = "home") -> tuple[Path, list[str]]:
    """A home with `size` indexed patterns, and its two prompts."""
    home = folder / f"{name}-{size}"
    for part in ("global", "logs", "state"):
        (home / part).mkdir(parents=True)
    prompts = made_corpus.write(home, size)
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    (home / "state" / "interpreter").write_text(f"{PYTHON}\n{packages}\n", encoding="utf-8")
    index(home)
    return home, prompts


def payload(prompt: str) -> bytes:
    """Session and prompt are new on each call: the second warning of a session would cost less."""
    return json.dumps(prompt_payload(prompt, cwd="/")).encode()


def hook(home: Path, prompt: str, *, speaks: bool = False, root: Path = ROOT, **more: str) -> Run:
    """`speaks`: whether it must say something. It is tried once, so that nothing else is measured."""
    command, env = ["bash", "-p", str(root / HOOK)], environment(home, **more)
    said = subprocess.run(command, input=payload(prompt), env=env, capture_output=True, check=True).stdout
    if bool(said) != speaks:
        raise SystemExit(f"{home.name}: expected {'a warning' if speaks else 'silence'}, got {said!r}")
    return lambda: timed(command, payload(prompt), env)


def after_index(home: Path, run: Run) -> Run:
    def cold() -> float:
        index(home)
        return run()

    return cold


def without_pyc(folder: Path, home: Path, prompt: str) -> Run:
    """The hook in a copy of the project whose compiled files are taken away before each run."""
    copy = folder / "project"
    for part in ("lib", "hooks"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    run = hook(home, prompt, speaks=True, root=copy)

    def cold() -> float:
        for cache in [*copy.rglob("__pycache__")]:
            shutil.rmtree(cache)
        return run()

    return cold


def edited(folder: Path) -> dict[str, Run]:
    """5,000 files: a warm prompt, and the one after an edit by hand."""
    home, (hit, _) = prepared(folder, EDITED, "edited")
    run = hook(home, hit, speaks=True)
    path = next((home / "global").rglob("made-17.md"))
    fresh = folder / "edited.md"

    def after_edit() -> float:
        fresh.write_text(path.read_text("utf-8") + "\nOne more line.\n", encoding="utf-8")
        os.utime(fresh, (time.time() - 60,) * 2)
        fresh.replace(path)
        time.sleep(0.05)
        return run()

    return {f"{EDITED} files: match": run, f"{EDITED} files: one edited": after_edit}


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
        if size <= COLD_UP_TO:
            runs[f"{size}: match, cold"] = after_index(home, runs[f"{size}: match"])
    home, (hit, _) = prepared(folder, 20, "small")
    runs["20: match, no pyc"] = without_pyc(folder, home, hit)
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


def row(values: list[float], floor: float, skeleton: float) -> dict[str, float]:
    middle = statistics.median(values)
    p95 = sorted(values)[int(0.95 * (len(values) - 1))]
    return {
        "p50_ms": round(middle, 1),
        "p95_ms": round(p95, 1),
        "x_floor": round(middle / floor, 2),
        "x_skeleton": round(middle / skeleton, 2),
    }


def rows(times: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    middle = {name: statistics.median(values) for name, values in times.items()}
    floor = middle["bash -c true"] + middle["python3 -I -S -c pass"]
    return {name: row(values, floor, middle["skeleton"]) for name, values in times.items()}


def memory(folder: Path, sizes: list[int]) -> dict[str, float]:
    """Name -> MB at most in memory, of the door that reads the index."""
    found = {}
    for size in sizes:
        home = folder / f"home-{size}"
        for name, prompt in (
            ("20 words", "so why does the server fail"),
            ("100 KB", "why it fails\n" * 8000),
        ):
            found[f"{size}: {name}"] = _largest(home, prompt)
    return found


def _largest(home: Path, prompt: str) -> float:
    """The door runs inside of a line that prints the kernel's high-water mark: that of getrusage counts
    the process that started it as well. Linux only; 0 elsewhere."""
    if not os.path.exists("/proc/self/status"):
        return 0.0
    command = [PYTHON, "-I", "-S", "-c", HIGH_WATER, str(ROOT / "lib")]
    done = subprocess.run(
        command, input=payload(prompt), env=environment(home), capture_output=True, check=True
    )
    return round(int(done.stderr.split()[-2]) / 1024, 1)


def report(found: dict[str, Any]) -> None:
    print(f"{'':28} {'p50 ms':>8} {'p95 ms':>8} {'x floor':>8} {'x skeleton':>11}")
    for name, values in found["hook"].items():
        print(
            f"{name:28} {values['p50_ms']:8.1f} {values['p95_ms']:8.1f}"
            f" {values['x_floor']:8.2f} {values['x_skeleton']:11.2f}"
        )
    for name, megabytes in found["memory_mb"].items():
        print(f"memory, {name:20} {megabytes:8.1f} MB")
    for name, values in found.get("build", {}).items():
        print(f"build of {name:>6}: {values['build_s']} s, {values['x_reference']} x reference")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default=SIZES, help="patterns in the corpus, by commas")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--build", action="store_true", help="also a full build beside its reference")
    parser.add_argument("--edit", action="store_true", help="also one edit among 5,000 files")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    sizes = [int(size) for size in args.sizes.split(",")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runs = kinds(folder, sizes) | (edited(folder) if args.edit else {})
        found: dict[str, Any] = {"hook": rows(measured(runs, args.runs)), "memory_mb": memory(folder, sizes)}
        if args.build:
            found["build"] = index_build.builds(folder, [size for size in sizes if 100 <= size <= 10_000])
    if args.json:
        print(json.dumps(found, indent=1))
    else:
        report(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
