"""A trace as it may be written: redacted, bounded, errors as signatures (cases N07, T16)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from experience.harvest import lessons
from experience.harvest.trace import Citation, ToolCall, Trace
from experience.hotpath.nudges import volatile
from experience.transcripts.shown import shown

#: Characters of a query, an answer, an argument and a summary; arguments of one call.
QUERY, ANSWER, ARGUMENT, SUMMARY, ARGUMENTS = 2000, 4000, 200, 300, 12
DEPTH = 6
_IS_PLAIN = re.compile(r"[\w ,.-]{0,60}")


def redacted(trace: Trace) -> Trace:
    """Every text of it without secrets, addresses and home folders."""
    return replace(
        trace,
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


def _call(made: ToolCall) -> ToolCall:
    first, _, error = made.result_summary.partition("\n")
    summary = f"{first}: {lessons.signature_of(volatile.stable(error[:1000]))}" if error else _plain(first)
    args = {_plain(key): _value(value) for key, value in list(made.args.items())[:ARGUMENTS]}
    return replace(
        made, name=_plain(made.name), args=args, result_summary=summary[:SUMMARY], skill=_plain(made.skill)
    )


def _value(value: Any, depth: int = 0) -> Any:
    if isinstance(value, str):
        return _plain(value)
    if depth > DEPTH:
        return None
    if isinstance(value, dict):
        return {_plain(str(key)): _value(item, depth + 1) for key, item in list(value.items())[:ARGUMENTS]}
    if isinstance(value, list):
        return [_value(item, depth + 1) for item in value[:ARGUMENTS]]
    return value


def _citation(one: Citation) -> Citation:
    return Citation(_plain(one.url), _plain(one.title))


def _plain(text: str) -> str:
    """A short text; one of a few ordinary words need not be looked at."""
    if _IS_PLAIN.fullmatch(text) and max(map(len, text.split()), default=0) < 16:
        return text
    return shown(text, ARGUMENT)
