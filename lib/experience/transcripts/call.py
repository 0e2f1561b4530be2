"""One call of a tool: what was tried, what became of it, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from experience.hotpath.nudges import commands, errors, failures, session, volatile
from experience.hotpath.nudges.session import Attempt
from experience.transcripts.record import Record
from experience.transcripts.shown import bounded, shown

#: DENIED: by the configuration. REJECTED: by a person. STOPPED: interrupted, or never tried. OPEN: no result.
WORKED, FAILED, DENIED, REJECTED = session.WORKED, session.FAILED, "denied", "rejected"
STOPPED, OPEN = "stopped", "open"

#: Characters of a short input and of one line of an error, and how many lines of an error are kept.
BRIEF, WIDTH, LINES = 200, 300, 4
#: In every command that our pages have a model call.
OURS = "experience-layer/lib/exp.py"
_EDITING = ("Edit", "Write", "MultiEdit", "NotebookEdit")
#: Arguments that say what a call was about, the most telling first.
_TELLING = ("file_path", "notebook_path", "pattern", "url", "query", "skill", "description", "path", "prompt")
#: A session fails again and again in the same words.
_names_a_fault = lru_cache(maxsize=4096)(errors.names_a_fault)
_UNASKED = ("Permission to use", "Claude requested permissions")


@dataclass(slots=True)
class Call:
    """`name`: the same for the same command, "" for no command; `looked`: only looked around, so that its
    failure is an answer; `reason`: what a person typed on rejecting it; `path`: of an edit; `use`: the
    client's own id of the call.

    What begins with `raw_` is not redacted and stays in memory, as `reason` and `path` do: `raw_input` (of a
    shell the command), `raw_lines` of the error, `raw_change` (old, new) of an edit."""

    tool: str
    message: str
    ts: str
    outcome: str = OPEN
    name: str = ""
    looked: bool = False
    reason: str = ""
    path: str = ""
    raw_input: str = ""
    raw_lines: tuple[str, ...] = ()
    raw_change: tuple[str, str] = ("", "")
    use: str = ""
    attempt: Attempt = field(default_factory=lambda: Attempt("", {}, ""), repr=False, compare=False)

    @property
    def failed(self) -> bool:
        """A real attempt that failed: neither looking around nor stopped."""
        return self.outcome == FAILED and not self.looked

    @property
    def is_ours(self) -> bool:
        """A call of our own program: it says nothing about the work."""
        return OURS in self.raw_input

    @property
    def brief(self) -> str:
        """Its input in short, redacted."""
        return " ".join(shown(self.raw_input, BRIEF).split())

    @property
    def said(self) -> list[str]:
        """The lines that name its fault, else its first ones, redacted."""
        return [shown(line, WIDTH) for line in self.raw_lines[:LINES]]

    @property
    def faults(self) -> list[str]:
        """What its error named, without what is volatile; not redacted."""
        return errors.faults("\n".join(self.raw_lines))

    @property
    def signature(self) -> str:
        """The first fault, redacted and without what is volatile; "" for a call that did not fail."""
        stable = [volatile.stable(line) for line in self.said]
        return next(filter(errors.is_specific, stable), stable[0] if stable else "")

    def take_result(self, block: dict[str, Any], record: Record) -> None:
        """Fill in what became of it. `block`: the result, `record`: the row that holds it."""
        attempt = self.attempt
        attempt.said = session.plain_text(block.get("content"))
        attempt.outcome = session.outcome_of(block, record.row, attempt.said)
        self.outcome = _outcome(attempt, record)
        self.looked = not commands.is_attempt(attempt)
        self.reason = record.text_of("userFeedback").strip()
        if self.outcome == FAILED:
            self.raw_lines = _telling(attempt.said)
        attempt.said = ""  # an output may have megabytes


def of_block(block: dict[str, Any], record: Record) -> Call | None:
    """The call that a `tool_use` block of an assistant's row makes; None for a block that is none."""
    arguments, tool = block.get("input"), block.get("name")
    if block.get("type") != "tool_use" or not isinstance(arguments, dict) or not isinstance(tool, str):
        return None
    told = {key: bounded(value) for key, value in arguments.items() if isinstance(value, str)}
    attempt = Attempt(tool, told, str(record.message.get("id") or record.uuid))
    call = Call(tool, attempt.message, record.ts, attempt=attempt)
    call.name, call.raw_input = commands.name_of(attempt), _input(attempt)
    call.use = str(block.get("id") or "")
    if tool in _EDITING:
        call.path = told.get("file_path") or told.get("notebook_path") or ""
        new = told.get("new_string") or told.get("content") or told.get("new_source") or ""
        call.raw_change = (told.get("old_string", ""), new)
    return call


def _input(attempt: Attempt) -> str:
    told = attempt.arguments
    if attempt.tool in commands.SHELLS:
        return str(told.get("command", ""))
    return str(next((told[key] for key in _TELLING if told.get(key)), next(iter(told.values()), "")))


def _telling(said: str) -> tuple[str, ...]:
    found = [line for line in errors.ends(said) if line.strip() and not line.startswith("Exit code ")]
    telling = [line for line in found if _names_a_fault(line[: errors.WIDTH])] or found
    if len(telling) > errors.FAULTS:
        telling = telling[: errors.FAULTS // 2] + telling[-errors.FAULTS // 2 :]
    return tuple(bounded(line.strip()) for line in telling)


def _outcome(attempt: Attempt, record: Record) -> str:
    if attempt.outcome != session.NEITHER:
        return FAILED if failures.outcome_of(attempt) == FAILED else attempt.outcome
    decision = record.row.get("permissionDecision")
    source = decision.get("source") if isinstance(decision, dict) else None
    if attempt.said.startswith(_UNASKED) or source in ("config", "policy"):
        return DENIED
    return REJECTED if record.row.get("toolDenialKind") == "user-rejected" else STOPPED
