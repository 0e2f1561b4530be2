"""Any program as a conversation: the whole talk on its standard input, the answer on its standard output.

It is started once per question; what was said before is put in front. It may be a shell script around
an HTTP call, or another agent.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence

from experience.files.tree import scratch_folder
from experience.hotpath import places
from experience.runners import own_runs
from experience.runners.conversation import Child
from experience.runners.headless import NoAnswer, environment
from experience.vocabulary import NESTED_VARIABLE


class CommandConversation:
    """`own_tools`: nobody knows what the program does, so files are guarded."""

    own_tools = True

    def __init__(self, command: Sequence[str], system: str) -> None:
        self._command = list(command)
        self._said = [system]

    def ask(self, text: str, seconds: float) -> str:
        self._said.append(text)
        answer = self._run("\n\n".join(self._said), seconds)
        self._said.append(f"Your answer was:\n\n{answer}")
        return answer

    def _run(self, text: str, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        with scratch_folder(own_runs.FOLDER) as folder:
            child = Child(self._command, folder, environment())
            try:
                child.send_last(text.encode("utf-8", "replace"))
                printed = b"".join(child.lines(deadline))
            finally:
                child.end()
        if not printed.strip():
            raise NoAnswer(f"{self._command[0].rpartition('/')[2]}: printed nothing")
        return printed.decode("utf-8", "replace")


@contextlib.contextmanager
def conversation(system: str, command: Sequence[str]) -> Iterator[CommandConversation]:
    if places.variable(NESTED_VARIABLE):
        raise NoAnswer("inside a headless run of our own: no model is asked")
    if not command:
        raise NoAnswer("no program: set command in memory.yaml")
    yield CommandConversation(command, system)
