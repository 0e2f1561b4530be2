"""One line of a skill's log, as the evaluation sees it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from experience.digest import days, fingerprints, wording
from experience.digest.numbers import MIN_RELEVANCE, MIN_RUBRICS_PASSED

OUTCOMES = ("success", "failure", "partial", "unknown")
FEEDBACK = ("accepted", "rejected", "unknown")

#: Why a line is no event; counted and reported, never removed.
TORN, WRONG_TYPE, NO_TIME, FOREIGN, TOO_LONG = (
    "not JSON (torn or damaged)", "JSON of another type", "no usable time", "of another skill", "too long",
)  # fmt: skip

#: Why an event feeds Failure Modes only.
REJECTED, RUBRICS_FAILED, IRRELEVANT = "rejected by the user", "rubrics failed", "low relevance"


class Event(NamedTuple):
    """`day`: of UTC. `fault`: why it counts for nothing but Failure Modes, "" where it counts."""

    day: int
    fingerprint: int
    key: str
    rule: str
    query: str
    failure: str
    correction: str
    success: bool
    fault: str
    session: str
    feedback: str


def read(line: bytes | None, skill: str, now: int) -> Event | str:
    """The event of a line, or why it is none (L07, L09, L12). `now`: today's day."""
    if line is None:
        return TOO_LONG
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return TORN
    if not isinstance(found, dict):
        return WRONG_TYPE
    if not wording.same_name(_text(found, "skill") or skill, skill):
        return FOREIGN
    day = days.of_stamp(found.get("ts"), now)
    return NO_TIME if day is None else _event(found, day, line)


def _event(found: dict[str, Any], day: int, line: bytes) -> Event:
    return Event(
        day,
        fingerprints.of(line),
        _text(found, "key"),
        _text(found, "winning_pattern"),
        _text(found, "good_query"),
        _text(found, "failure_pattern"),
        _text(found, "user_correction"),
        _succeeded(found),
        fault(found),
        _text(found, "session_id"),
        _text(found, "user_feedback"),
    )


def _text(found: dict[str, Any], name: str) -> str:
    value = found.get(name)
    return value.strip() if isinstance(value, str) else ""


def _metrics(found: dict[str, Any]) -> dict[str, Any]:
    metrics = found.get("metrics")
    return metrics if isinstance(metrics, dict) else {}


def _succeeded(found: dict[str, Any]) -> bool:
    """`outcome: success`. A line without an outcome (the mission's sample has none): the user accepted it."""
    if "outcome" in found and found["outcome"] is not None:
        return bool(found["outcome"] == "success")
    return found.get("user_feedback") == "accepted" or _metrics(found).get("led_to_user_acceptance") is True


def fault(found: dict[str, Any]) -> str:
    """Why an event may not support a rule, "" where it may."""
    if found.get("user_feedback") == "rejected":
        return REJECTED
    passed, failed = _count(found.get("rubrics_passed")), _count(found.get("rubrics_failed"))
    # in whole numbers: 0.6 of 5 is 3, which a float may miss
    if passed + failed and passed * 10 < round(MIN_RUBRICS_PASSED * 10) * (passed + failed):
        return RUBRICS_FAILED
    relevant = _relevance(_metrics(found).get("relevant_out_of_returned"))
    if relevant and relevant[0] * 10 < round(MIN_RELEVANCE * 10) * relevant[1]:
        return IRRELEVANT
    return ""


def _count(value: Any) -> int:
    if isinstance(value, list):
        return len(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**6 else 0


def _relevance(value: Any) -> tuple[int, int] | None:
    """(relevant, returned) of `9/18`; None where that says nothing, 0/0 included."""
    parts = value.split("/") if isinstance(value, str) else []
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        return None
    relevant, returned = (int(part.strip()[:9]) for part in parts)
    return (relevant, returned) if returned else None
