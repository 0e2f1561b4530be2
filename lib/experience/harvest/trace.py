"""The trace of a session (mission document 3): what was asked, tried and answered, and how it was judged.

The form is references/schemas/trace.schema.json, how each field comes about references/TRACE_SPEC.md. What
cannot be known is None.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from experience.errors import UsageError

ACCEPTED, REJECTED, UNKNOWN = "accepted", "rejected", "unknown"
FEEDBACK = (ACCEPTED, REJECTED, UNKNOWN, None)


class Citation(NamedTuple):
    """`url` without query and fragment."""

    url: str
    title: str


@dataclass(slots=True)
class ToolCall:
    """`success`: None for a call that says nothing about the attempt: denied, interrupted, only a look.

    Beyond the mission's keys: `skill`, under which it was made; `agent` that made it, "" for the main one;
    `ts`; `returned` citations, and how many of them were `relevant`, which is None where nobody can tell.
    """

    name: str
    args: dict[str, Any] = field(default_factory=dict)
    result_summary: str = ""
    success: bool | None = None
    latency_ms: float | None = None
    cost: float | None = None
    skill: str = ""
    agent: str = ""
    ts: str = ""
    returned: int = 0
    relevant: int | None = None


@dataclass(slots=True)
class Trace:
    """`citations`: None where the trace does not say; then links in `final_answer` count. `failures_in_row`:
    the longest row of failed calls, where the calls are not all there; `finished`: whether the last turn
    was answered and not interrupted."""

    session_id: str
    query: str = ""
    clarify_result: dict[str, Any] | None = None
    tool_calls: list[ToolCall] = field(default_factory=list)
    final_answer: str | None = None
    user_feedback: str | None = None
    rubrics_passed: list[str] = field(default_factory=list)
    rubrics_failed: list[str] = field(default_factory=list)
    citations: list[Citation] | None = None
    budget_error: str | None = None
    failures_in_row: int = 0
    finished: bool | None = None
    ts: str = ""
    cwd: str = ""

    def as_document(self) -> dict[str, Any]:
        """The mission's object."""
        found = asdict(self)
        if self.citations is not None:
            found["citations"] = [one._asdict() for one in self.citations]
        return found


def from_document(document: Any) -> Trace:
    """A parsed trace. Raises UsageError that names every key that does not fit."""
    if not isinstance(document, dict):
        raise UsageError("trace: not a JSON object; see references/schemas/trace.schema.json")
    faults = list(_faults(document))
    if faults:
        raise UsageError(f"trace: {'; '.join(faults)}; see references/schemas/trace.schema.json")
    known = {key: document[key] for key in Trace.__dataclass_fields__ if document.get(key) is not None}
    budget = known.pop("budget_error", None)
    known["tool_calls"] = [_call(one) for one in known.get("tool_calls", ())]
    if "citations" in known:
        known["citations"] = [Citation(one["url"], one["title"]) for one in known["citations"]]
    return Trace(**known, budget_error=_budget(budget))


def _budget(value: Any) -> str | None:
    return value or None if isinstance(value, str) else "budget exhausted" if value else None


def _call(found: dict[str, Any]) -> ToolCall:
    return ToolCall(
        **{key: found[key] for key in ToolCall.__dataclass_fields__ if found.get(key) is not None}
    )


_TEXT, _LIST, _TABLE = (str,), (list,), (dict,)
_TYPES: dict[str, tuple[type, ...]] = {
    "session_id": _TEXT, "query": _TEXT, "clarify_result": _TABLE, "tool_calls": _LIST, "final_answer": _TEXT,
    "rubrics_passed": _LIST, "rubrics_failed": _LIST, "citations": _LIST, "budget_error": (str, bool),
    "failures_in_row": (int,), "finished": (bool,), "ts": _TEXT, "cwd": _TEXT,
}  # fmt: skip
_CALL_TYPES: dict[str, tuple[type, ...]] = {
    "name": _TEXT, "args": _TABLE, "result_summary": _TEXT, "success": (bool,), "latency_ms": (int, float),
    "cost": (int, float), "skill": _TEXT, "agent": _TEXT, "ts": _TEXT, "returned": (int,), "relevant": (int,),
}  # fmt: skip


def _faults(document: dict[str, Any]) -> Any:
    """Sentences, one for each key of a wrong type. null is allowed but for what names the session."""
    if not isinstance(document.get("session_id"), str) or not document["session_id"].strip():
        yield "session_id: expected a text"
    for key, kinds in _TYPES.items():
        if document.get(key) is not None and not isinstance(document[key], kinds):
            yield f"{key}: expected {_named(kinds)}"
    if document.get("user_feedback") not in FEEDBACK:
        yield "user_feedback: expected accepted, rejected, unknown or null"
    for key in ("rubrics_passed", "rubrics_failed"):
        if not all(isinstance(one, str) for one in _list(document, key)):
            yield f"{key}: expected texts"
    for at, one in enumerate(_list(document, "citations")):
        if not isinstance(one, dict) or not all(isinstance(one.get(key), str) for key in ("url", "title")):
            yield f"citations[{at}]: expected url and title"
    for at, one in enumerate(_list(document, "tool_calls")):
        yield from _faults_of_call(one, f"tool_calls[{at}]")


def _faults_of_call(found: Any, name: str) -> Any:
    if not isinstance(found, dict) or not isinstance(found.get("name"), str):
        yield f"{name}: expected an object with a name"
        return
    for key, kinds in _CALL_TYPES.items():
        if found.get(key) is not None and not isinstance(found[key], kinds):
            yield f"{name}.{key}: expected {_named(kinds)}"


def _list(document: dict[str, Any], key: str) -> list[Any]:
    value = document.get(key)
    return value if isinstance(value, list) else []


def _named(kinds: tuple[type, ...]) -> str:
    names = {str: "a text", list: "a list", dict: "an object", bool: "true or false", int: "a number"}
    return " or ".join(dict.fromkeys(names.get(kind, "a number") for kind in kinds))
