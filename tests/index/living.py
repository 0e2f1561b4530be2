"""A corpus that is asked through the hook, so that what counts is what a person would be told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.house import LIB, clean_environment, pattern_text, prompt_payload, run_hook_process

#: Words no ordinary pattern has; each pattern of these tests gets one.
ROOTS = ("brimtal", "cloverd", "dunspar", "elgrond", "farnoll", "gristek", "hobbarn", "indrelk")


def word(number: int) -> str:
    """A made-up word per number, of letters only, so that no stemming or splitting is at work."""
    digits = "".join(chr(ord("a") + int(digit)) for digit in f"{number:05}")
    return f"{ROOTS[number % len(ROOTS)]}{digits}x"


def pattern_id(number: int) -> str:
    return f"general-2026-01-05-p{number:05}"


class Living:
    """A home with a corpus of numbered patterns."""

    def __init__(self, home: Path, cwd: Path) -> None:
        self.home = home
        self.cwd = cwd
        self.index = home / "state" / "index"

    def environment(self) -> dict[str, str]:
        return clean_environment(self.home.parent.parent, self.home)

    def path(self, number: int, domain: str = "general") -> Path:
        return self.home / "global" / domain / f"{pattern_id(number)}.md"

    def text(self, number: int, said: int | None = None, **more: Any) -> str:
        """Pattern `number`; its trigger is the word of `said`."""
        return pattern_text(
            id=pattern_id(number), name=f"Trouble with {word(number if said is None else said)}",
            keywords=[f"{word(number if said is None else said)} overflow"], **more,
        )  # fmt: skip

    def write(self, number: int, said: int | None = None, domain: str = "general", **more: Any) -> Path:
        path = self.path(number, domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text(number, said, **more))
        return path

    def told(self, number: int, cwd: Path | None = None) -> str:
        """What the model is told when a prompt has the word of `number`."""
        prompt = f"why is there a {word(number)} overflow"
        payload = prompt_payload(prompt, cwd=str(cwd or self.cwd))
        result = run_hook_process(str_bytes(payload), self.environment(), self.cwd)
        assert (result.code, result.stderr) == (0, "")
        return result.context

    def warns(self, number: int, by: int | None = None) -> bool:
        """Whether a prompt with the word of `number` is answered by pattern `by` (itself)."""
        return pattern_id(number if by is None else by) in self.told(number)

    def out_of_time(self) -> int:
        """How many hooks were cut off by their deadline: a busy machine is no race."""
        return self.errors().count("no answer in time")

    def exp(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(LIB / "exp.py"), *arguments],
            env=self.environment() | {"EXP_IN_VENV": "1"}, cwd=self.cwd,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip

    def compile(self) -> None:
        time.sleep(0.05)  # an index made of files that were just written is looked at once more
        done = self.exp("index")
        assert done.returncode == 0, done.stderr

    def warns_soon(self, number: int, seconds: float = 20) -> bool:
        """Ask until a worker in the background is through."""
        until = time.monotonic() + seconds
        while not self.warns(number):
            if time.monotonic() > until:
                return False
            time.sleep(0.2)
        return True

    def errors(self) -> str:
        path = self.home / "logs" / "errors.jsonl"
        return path.read_text() if path.exists() else ""


def str_bytes(payload: dict[str, object]) -> bytes:
    return json.dumps(payload).encode()


def keep_times(path: Path, status: os.stat_result) -> None:
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
