"""Many sessions at once on one corpus, while somebody edits it.

PYTHONPATH=.:lib python -m tests.faults.crowd [SESSIONS PROMPTS EDITS_A_SECOND]
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from experience.hotpath import segment
from tests.hotpath.machine import rows, use_interpreter
from tests.house import HookResult, prompt_payload, run_hook_process
from tests.index.living import Living, pattern_id, str_bytes, word

#: Patterns that nobody edits; each session asks for them one after the other, then again.
STILL = 4
#: Patterns that are edited all the time.
EDITED = 12


@dataclass(frozen=True)
class Crowd:
    """What the hooks said: session -> answers in order; and what they left behind."""

    living: Living
    answers: dict[str, list[HookResult]]
    edits: int
    torn: int
    seconds: float

    @property
    def prompts(self) -> int:
        return sum(len(told) for told in self.answers.values())

    @property
    def logged(self) -> Counter[str]:
        """Lines of the log by session."""
        return Counter(row["session_id"] for row in rows(self.living.home, "injections.jsonl"))

    @property
    def late(self) -> int:
        """Prompts that the hook itself says were cut off by a deadline."""
        return self.living.out_of_time()

    def times_told(self, number: int) -> list[int]:
        """For each session how often it was told pattern `number`."""
        mark = f"[{pattern_id(number)}]"
        return [sum(mark in told.context for told in answers) for answers in self.answers.values()]

    @property
    def twice(self) -> int:
        """How often a session was told again what it had been told."""
        return sum(max(0, times - 1) for number in range(STILL) for times in self.times_told(number))

    def lines(self) -> list[str]:
        logged = sum(self.logged.values())
        slowest = max(told.ms for answers in self.answers.values() for told in answers)
        told = [sum(self.times_told(number)) for number in range(STILL)]
        return [
            f"{len(self.answers)} sessions, {self.prompts} prompts, {self.edits} edits, {self.seconds:.1f} s",
            f"logged {logged} of {self.prompts}; said to be late: {self.late}; slowest {slowest:.0f} ms",
            f"told {told}, twice {self.twice}; index torn: {self.torn}",
        ]


class Editor:
    """`with Editor(living, 50) as editor`: rewrites patterns and reads the index meanwhile."""

    def __init__(self, living: Living, a_second: float) -> None:
        self._living, self._pause = living, 1 / a_second
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work)
        self.edits = self.torn = 0

    def __enter__(self) -> Editor:  # noqa: PYI034  # typing.Self came with Python 3.11
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._over.wait(self._pause):
            number = 100 + self.edits % EDITED
            self._living.write(number, said=number + 100 * (self.edits % 7))
            self.edits += 1
            self.torn += not self._is_whole("base") or not self._is_whole("delta")

    def _is_whole(self, part: str) -> bool:
        path = self._living.index / f"global.{part}"
        return not path.exists() or segment.read(str(path)) is not None


def run(living: Living, sessions: int, prompts: int, edits_a_second: float) -> Crowd:
    """Every session asks `prompts` times, all at the same time. Patterns 0 to STILL - 1 answer."""
    for number in [*range(STILL), *range(100, 100 + EDITED)]:
        living.write(number)
    living.compile()
    started = time.monotonic()
    with Editor(living, edits_a_second) as editor, ThreadPoolExecutor(sessions) as pool:
        told = pool.map(lambda _: _session(living, prompts), range(sessions))
        answers = dict(told)
    return Crowd(living, answers, editor.edits, editor.torn, time.monotonic() - started)


def _session(living: Living, prompts: int) -> tuple[str, list[HookResult]]:
    session = str(uuid.uuid4())
    asked = [f"why is there a {word(turn % STILL)} overflow, {turn}" for turn in range(prompts)]
    payloads = [prompt_payload(prompt, session_id=session, cwd=str(living.cwd)) for prompt in asked]
    told = [run_hook_process(str_bytes(payload), living.environment(), living.cwd) for payload in payloads]
    return session, told


def main(arguments: list[str]) -> None:
    sessions, prompts, edits = (int(one) for one in arguments or ["20", "8", "50"])
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home", ".claude", "experience")
        home.mkdir(parents=True)
        use_interpreter(home)
        crowd = run(Living(home, Path(folder)), sessions, prompts, edits)
        print("\n".join(crowd.lines()))
        print(json.dumps(Counter(row["error"] for row in rows(home, "errors.jsonl"))))
        places = [row["ms"] for row in rows(home, "injections.jsonl")]
        print(f"ms in the door: {sorted(places)[len(places) // 2]:.0f} median, {max(places):.0f} at most")


if __name__ == "__main__":
    main(sys.argv[1:])
