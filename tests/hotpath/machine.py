"""What the tests of the hook share: an installed interpreter, fakes of it, logs, a call as registered."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.house import HOOK, LIB, HookResult, clean_environment, prompt_payload

#: The resolved interpreter, as install writes it: no shim, no launcher of a venv.
PYTHON = os.path.realpath(sys.executable)

#: A prompt that the sample pattern of tests.house answers.
MATCHING = "after the deploy users get a ChunkLoadError, a stale chunk I guess"
PATTERN = "frontend-2026-04-18-stale-chunk"

#: The line that install puts into settings.json.
REGISTERED = f"f={shlex.quote(str(HOOK))}; " + '[ -f "$f" ] && exec bash -p "$f"; exec cat >/dev/null'

#: What the adapter needs beside Python; never `timeout`.
BARE_TOOLS = ("bash", "sh", "cat", "rm", "sleep", "date", "mkdir", "env", "touch")


def use_interpreter(home: Path, python: str = PYTHON) -> None:
    """Write state/interpreter as install does."""
    state = home / "state"
    state.mkdir(exist_ok=True)
    (state / "interpreter").write_text(f"{python}\n{sysconfig.get_paths()['purelib']}\n")


def fake_interpreter(home: Path, script: str) -> Path:
    """An interpreter that is a bash script: `script` sees the arguments of the real one."""
    path = home.parent / "fake-python"
    path.write_text(f"#!/bin/bash\n{script}\n")
    path.chmod(0o755)
    use_interpreter(home, str(path))
    return path


def counting_interpreter(home: Path) -> Path:
    """A real interpreter that adds a line to the returned file on each start."""
    starts = home.parent / "starts"
    fake_interpreter(home, f'echo "$*" >>{starts}\nexec {PYTHON} "$@"')
    return starts


def bare_path(folder: Path) -> str:
    """A PATH with what every system has, and without timeout and gtimeout (case R01)."""
    folder.mkdir()
    for name in BARE_TOOLS:
        found = next(p for p in ("/bin", "/usr/bin") if (Path(p) / name).exists())
        (folder / name).symlink_to(Path(found) / name)
    (folder / "python3").symlink_to(PYTHON)
    return str(folder)


def rows(home: Path, name: str) -> list[dict[str, Any]]:
    """The lines of a log; every one must be a JSON object."""
    path = home / "logs" / name
    if not path.exists():
        return []
    found = [json.loads(line) for line in path.read_bytes().decode("utf-8").splitlines()]
    assert all(isinstance(row, dict) for row in found)
    return found


def shell(command: str, data: bytes, environment: Mapping[str, str], cwd: Path) -> HookResult:
    """Run `command` as the client does: /bin/sh -c, payload on stdin."""
    started = time.perf_counter()
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=data, capture_output=True, env=dict(environment), cwd=cwd, timeout=30, check=False,
    )  # fmt: skip
    ms = (time.perf_counter() - started) * 1000
    out = done.stdout.decode()
    return HookResult(out, done.stderr.decode(), done.returncode, ms, json.loads(out) if out else None)


def fed(
    home: Path, cwd: Path, pieces: Iterator[bytes], *, hold: float = 0.0, env: Mapping[str, str] | None = None
) -> tuple[HookResult, str]:
    """Run the hook and feed stdin piece by piece; keep it open for `hold` more seconds or to the end.

    Returns the result and the name of the error that the writer met, "" for none.
    """
    process = subprocess.Popen(
        ["bash", "-p", str(HOOK)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**clean_environment(home.parent.parent, home), **(env or {})}, cwd=cwd,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    assert process.stderr
    started = time.perf_counter()
    trouble = ""
    try:
        for piece in pieces:
            process.stdin.write(piece)
            process.stdin.flush()
        if hold:
            process.wait(timeout=hold)
        process.stdin.close()
    except OSError as error:
        trouble = type(error).__name__
    out, err = process.stdout.read().decode(), process.stderr.read().decode()
    code = process.wait(timeout=10)
    ms = (time.perf_counter() - started) * 1000
    process.stdout.close()
    process.stderr.close()
    return HookResult(out, err, code, ms, json.loads(out) if out else None), trouble


def processes_with(mark: str) -> list[str]:
    """Command lines of living processes that hold `mark`."""
    listed = subprocess.run(["ps", "-eo", "stat=,args="], capture_output=True, text=True, check=True)
    lines = [line.split(None, 1) for line in listed.stdout.splitlines()]
    assert len(lines) > 1
    return [line[1] for line in lines if len(line) == 2 and mark in line[1] and line[0][0] != "Z"]


def gone_soon(mark: str, seconds: float = 1.0) -> bool:
    """Whether no process with `mark` is left within `seconds`."""
    until = time.monotonic() + seconds
    while processes_with(mark):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def told(home: Path, prompt: str, **more: Any) -> str:
    """What the model is told, by the door that the adapter starts (adapter left out: it is slower)."""
    done = subprocess.run(
        [PYTHON, "-I", "-S", str(LIB / "retrieve.py"), "--format", "text"],
        input=json.dumps(prompt_payload(prompt, **{"cwd": "/", **more})).encode(),
        env=clean_environment(home.parent.parent, home), capture_output=True, timeout=30, check=True,
    )  # fmt: skip
    assert done.stderr == b""
    return done.stdout.decode()
