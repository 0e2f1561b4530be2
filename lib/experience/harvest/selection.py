"""Which sessions worked: the mission's accept and reject rules, and what they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from experience.harvest import citations
from experience.harvest.trace import ACCEPTED, REJECTED, Citation, ToolCall, Trace

#: Tenths of the rubrics that must have passed, in whole numbers: 0.6 of 5 is 3, which a float may miss.
RUBRIC_TENTHS = 6
#: Distinct citations of a session that finished; failed calls in a row that are one too many.
EVIDENCE, FAILURES = 5, 3

BY_USER, BY_RUBRICS, BY_EVIDENCE = "the user accepted it", "rubrics passed", "finished with evidence"
OF_USER, OF_BUDGET, OF_FAILURES = "the user rejected it", "budget exhausted", "failed calls in a row"
NO_RULE = "no rule accepts it"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`rule`: the one that decided; `evidence`: a line for every rule."""

    accepted: bool
    rule: str
    evidence: tuple[str, ...]


def judge(trace: Trace) -> Verdict:
    """A rule that rejects weighs more than all that accept."""
    against, for_it = next(_against(trace), ""), next(_in_favour(trace), "")
    return Verdict(bool(for_it) and not against, against or for_it or NO_RULE, tuple(_evidence(trace)))


def _against(trace: Trace) -> Iterator[str]:
    if trace.user_feedback == REJECTED:
        yield OF_USER
    if trace.budget_error:
        yield OF_BUDGET
    if longest_row(trace) > FAILURES:
        yield OF_FAILURES


def _in_favour(trace: Trace) -> Iterator[str]:
    passed, failed = len(trace.rubrics_passed), len(trace.rubrics_failed)
    if trace.user_feedback == ACCEPTED:
        yield BY_USER
    if passed + failed and passed * 10 >= RUBRIC_TENTHS * (passed + failed):
        yield BY_RUBRICS
    if is_finished(trace) and len(cited(trace)) >= EVIDENCE:
        yield BY_EVIDENCE


def is_finished(trace: Trace) -> bool:
    """Within budget, and answered in the end."""
    answered = bool(trace.final_answer and trace.final_answer.strip())
    return not trace.budget_error and (answered if trace.finished is None else trace.finished and answered)


def cited(trace: Trace) -> list[Citation]:
    """Distinct URLs with a title: the trace's citations, else the links in its answer."""
    found: Iterable[Citation] = citations.of_answer(trace.final_answer or "")
    if trace.citations is not None:
        bare = ((citations.bare(one.url), one.title.strip()) for one in trace.citations)
        found = (Citation(url, title) for url, title in bare if url and title)
    return citations.distinct(found)


def longest_row(trace: Trace) -> int:
    """Failed calls in a row, by the agent that made them; what says nothing neither counts nor ends a row."""
    return max([trace.failures_in_row, *map(_row, _by_agent(trace.tool_calls))])


def _by_agent(calls: Iterable[ToolCall]) -> Iterable[list[ToolCall]]:
    found: dict[str, list[ToolCall]] = {}
    for call in calls:
        found.setdefault(call.agent, []).append(call)
    return found.values()


def _row(calls: Iterable[ToolCall]) -> int:
    longest = current = 0
    for call in calls:
        if call.success is not None:
            current = 0 if call.success else current + 1
            longest = max(longest, current)
    return longest


def _evidence(trace: Trace) -> Iterator[str]:
    passed, failed = trace.rubrics_passed, trace.rubrics_failed
    yield f"user feedback: {trace.user_feedback or 'none'}"
    yield f"rubrics: {len(passed)} of {len(passed) + len(failed)} passed{_names(passed, failed)}"
    unfinished = "" if is_finished(trace) else ", but it did not finish"
    yield f"citations: {len(cited(trace))} distinct, {EVIDENCE} are enough{unfinished}"
    yield f"budget: {trace.budget_error or 'no error'}"
    yield f"failed calls in a row: {longest_row(trace)}, more than {FAILURES} reject"


def _names(passed: list[str], failed: list[str]) -> str:
    told = [f"+ {name}" for name in passed[:8]] + [f"- {name}" for name in failed[:8]]
    return f" ({', '.join(told)})" if told else ""
