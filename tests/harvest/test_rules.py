"""The mission's rules on given traces; the schema and the reader of traces are of one mind."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from experience.errors import UsageError
from experience.harvest import selection
from experience.harvest.selection import (
    BY_EVIDENCE,
    BY_RUBRICS,
    BY_USER,
    NO_RULE,
    OF_BUDGET,
    OF_FAILURES,
    OF_USER,
    judge,
)  # fmt: skip
from experience.harvest.trace import from_document
from tests.house import ROOT

SCHEMA = json.loads((ROOT / "references" / "schemas" / "trace.schema.json").read_text())
LINKS = " ".join(f"[title {at}](https://example.org/{at}?q=1)" for at in range(5))
FAILED = {"name": "search", "args": {}, "success": False}
WORKED, DENIED = {"name": "search", "success": True}, {"name": "search", "success": None}


def trace(**more: Any) -> dict[str, Any]:
    return {
        "session_id": "s",
        "query": "q",
        "tool_calls": [],
        "final_answer": "a",
        "user_feedback": None,
        "rubrics_passed": [],
        "rubrics_failed": [],
        **more,
    }


@pytest.mark.parametrize(
    ("more", "accepted", "rule"),
    [
        ({"user_feedback": "accepted"}, True, BY_USER),
        ({"user_feedback": "unknown"}, False, NO_RULE),
        ({}, False, NO_RULE),
        ({"rubrics_passed": ["a", "b", "c"], "rubrics_failed": ["d", "e"]}, True, BY_RUBRICS),
        ({"rubrics_passed": ["a"], "rubrics_failed": ["b"]}, False, NO_RULE),
        ({"final_answer": LINKS}, True, BY_EVIDENCE),
        ({"final_answer": LINKS, "citations": []}, False, NO_RULE),
        ({"citations": [{"url": f"https://x.org/{at}", "title": "t"} for at in range(5)]}, True, BY_EVIDENCE),
        ({"citations": [{"url": f"https://x.org/?{at}", "title": "t"} for at in range(5)]}, False, NO_RULE),
        ({"citations": [{"url": f"https://x.org/{at}", "title": " "} for at in range(5)]}, False, NO_RULE),
        (
            {
                "citations": [{"url": f"https://x.org/{at}", "title": "t"} for at in range(5)],
                "final_answer": None,
            },
            False,
            NO_RULE,
        ),
        ({"final_answer": LINKS, "budget_error": "tokens"}, False, OF_BUDGET),
        ({"user_feedback": "accepted", "budget_error": True}, False, OF_BUDGET),
        ({"user_feedback": "accepted", "budget_error": False}, True, BY_USER),
        ({"user_feedback": "rejected", "rubrics_passed": ["a"]}, False, OF_USER),
        ({"user_feedback": "accepted", "tool_calls": [FAILED] * 4}, False, OF_FAILURES),
        ({"user_feedback": "accepted", "tool_calls": [FAILED] * 3}, True, BY_USER),
        (
            {"user_feedback": "accepted", "tool_calls": [FAILED, FAILED, WORKED, FAILED, FAILED]},
            True,
            BY_USER,
        ),
        (
            {"user_feedback": "accepted", "tool_calls": [FAILED, FAILED, DENIED, FAILED, FAILED]},
            False,
            OF_FAILURES,
        ),
        (
            {
                "user_feedback": "accepted",
                "tool_calls": [{**FAILED, "agent": str(at % 2)} for at in range(6)],
            },
            True,
            BY_USER,
        ),
    ],
)
def test_each_rule(more: dict[str, Any], accepted: bool, rule: str) -> None:
    verdict = judge(from_document(trace(**more)))
    assert (verdict.accepted, verdict.rule) == (accepted, rule)
    assert len(verdict.evidence) == 5


def test_six_of_ten_rubrics_are_enough_for_every_number_of_them() -> None:
    for total in range(1, 60):
        for passed in range(total + 1):
            found = from_document(
                trace(rubrics_passed=["p"] * passed, rubrics_failed=["f"] * (total - passed))
            )
            assert judge(found).accepted is (passed * 5 >= total * 3)


@pytest.mark.parametrize(
    "document",
    [
        trace(), {"session_id": "s"}, trace(clarify_result={"rubrics": []}), trace(tool_calls=[FAILED,
        WORKED, DENIED]),
        trace(citations=None, budget_error=None, finished=True, ts="2026-11-30T00:00:00Z"),
    ],
)  # fmt: skip
def test_what_the_schema_allows_is_read(document: Any) -> None:
    jsonschema.validate(document, SCHEMA)
    again = from_document(document).as_document()
    jsonschema.validate(again, SCHEMA)
    assert from_document(again) == from_document(document)


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ([], "JSON object"), ({}, "session_id"), ({"session_id": " "}, "session_id"), (trace(query=7),
        "query"), (trace(user_feedback="great"), "user_feedback"),
        (trace(rubrics_passed=[1]), "rubrics_passed"), (trace(tool_calls=[{}]), r"tool_calls\[0\]"),
        (trace(tool_calls=[{"name": "x", "success": "yes"}]), "success"),
        (trace(citations=[{"url": "x"}]), r"citations\[0\]"), (trace(budget_error=7), "budget_error"),
    ],
)  # fmt: skip
def test_what_it_forbids_is_refused_with_the_key(document: Any, named: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA)
    with pytest.raises(UsageError, match=named):
        from_document(document)


def test_all_faults_are_said_at_once() -> None:
    with pytest.raises(UsageError, match=r"query.*final_answer"):
        from_document(trace(query=1, final_answer=2))


def test_nothing_else_decides() -> None:
    assert selection.EVIDENCE == 5
    assert selection.FAILURES == 3
