"""Which lessons reach the document: every threshold at its boundary (mission document 2)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.digest.skill import Skill, day, event, events

RULE = "brand + pain word + recent dates"


def test_three_times_seen_and_twice_a_success_is_promoted(skill: Skill) -> None:
    skill.log(*events(3, success=2, winning_pattern=RULE))
    done = skill.compact()
    assert done.promoted == [RULE]
    assert skill.section("Active Rules") == [f"- {RULE} — seen=3, success=2, last_verified={day(1)}"]


@pytest.mark.parametrize(
    ("count", "success", "why"),
    [
        (2, 2, "seen=2, 3 are needed"),
        (1, 1, "seen=1, 3 are needed; success=1, 2 are needed"),
        (3, 1, "success=1, 2 are needed"),
        (9, 0, "success=0, 2 are needed"),
    ],
)
def test_below_a_threshold_nothing_is_promoted_and_the_reason_is_named(
    skill: Skill, count: int, success: int, why: str
) -> None:
    skill.log(*events(count, success=success, winning_pattern=RULE))
    done = skill.compact()
    assert skill.section("Active Rules") == []
    assert done.why[RULE] == f"Active Rules: kept-out: {why}"


def test_the_same_line_twice_is_one_event(skill: Skill) -> None:
    skill.log(*[event(1, 7, winning_pattern=RULE, outcome="success")] * 5)
    assert skill.compact().why[RULE].startswith("Active Rules: kept-out: seen=1")


@pytest.mark.parametrize(("ago", "stands"), [(0, True), (29, True), (30, True), (31, False)])
def test_thirty_days_are_inclusive(skill: Skill, ago: int, *, stands: bool) -> None:
    skill.log(*events(3, ago=ago, winning_pattern=RULE, good_query="{a} b"))
    skill.compact()
    assert bool(skill.section("Active Rules")) == stands
    assert bool(skill.section("Good Query Patterns")) == stands


@pytest.mark.parametrize(
    ("today", "ts", "stands"),
    [
        (date(2028, 3, 30), "2028-02-29T00:00:00Z", True),  # a leap year: 30 days
        (date(2028, 3, 31), "2028-02-29T23:59:59Z", False),
        (date(2027, 3, 30), "2027-02-28T12:00:00Z", True),
        (date(2027, 3, 31), "2027-02-28T12:00:00Z", False),
        (date(2028, 3, 31), "2028-02-29T23:30:00-01:00", True),  # the first of March in UTC
        (date(2028, 3, 30), "2028-02-29T00:30:00+01:00", False),  # still the 28th in UTC
    ],
)
def test_L07_days_are_days_of_utc_in_leap_years_and_mixed_zones(
    skill: Skill, today: date, ts: str, *, stands: bool
) -> None:
    skill.today = today
    skill.log(*[{**one, "ts": ts} for one in events(3, winning_pattern=RULE)])
    skill.compact()
    assert bool(skill.section("Active Rules")) == stands


def test_L09_an_event_of_the_future_happened_today(skill: Skill) -> None:
    skill.log(*[{**one, "ts": "2099-01-01T00:00:00Z"} for one in events(3, winning_pattern=RULE)])
    skill.compact()
    assert skill.section("Active Rules")[0].endswith(f"last_verified={day(0)}")


@pytest.mark.parametrize(
    "fault",
    [
        {"user_feedback": "rejected"},
        {"rubrics_passed": ["a"], "rubrics_failed": ["b"]},
        {"rubrics_passed": ["a"] * 59, "rubrics_failed": ["b"] * 41},
        {"metrics": {"relevant_out_of_returned": "2/9"}},
        {"metrics": {"relevant_out_of_returned": "29/100"}},
        {"metrics": {"relevant_out_of_returned": "0/1"}},
    ],
)
def test_rejected_failed_and_irrelevant_events_go_into_failure_modes_only(
    skill: Skill, fault: dict[str, Any]
) -> None:
    skill.log(*events(5, winning_pattern=RULE, good_query="{a} b", **fault))
    skill.compact()
    assert skill.section("Active Rules") == skill.section("Good Query Patterns") == []
    assert skill.section("Failure Modes") == [f"- {RULE} (did not help) — seen=5, last_verified={day(1)}"]


@pytest.mark.parametrize(
    "fine",
    [
        {"rubrics_passed": ["a"] * 3, "rubrics_failed": ["b"] * 2},  # 0.6
        {"rubrics_passed": [], "rubrics_failed": []},
        {"metrics": {"relevant_out_of_returned": "3/10"}},
        {"metrics": {"relevant_out_of_returned": "0/0"}},
        {"metrics": {"relevant_out_of_returned": "many"}},
        {"metrics": "none"},
        {"user_feedback": None},
        {"user_feedback": "unknown"},
    ],
)
def test_at_the_boundary_and_where_nothing_is_known_an_event_counts(
    skill: Skill, fine: dict[str, Any]
) -> None:
    skill.log(*events(3, winning_pattern=RULE, **fine))
    skill.compact()
    assert len(skill.section("Active Rules")) == 1


def test_seen_leaves_out_what_was_rejected(skill: Skill) -> None:
    skill.log(*events(2, winning_pattern=RULE), event(1, 9, winning_pattern=RULE, user_feedback="rejected"))
    assert "seen=2" in skill.compact().why[RULE]


def test_a_line_without_an_outcome_succeeded_where_the_user_accepted_it(skill: Skill) -> None:
    """The mission's own sample of a harvested event has no outcome."""
    skill.log(
        *[event(1, n, winning_pattern=RULE, metrics={"led_to_user_acceptance": True}) for n in range(3)]
    )
    assert skill.compact().promoted == [RULE]


def test_a_correction_enters_at_once_stays_for_ever_and_comes_first(skill: Skill) -> None:
    skill.log(
        *events(5, ago=2, failure_pattern="the date filter is ignored"),
        event(400, 1, user_correction="No, that is the wrong shop"),
    )
    skill.compact()
    first, second = skill.section("Failure Modes")
    assert first.startswith("- No, that is the wrong shop — seen=1, last_verified=")
    assert second == f"- the date filter is ignored — seen=5, last_verified={day(2)}"


@pytest.mark.parametrize(
    ("count", "ago", "stands"), [(3, 1, True), (2, 1, False), (3, 30, True), (3, 31, False)]
)
def test_other_failures_need_three_and_leave_when_cold(
    skill: Skill, count: int, ago: int, *, stands: bool
) -> None:
    skill.log(*events(count, ago=ago, failure_pattern="times out"))
    skill.compact()
    assert bool(skill.section("Failure Modes")) == stands


def test_a_failure_that_stands_leaves_after_thirty_days(skill: Skill) -> None:
    skill.log(*events(3, ago=0, failure_pattern="times out"))
    skill.compact()
    skill.today = date.fromordinal(skill.today.toordinal() + 31)
    done = skill.compact()
    assert skill.section("Failure Modes") == []
    assert done.expired == ["times out"]


def standing(ago: int, section: str = "Active Rules") -> str:
    return f"# x\n\n## {section}\n- {RULE} — seen=5, success=4, last_verified={day(ago)}\n"


@pytest.mark.parametrize(
    ("ago", "where"),
    [(30, "Active Rules"), (31, "Pending Revalidation"), (60, "Pending Revalidation"), (61, "")],
)
@pytest.mark.parametrize("section", ["Active Rules", "Pending Revalidation"])
def test_a_rule_is_active_30_days_waits_30_more_and_goes(
    skill: Skill, ago: int, where: str, section: str
) -> None:
    skill.log(event(1, 1, failure_pattern="something else"))
    skill.write(standing(ago, section))
    done = skill.compact()
    line = f"- {RULE} — seen=5, success=4, last_verified={day(ago)}"
    for name in ("Active Rules", "Pending Revalidation"):
        assert skill.section(name) == ([line] if name == where else [])
    assert done.expired == ([] if where else [RULE])


def test_thresholds_decide_entry_and_an_active_rule_stays_until_it_is_cold(skill: Skill) -> None:
    skill.write(standing(29))
    skill.log(event(20, 1, winning_pattern=RULE, outcome="failure"))
    skill.compact()
    assert skill.section("Active Rules") == [f"- {RULE} — seen=1, success=0, last_verified={day(20)}"]


def test_a_rule_that_waits_and_is_seen_again_is_active_again(skill: Skill) -> None:
    skill.write(standing(45, "Pending Revalidation"))
    skill.log(event(3, 1, winning_pattern=RULE.upper(), outcome="success"))
    done = skill.compact()
    assert skill.section("Active Rules") == [f"- {RULE} — seen=1, success=1, last_verified={day(3)}"]
    assert skill.section("Pending Revalidation") == []
    assert done.why[RULE] == "Active Rules: verified-again: seen again"


def test_a_date_to_come_in_the_document_gains_no_time(skill: Skill) -> None:
    skill.log(event(1, 1, failure_pattern="something else"))
    skill.write(standing(-400))
    skill.compact()
    assert skill.section("Active Rules")[0].endswith(f"last_verified={day(0)}")


def test_a_query_leaves_when_its_window_is_empty(skill: Skill) -> None:
    skill.write("## Good Query Patterns\n- `{a} b` — seen=9\n- `{c} d` — seen=4\n")
    skill.log(event(30, 1, good_query="{a} b"), event(31, 2, good_query="{c} d"))
    skill.compact()
    assert skill.section("Good Query Patterns") == ["- `{a} b` — seen=1"]
