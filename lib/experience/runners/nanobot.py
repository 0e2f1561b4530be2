"""The agent nanobot as a conversation, run by the Python of its own environment (nanobot-ai, Python 3.11).

Its tools stay on: it reads the workspace by itself, so whoever asks guards the files. The session key
is new for each conversation, so that no night meets the live chat or another night.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

from experience.hotpath import places
from experience.runners import headless
from experience.runners.conversation import Child
from experience.runners.headless import NoAnswer
from experience.vocabulary import NESTED_VARIABLE

BRIDGE = Path(__file__).with_name("nanobot_bridge.py")
#: Seconds after which a program that was only started counts as broken.
READY_SECONDS = 120.0


class NanobotConversation:
    own_tools = True

    def __init__(self, child: Child) -> None:
        self._child = child

    def ask(self, text: str, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        self._child.send(json.dumps({"text": text}).encode() + b"\n")
        return str(answer(self._child, deadline).get("answer", ""))


def answer(child: Child, deadline: float) -> dict[str, object]:
    """The next object of ours; whatever else the program prints is passed over."""
    while True:
        line = child.line(deadline)
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and found.get("nanobot_bridge"):
            if "error" in found:
                raise NoAnswer(f"nanobot: {found['error']}")
            return found


@contextlib.contextmanager
def conversation(
    session_key: str, workspace: Path, *, python: str, config: str = "", model_preset: str = ""
) -> Iterator[NanobotConversation]:
    """A session under `session_key`. Raises NoAnswer where nanobot cannot be started."""
    if places.variable(NESTED_VARIABLE):
        raise NoAnswer("inside a headless run of our own: no model is asked")
    if not python or not os.access(python, os.X_OK):
        raise NoAnswer(
            "no environment with nanobot: make one (python3.11 -m venv DIR; DIR/bin/pip install nanobot-ai) "
            "and name its interpreter as `python` in memory.yaml"
        )
    start = {
        "session_key": session_key,
        "workspace": str(workspace),
        "config": config,
        "preset": model_preset,
    }
    # -P: this folder, whose nanobot.py we are, stays off its path
    child = Child([python, "-P", str(BRIDGE)], workspace, headless.environment())
    try:
        child.send(json.dumps(start).encode() + b"\n")
        answer(child, time.monotonic() + READY_SECONDS)
        yield NanobotConversation(child)
    finally:
        child.end()
