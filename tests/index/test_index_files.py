"""Index files that are missing, torn, foreign, contested or that cannot be written."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from experience.hotpath import segment
from tests.hotpath.machine import use_interpreter
from tests.house import HOOK, LIB, prompt_payload, run_hook_process
from tests.index.living import Living, pattern_id, str_bytes, word


def torn(kind: str, data: bytes) -> bytes:
    body = len(data) // 2
    return {
        "empty": b"",
        "one byte": data[:1],
        "magic only": data[:8],
        "half": data[:body],
        "one byte short": data[:-1],
        "one byte more": data + b"\0",
        "foreign version": data[:5] + b"\x63" + data[6:],
        "other byte order": data[:6] + b"\x02" + data[7:],
        "no magic": b"GARBAGE!" + data[8:],
        "text": b"hello\n" * 1000,
        "zeros": bytes(len(data)),
        "zeros behind the lengths": data[:24] + bytes(len(data) - 24),
        "second half zeros": data[:body] + bytes(len(data) - body),
        "second half ones": data[:body] + b"\xff" * (len(data) - body),
        "header of another shape": data[:24] + b"[1]" + b" " * (len(data) - 27),
        "huge header length": data[:8] + b"\xff" * 8 + data[16:],
    }[kind]


KINDS = [
    "empty", "one byte", "magic only", "half", "one byte short", "one byte more", "foreign version",
    "other byte order", "no magic", "text", "zeros", "zeros behind the lengths", "second half zeros",
    "second half ones", "header of another shape", "huge header length",
]  # fmt: skip


@pytest.mark.parametrize("part", ["base", "delta"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_trusted_is_rebuilt(living: Living, kind: str, part: str) -> None:
    if part == "delta":
        living.write(20)
        assert living.warns(20)
    path = living.index / f"global.{part}"
    path.write_bytes(torn(kind, path.read_bytes()))
    assert living.warns_soon(1, 5)
    assert living.warns(7)
    assert living.warns(20) == (part == "delta")


def test_bytes_flipped_anywhere_cost_at_most_a_rebuild(living: Living) -> None:
    path = living.index / "global.base"
    good = path.read_bytes()
    chance = random.Random(7)
    for _ in range(25):
        data = bytearray(good)
        for _ in range(8):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        (living.index / "global.delta").unlink(missing_ok=True)
        assert living.warns_soon(4, 5)


@pytest.mark.parametrize("what", ["base", "delta", "folder", "state"])
def test_a_missing_index_is_made_anew(living: Living, what: str) -> None:
    living.write(20)
    assert living.warns(20)
    if what in ("base", "delta"):
        (living.index / f"global.{what}").unlink()
    else:
        shutil.rmtree(living.index if what == "folder" else living.home / "state")
    assert [living.warns(number) for number in (1, 7, 20)] == [True] * 3


def test_the_index_of_another_home_is_not_used(living: Living, tmp_path: Path) -> None:
    other = Living(tmp_path / "other" / ".claude" / "experience", living.cwd)
    other.write(60)
    other.index.mkdir(parents=True)
    shutil.copy(living.index / "global.base", other.index)
    assert other.warns(60)
    assert not other.warns(1)


def test_21_changed_files_serve_the_old_index_without_them_until_a_worker_is_through(living: Living) -> None:
    for number in range(4):
        living.write(number, said=number + 200)
    for number in range(30, 47):
        living.write(number)
    assert living.warns(7), "what did not change is served"
    assert not living.warns(2, by=2), "what changed is not"
    assert living.warns_soon(202 - 202 + 30)
    assert living.warns(202, by=2)
    assert not living.warns(2)
    assert [living.warns(number) for number in range(30, 47)] == [True] * 17


def test_a_large_corpus_without_any_index_is_indexed_in_the_background(living: Living) -> None:
    shutil.rmtree(living.index)
    for number in range(100, 300):
        living.write(number)
    assert living.warns_soon(150)
    assert living.warns(1)
    assert living.errors() == ""


@pytest.mark.parametrize("config", ["project_patterns: always\n", "project_patterns: [broken\n"])
def test_a_large_project_is_indexed_even_if_the_hook_runs_elsewhere(
    living: Living, tmp_path: Path, config: str
) -> None:
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    folder = root / ".claude" / "experience"
    folder.mkdir(parents=True)
    for number in range(400, 430):
        (folder / f"{number}.md").write_text(living.text(number))
    for number in range(100, 130):
        living.write(number)
    (living.home / "config.yaml").write_text(config)
    until = time.monotonic() + 10
    while pattern_id(101) not in living.told(101, root):
        assert time.monotonic() < until, "the global corpus waits for ever"
        time.sleep(0.2)
    while pattern_id(401) not in living.told(401, root) and "always" in config:
        assert time.monotonic() < until, "the project's corpus waits for ever"
        time.sleep(0.2)
    assert ("always" in config) == (pattern_id(401) in living.told(401, root))


def test_two_hooks_at_once_on_a_stale_index(living: Living) -> None:
    with ThreadPoolExecutor(3) as pool:
        for number in range(500, 510):
            living.write(number)
            late = living.out_of_time()
            answered = sum(pool.map(living.warns, [number] * 3))
            assert answered + living.out_of_time() - late == 3
            assert living.warns_soon(number)
    assert len(living.errors().splitlines()) == living.out_of_time()


def test_hooks_while_exp_index_runs(living: Living) -> None:
    for number in range(600, 615):
        living.write(number)
    workers = [
        subprocess.Popen(
            [sys.executable, str(LIB / "exp.py"), "index"],
            env=living.environment() | {"EXP_IN_VENV": "1"}, stdout=subprocess.DEVNULL, cwd=living.cwd,
        )
        for _ in range(3)
    ]  # fmt: skip
    asked = 0
    while any(worker.poll() is None for worker in workers):
        late = living.out_of_time()
        assert living.warns(600 + asked % 15) or living.out_of_time() > late
        asked += 1
    assert asked
    assert all(worker.returncode in (0, 1) for worker in workers)
    assert len(living.errors().splitlines()) == living.out_of_time()
    assert all(living.warns(number) for number in (0, 7, 600, 614))


def test_kill_9_of_exp_index_leaves_the_old_index_or_the_new(living: Living) -> None:
    chance = random.Random(3)
    for turn in range(20):
        living.write(5, said=700 + turn)
        process = subprocess.Popen(
            [sys.executable, str(LIB / "exp.py"), "index"],
            env=living.environment() | {"EXP_IN_VENV": "1"}, stdout=subprocess.DEVNULL, cwd=living.cwd,
        )  # fmt: skip
        time.sleep(chance.uniform(0.05, 0.35))
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=10)
        assert segment.read(str(living.index / "global.base")) is not None
        assert living.warns(700 + turn, by=5)
        assert living.warns(1)
    living.compile()
    leftovers = [path.name for path in living.index.iterdir() if path.name.endswith(".tmp")]
    assert leftovers == [], "a killed writer's half file is never cleaned up"


@pytest.fixture
def readable_by_all() -> Iterator[Path]:
    """A folder that another user can reach, which pytest's own are not."""
    with tempfile.TemporaryDirectory(prefix="experience-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def as_stranger(living: Living, number: int) -> str:
    """`told`, by a user who may read everything and write nothing."""
    payload = prompt_payload(f"why is there a {word(number)} overflow", cwd="/")
    script = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "bash", "-p"]
    done = subprocess.run(
        [*script, str(HOOK)], input=str_bytes(payload), env=living.environment(), cwd="/",
        capture_output=True, timeout=20, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs root and setpriv to become another user"
)
@pytest.mark.parametrize("index", ["none", "old"])
def test_a_state_folder_that_cannot_be_written(readable_by_all: Path, index: str) -> None:
    home = readable_by_all / ".claude" / "experience"
    corpus = Living(home, readable_by_all)
    for number in range(5):
        corpus.write(number)
    use_interpreter(home, "/usr/bin/python3")
    if index == "old":
        corpus.compile()
        corpus.write(3, said=33)
    for path in [home.parent, *home.parent.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert pattern_id(3) in as_stranger(corpus, 33 if index == "old" else 3)
    assert pattern_id(4) in as_stranger(corpus, 4)
    assert run_hook_process(b"{}", corpus.environment(), readable_by_all).code == 0
