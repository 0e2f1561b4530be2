"""One question to a model: `claude -p`, with no tools, no settings, no transcript; a JSON value back.

It would meet our own hook, and that hook could ask again: the environment carries our mark, which
the hook and this module obey, and no settings are read. A model that answers in words instead of the
schema leaves `structured_output` null (and exit code 0): that is no answer.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from typing import Any

from experience.errors import ExperienceError
from experience.files.tree import scratch_folder
from experience.hotpath import places
from experience.runners import own_runs
from experience.vocabulary import NESTED_VARIABLE

PROGRAM = "claude"
#: Names another program that takes the same flags; a test's, or a client that is not on PATH.
PROGRAM_VARIABLE = "EXPERIENCE_CLAUDE"
#: Characters of a question; a larger one is a bug of the caller.
MAX_QUESTION = 400_000
MAX_ANSWER_BYTES = 4 * 1024 * 1024
#: Variables of a surrounding session that would make the call part of it.
_NOT_HANDED_ON = ("CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_ENV_FILE")


class NoAnswer(ExperienceError):
    """Why there is no usable answer; the caller goes on without one."""


@dataclass(frozen=True)
class Question:
    """`system` and `text` as the model sees them; `schema`: of the answer, as JSON schema. `model`: "" for
    the user's own choice. `seconds`: after them the call is ended with all it started."""

    system: str
    text: str
    schema: dict[str, Any]
    model: str = ""
    seconds: float = 60.0
    max_turns: int = 4


@dataclass(frozen=True)
class Answer:
    """`value` fits the schema as far as the client checked it; `cost` in US dollars, as the client says."""

    value: Any
    cost: float
    model: str


def program() -> str:
    """The client to start. Raises NoAnswer where there is none."""
    found = places.variable(PROGRAM_VARIABLE) or shutil.which(PROGRAM)
    if not found:
        raise NoAnswer(f"no program {PROGRAM!r} on PATH")
    return found


def arguments(question: Question) -> list[str]:
    flags = [
        "-p", "--output-format", "json", "--setting-sources", "", "--tools", "", "--no-session-persistence",
        "--max-turns", str(question.max_turns), "--system-prompt", question.system,
        "--json-schema", json.dumps(question.schema, ensure_ascii=False),
    ]  # fmt: skip
    return flags + (["--model", question.model] if question.model else [])


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in _NOT_HANDED_ON}
    return {**kept, NESTED_VARIABLE: "1"}


def ask(question: Question) -> Answer:
    """The model's answer. Raises NoAnswer with one reason: inside a run of our own, no client, too late, an
    error, or no value of the schema."""
    if places.variable(NESTED_VARIABLE):
        raise NoAnswer("inside a headless run of our own: no model is asked")
    if len(question.text) > MAX_QUESTION:
        raise NoAnswer(f"the question has {len(question.text):,} characters, {MAX_QUESTION:,} are the most")
    return _understood(_run([program(), *arguments(question)], question))


def _run(command: list[str], question: Question) -> bytes:
    """Standard output of the client, run in an empty folder and a process group of its own."""
    with scratch_folder(own_runs.FOLDER) as folder:
        try:
            child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                cwd=folder, env=environment(), start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise NoAnswer(f"{command[0]}: cannot be started ({error.strerror})") from error
        try:
            printed, _ = child.communicate(question.text.encode("utf-8", "replace"), timeout=question.seconds)
        except subprocess.TimeoutExpired as error:
            raise NoAnswer(f"no answer within {question.seconds:.0f} s") from error
        finally:
            _end(child)
    return printed


def _end(child: subprocess.Popen[bytes]) -> None:
    """End what is left of the call: the client, and whatever it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    if child.stdout:
        child.stdout.close()


def _understood(printed: bytes) -> Answer:
    if len(printed) > MAX_ANSWER_BYTES:
        raise NoAnswer(f"{len(printed):,} bytes are no answer")
    try:
        found = json.loads(printed)
    except (ValueError, RecursionError) as error:
        raise NoAnswer("the client printed no JSON object") from error
    if not isinstance(found, dict):
        raise NoAnswer("the client printed no JSON object")
    if found.get("is_error") or found.get("subtype") != "success":
        raise NoAnswer(f"the client reports {found.get('subtype') or 'an error'}")
    if found.get("structured_output") is None:
        raise NoAnswer("the model answered in words, not in the form that was asked for")
    cost = found.get("total_cost_usd")
    usage = found.get("modelUsage")
    return Answer(
        found["structured_output"],
        float(cost) if isinstance(cost, (int, float)) else 0.0,
        ", ".join(usage) if isinstance(usage, dict) else "",
    )
