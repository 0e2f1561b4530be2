"""Several questions to one model in one session: what every runner offers, and the process behind it."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Protocol, cast

from experience.runners.headless import MAX_ANSWER_BYTES, NoAnswer


class Conversation(Protocol):
    """`own_tools`: the program may touch files by itself, so they are guarded. `ask` remembers what was
    asked before; it raises NoAnswer where there is none within `seconds`."""

    own_tools: bool

    def ask(self, text: str, seconds: float) -> str: ...


class Child:
    """A program that is sent lines and answers in lines, in a process group of its own."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        try:
            self._process = subprocess.Popen(
                list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                cwd=folder, env=dict(environment), start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise NoAnswer(f"{command[0]}: cannot be started ({error.strerror})") from error
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._stdin = cast("IO[bytes]", self._process.stdin)
        self._stdout = cast("IO[bytes]", self._process.stdout)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Lines into the queue; b"" at the end. One that is too long ends it."""
        with contextlib.suppress(OSError, ValueError):
            while line := self._stdout.readline(MAX_ANSWER_BYTES + 1):
                if len(line) > MAX_ANSWER_BYTES:
                    break
                self._lines.put(line)
        self._lines.put(b"")

    def send(self, line: bytes) -> None:
        """By a thread: a program that does not read must not hold us past the time limit."""
        threading.Thread(target=self._write, args=(line,), daemon=True).start()

    def send_last(self, data: bytes) -> None:
        """As `send`, and nothing more will come."""
        threading.Thread(target=self._write, args=(data, True), daemon=True).start()

    def _write(self, data: bytes, last: bool = False) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stdin.write(data)
            self._stdin.flush()
            if last:
                self._stdin.close()

    def line(self, deadline: float) -> bytes:
        """The next line, without waiting beyond `deadline` (of time.monotonic). Raises NoAnswer."""
        try:
            found = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty as error:
            raise NoAnswer("no answer in time") from error
        if not found:
            raise NoAnswer("the program ended without an answer")
        return found

    def lines(self, deadline: float) -> Iterator[bytes]:
        """All that it prints until it ends. Raises NoAnswer at `deadline`, or after MAX_ANSWER_BYTES."""
        total = 0
        while True:
            try:
                found = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty as error:
                raise NoAnswer("no answer in time") from error
            total += len(found)
            if not found or total > MAX_ANSWER_BYTES:
                return
            yield found

    def end(self) -> None:
        """End it, and whatever it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for stream in (self._stdin, self._stdout):
            with contextlib.suppress(OSError, ValueError):
                stream.close()
