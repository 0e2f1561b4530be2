"""A trace as it may be written: redacted, bounded, errors as signatures (cases N07, T16)."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

from experience.harvest import lessons
from experience.harvest.trace import Citation, ToolCall, Trace
from experience.hotpath.nudges import volatile
from experience.patterns import redact_assigned
from experience.patterns.redact import redact
from experience.transcripts.shown import shown

#: Characters of a query, an answer, an argument and a summary; arguments of one call.
QUERY, ANSWER, ARGUMENT, SUMMARY, ARGUMENTS = 2000, 4000, 200, 300, 12
DEPTH = 6
#: Of a request, whose value is a scheme and a secret.
_HEADERS = ("authorization", "proxy-authorization")
_IS_PLAIN = re.compile(r"[\w ,.-]{0,60}")


def redacted(trace: Trace) -> Trace:
    """Every text of it without secrets, addresses and home folders."""
    return replace(
        trace,
        session_id=_id(trace.session_id),
        ts=_plain(trace.ts),
        query=shown(trace.query, QUERY),
        clarify_result=_value(trace.clarify_result) if trace.clarify_result else None,
        tool_calls=[_call(one) for one in trace.tool_calls],
        final_answer=shown(trace.final_answer, ANSWER) if trace.final_answer else None,
        rubrics_passed=[_plain(one) for one in trace.rubrics_passed],
        rubrics_failed=[_plain(one) for one in trace.rubrics_failed],
        citations=None if trace.citations is None else [_citation(one) for one in trace.citations],
        budget_error=_plain(trace.budget_error) if trace.budget_error else None,
        cwd=_plain(trace.cwd),
    )


def _id(session: str) -> str:
    """As it is, for it names files and events; one that holds a secret becomes its digest, so that no two are
    one."""
    return session if redact(session) == session else lessons.digest(session)


def _call(made: ToolCall) -> ToolCall:
    first, _, error = made.result_summary.partition("\n")
    summary = f"{first}: {lessons.signature_of(volatile.stable(error[:1000]))}" if error else _plain(first)
    return replace(
        made,
        name=_plain(made.name),
        args=_table(made.args),
        result_summary=summary[:SUMMARY],
        skill=_plain(made.skill),
        agent=_plain(made.agent),
        ts=_plain(made.ts),
        latency_ms=_number(made.latency_ms),
        cost=_number(made.cost),
    )


def _value(value: Any, depth: int = 0) -> Any:
    if isinstance(value, str):
        return _plain(value)
    if depth > DEPTH:
        return None
    if isinstance(value, dict):
        return _table(value, depth + 1)
    if isinstance(value, list):
        return [_value(item, depth + 1) for item in value[:ARGUMENTS]]
    return _number(value)


def _table(found: dict[str, Any], depth: int = 0) -> dict[str, Any]:
    """A value alone does not say what it is: its name may say that it is secret."""
    return {_plain(key): _named(key, value, depth) for key, value in list(found.items())[:ARGUMENTS]}


def _named(key: str, value: Any, depth: int) -> Any:
    if isinstance(value, str) and value:
        kind = "authorization" if key.lower() in _HEADERS else redact_assigned.kind_of(key)
        if kind:
            return f"<redacted:{kind}>"
    return _value(value, depth)


def _number(value: Any) -> Any:
    """JSON knows no NaN and no infinity."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _citation(one: Citation) -> Citation:
    return Citation(_plain(one.url), _plain(one.title))


def _plain(text: str) -> str:
    """A short text; one of a few ordinary words need not be looked at."""
    if _IS_PLAIN.fullmatch(text) and max(map(len, text.split()), default=0) < 16:
        return text
    return shown(text, ARGUMENT)
