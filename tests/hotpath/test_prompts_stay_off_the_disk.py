"""No text of a prompt in any file that has a name: while the hook runs, and after it."""

from __future__ import annotations

import os
import subprocess
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hotpath.machine import MATCHING, PATTERN, fake_interpreter, rows
from tests.house import HOOK, RunHook, clean_environment, prompt_payload


def holders(mark: str, *folders: Path, deep: bool = True) -> Iterator[str]:
    """Files in `folders` whose name or content has `mark`; reads each of at most a megabyte."""
    for folder in folders:
        for path in folder.rglob("*") if deep else folder.iterdir():
            try:
                if mark in path.name or (path.is_file() and mark.encode() in path.read_bytes()[:1_000_000]):
                    yield str(path)
            except OSError:
                continue


def fresh(folder: Path, since: float) -> Iterator[Path]:
    """Regular files directly in `folder` that were written after `since`."""
    for entry in os.scandir(folder):
        try:
            if entry.is_file(follow_symlinks=False) and entry.stat().st_mtime >= since:
                yield Path(entry.path)
        except OSError:
            continue


@pytest.mark.parametrize("unusable", ["", "TMPDIR"])
def test_while_it_runs(corpus: Path, work: Path, tmp_path: Path, unusable: str) -> None:
    mark = f"marker{uuid.uuid4().hex}"
    tmpdir = tmp_path / "tmpdir"
    if not unusable:
        tmpdir.mkdir()
    ready = tmp_path / "ready"
    fake_interpreter(corpus.parent, f"touch {ready}; cat >{tmp_path}/seen; sleep 1")
    home = corpus.parent
    began = time.time() - 1
    process = subprocess.Popen(
        ["bash", "-p", str(HOOK)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=work,
        env=clean_environment(home.parent.parent, home) | {"TMPDIR": str(tmpdir)},
    )  # fmt: skip
    assert process.stdin
    process.stdin.write(f'{{"prompt": "{MATCHING} {mark}"}}'.encode())
    process.stdin.close()
    while not ready.exists():
        time.sleep(0.01)
    time.sleep(0.1)
    assert process.poll() is None
    assert mark in (tmp_path / "seen").read_text(), (
        "the prompt was on its way, so there was something to find"
    )
    named = [
        path for place in ("/dev/shm", "/tmp") if Path(place).is_dir() for path in fresh(Path(place), began)
    ]
    assert [path for path in named if path.exists() and mark.encode() in path.read_bytes()] == []
    assert [path for path in named if path.name.startswith(f"experience-layer.{process.pid}.")] == []
    assert list(holders(mark, home, work, *filter(Path.exists, [tmpdir]))) == []
    process.wait(timeout=10)


def test_after_it_has_run(corpus: Path, run_hook: RunHook, work: Path, tmp_path: Path) -> None:
    mark = f"marker{uuid.uuid4().hex}"
    tmpdir = tmp_path / "tmpdir"
    tmpdir.mkdir()
    for prompt in (f"{MATCHING} {mark}", f"nothing to see {mark}", f"/exp {mark}", f"{mark} {'x' * 300_000}"):
        run_hook(prompt_payload(prompt), env={"TMPDIR": str(tmpdir)}, cwd=work)
    assert len(rows(corpus.parent, "injections.jsonl")) == 3
    assert list(holders(mark, corpus.parent, work, tmpdir)) == []
    assert list(tmpdir.iterdir()) == []
    assert [path for path in Path("/dev/shm").glob("experience-layer.*") if path.stat().st_size] == []


@pytest.mark.parametrize("wreck", ["salt is a folder", "index is a folder", "index is text", "no logs"])
def test_nor_after_it_has_failed(corpus: Path, run_hook: RunHook, wreck: str) -> None:
    mark = f"marker{uuid.uuid4().hex}"
    home = corpus.parent
    index = home / "state" / "index"
    if wreck == "salt is a folder":
        (home / "state" / "salt").mkdir()
    elif wreck == "index is a folder":
        (index / "global.base").mkdir(parents=True)
    elif wreck == "index is text":
        index.write_text("x")
    else:
        (home / "logs").write_text("x")
    result = run_hook(prompt_payload(f"{MATCHING} {mark}"))
    assert (result.stderr, result.code) == ("", 0)
    assert PATTERN in result.context
    assert list(holders(mark, home)) == []
