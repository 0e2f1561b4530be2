"""What happened in a session: how often a person asked, and what became of the model's attempts."""

from __future__ import annotations

from experience.hotpath.payload import HEADING, MACHINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from experience.hotpath.nudges.tail import Tail

WORKED, FAILED, NEITHER = "worked", "failed", "neither"

#: How results begin that say nothing about the attempt: the client or a person stopped it.
_STOPPED = (
    "<tool_use_error>",
    "The user doesn't want to",
    "[Request interrupted",
    "Permission to use",
    "Claude requested permissions",
    "Command running in background",
    "Cancelled:",
)


class Attempt:
    """A call of a tool with its outcome. `turn` counts what people asked before it."""

    __slots__ = ("arguments", "message", "outcome", "said", "tool", "turn")

    def __init__(self, tool: str, arguments: dict[str, Any], message: str) -> None:
        self.tool = tool
        self.arguments = arguments
        self.message = message
        self.outcome = NEITHER
        self.said = ""
        self.turn = 0


class Session:
    """`attempts` in the order of their results, `turns` of people, `is_retry`: something came before."""

    def __init__(self, tail: Tail) -> None:
        self.attempts: list[Attempt] = []
        self.turns = 0
        self.answers = 0
        self._calls: dict[str, Attempt] = {}
        for row in tail.rows:
            self._take(row)
        self.is_retry = self.turns > 0 or (tail.is_cut and self.answers > 0)

    def _take(self, row: dict[str, Any]) -> None:
        message = row.get("message")
        if not isinstance(message, dict):
            return
        content = message.get("content")
        if row["type"] == "assistant":
            self.answers += 1
            self._take_calls(blocks(content), str(message.get("id") or row.get("uuid")))
            return
        results = [block for block in blocks(content) if block.get("type") == "tool_result"]
        for block in results:
            self._take_result(block, row)
        if not results and _is_typed(row, content):
            self.turns += 1

    def _take_calls(self, content: list[dict[str, Any]], message: str) -> None:
        for block in content:
            if block.get("type") == "tool_use" and isinstance(block.get("input"), dict):
                attempt = Attempt(str(block.get("name")), block["input"], message)
                self._calls[str(block.get("id"))] = attempt

    def _take_result(self, block: dict[str, Any], row: dict[str, Any]) -> None:
        attempt = self._calls.pop(str(block.get("tool_use_id")), None)
        if attempt is None:
            return
        attempt.turn = self.turns
        attempt.said = plain_text(block.get("content"))
        attempt.outcome = outcome_of(block, row, attempt.said)
        self.attempts.append(attempt)


def blocks(content: object) -> list[dict[str, Any]]:
    """The blocks of a content that is a list; anything else has none (case T03)."""
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def plain_text(content: object) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(block["text"] for block in blocks(content) if isinstance(block.get("text"), str))


def _is_typed(row: dict[str, Any], content: object) -> bool:
    """Whether a person (or the caller of a headless run) wrote this row, slash commands that reach
    the model included (case T05)."""
    if row.get("isMeta") or row.get("isCompactSummary") or row.get("rowSource") == "harness":
        return False
    origin = row.get("origin")
    if isinstance(origin, dict):
        return origin.get("kind") == "human"
    said = plain_text(content).lstrip()
    return bool(said) and isinstance(content, str) and not said.startswith(MACHINE)


def outcome_of(block: dict[str, Any], row: dict[str, Any], said: str) -> str:
    """What became of a call: `block` is its result, `row` the record that holds it."""
    if _was_stopped(row) or said.startswith(_STOPPED) or HEADING in said:
        return NEITHER
    return FAILED if block.get("is_error") is True else WORKED


def _was_stopped(row: dict[str, Any]) -> bool:
    """Rejected by a person, denied by the configuration, interrupted, or still running."""
    decision, result = row.get("permissionDecision"), row.get("toolUseResult")
    if row.get("toolDenialKind") or (isinstance(decision, dict) and decision.get("decision") == "reject"):
        return True
    return isinstance(result, dict) and bool(result.get("interrupted") or result.get("backgroundTaskId"))
