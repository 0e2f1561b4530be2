"""The client as a conversation: one `claude -p` process that reads and writes stream-json.

It keeps its session over several turns. No tools, no settings, no transcript, as in headless.py. A model
that answers in words leaves `structured_output` null: then its words are the answer.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from typing import Any

from experience.files.tree import scratch_folder
from experience.hotpath import places
from experience.runners import headless, own_runs
from experience.runners.conversation import Child
from experience.runners.headless import NoAnswer
from experience.vocabulary import NESTED_VARIABLE

#: Of the agent's own loop, over all questions.
MAX_TURNS = 12


class ClaudeConversation:
    own_tools = False

    def __init__(self, child: Child) -> None:
        self._child = child

    def ask(self, text: str, seconds: float) -> str:
        deadline = time.monotonic() + seconds
        message = {"type": "user", "message": {"role": "user", "content": text}}
        self._child.send(json.dumps(message).encode() + b"\n")
        while True:
            event = _event(self._child.line(deadline))
            if event.get("type") == "result":
                return _answer(event)


def _event(line: bytes) -> dict[str, Any]:
    """A line of the stream; {} for one that is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _answer(event: dict[str, Any]) -> str:
    if event.get("structured_output") is not None:
        return json.dumps(event["structured_output"], ensure_ascii=False)
    if event.get("is_error") or event.get("subtype") != "success":
        raise NoAnswer(f"the client reports {event.get('subtype') or 'an error'}")
    return str(event.get("result") or "")


def arguments(system: str, schema: dict[str, Any], model: str) -> list[str]:
    flags = [
        "-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose",
        "--setting-sources", "", "--tools", "", "--no-session-persistence", "--max-turns", str(MAX_TURNS),
        "--system-prompt", system, "--json-schema", json.dumps(schema, ensure_ascii=False),
    ]  # fmt: skip
    return flags + (["--model", model] if model else [])


@contextlib.contextmanager
def conversation(system: str, schema: dict[str, Any], model: str = "") -> Iterator[ClaudeConversation]:
    """A session; it ends with the block, and everything it started. Raises NoAnswer inside a run of our own
    or where there is no client."""
    if places.variable(NESTED_VARIABLE):
        raise NoAnswer("inside a headless run of our own: no model is asked")
    command = [headless.program(), *arguments(system, schema, model)]
    with scratch_folder(own_runs.FOLDER) as folder:
        child = Child(command, folder, headless.environment())
        try:
            yield ClaudeConversation(child)
        finally:
            child.end()
