"""For any events whatever: what enters is exactly what a naive reading of the rules lets in."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from experience.digest import event, grouping, promotion
from experience.digest.entries import ACTIVE, FAILURES, PENDING, QUERIES, Entry
from experience.digest.fingerprints import Fingerprints
from experience.digest.tally import CORRECTION, FAILURE, QUERY, RULE, Tallies
from tests.digest.skill import NAME, TODAY
from tests.digest.skill import event as made

NOW = TODAY.toordinal()
TEXTS = st.sampled_from(["sort by date", "name the shop", "read page two"])

EVENTS = st.lists(
    st.fixed_dictionaries(
        {"ago": st.integers(-3, 70), "number": st.integers(0, 6)},
        optional={
            "winning_pattern": TEXTS,
            "good_query": st.sampled_from(["{a} x", "{b} x"]),
            "failure_pattern": TEXTS,
            "user_correction": st.sampled_from(["no, Lyon", "no, Paris"]),
            "outcome": st.sampled_from(["success", "failure", "partial", "unknown"]),
            "user_feedback": st.sampled_from(["accepted", "rejected", "unknown", None]),
            "rubrics_passed": st.lists(st.just("a"), max_size=3),
            "rubrics_failed": st.lists(st.just("b"), max_size=3),
            "metrics": st.fixed_dictionaries(
                {"relevant_out_of_returned": st.sampled_from(["0/0", "3/10", "2/10"])}
            ),
        },
    ),
    max_size=40,
)
STANDING = st.lists(
    st.builds(
        Entry, st.sampled_from([ACTIVE, PENDING]), TEXTS, st.integers(0, 9), st.integers(0, 9),
        st.integers(NOW - 80, NOW + 5),
    ),
    max_size=3,
    unique_by=lambda entry: entry.text,
)  # fmt: skip


def lines(found: list[dict[str, Any]]) -> list[bytes]:
    return [json.dumps(made(**one)).encode() for one in found]


def decided(data: list[bytes], standing: list[Entry]) -> list[promotion.Decision]:
    tallies, met = Tallies(NOW), Fingerprints()
    for line in data:
        read = event.read(line, NAME, NOW)
        assert isinstance(read, event.Event)
        if met.add(read.fingerprint):
            tallies.add(read)
    groups = [
        group
        for kind in (RULE, QUERY, FAILURE, CORRECTION)
        for group in grouping.groups([atom for atom in tallies.atoms.values() if atom.kind == kind])
    ]
    return promotion.decide(groups, standing, NOW)


def supports(found: dict[str, Any]) -> bool:
    """Not rejected, rubrics passed, relevant; by the words of the issue."""
    passed, failed = len(found.get("rubrics_passed", [])), len(found.get("rubrics_failed", []))
    relevant, returned = map(int, found.get("metrics", {}).get("relevant_out_of_returned", "0/0").split("/"))
    return (
        found.get("user_feedback") != "rejected"
        and (passed + failed == 0 or passed / (passed + failed) >= 0.6)
        and (returned == 0 or relevant / returned >= 0.3)
    )


def succeeded(found: dict[str, Any]) -> bool:
    return bool(
        found.get("outcome", "success" if found.get("user_feedback") == "accepted" else "") == "success"
    )


def naive(found: list[dict[str, Any]], field: str) -> set[str]:
    """Texts with three supporting events and two successes in the window."""
    seen: dict[str, int] = defaultdict(int)
    success: dict[str, int] = defaultdict(int)
    distinct = {json.dumps(made(**one)): one for one in found}
    for one in distinct.values():
        if field in one and supports(one) and max(0, one["ago"]) <= 30:
            seen[one[field]] += 1
            success[one[field]] += succeeded(one)
    return {text for text in seen if seen[text] >= 3 and success[text] >= 2}


@settings(deadline=None, max_examples=200)
@given(EVENTS)
def test_what_enters_is_what_the_rules_say(found: list[dict[str, Any]]) -> None:
    entered = [one for one in decided(lines(found), []) if one.verdict == promotion.PROMOTED]
    for section, field in ((ACTIVE, "winning_pattern"), (QUERIES, "good_query")):
        assert {one.entry.text for one in entered if one.entry.section == section} == naive(found, field)
    corrections = {one["user_correction"] for one in found if "user_correction" in one}
    assert corrections <= {one.entry.text for one in entered if one.entry.section == FAILURES}


@settings(deadline=None, max_examples=200)
@given(EVENTS, STANDING, st.randoms(use_true_random=False))
def test_the_order_of_events_and_lines_written_twice_change_nothing(
    found: list[dict[str, Any]], standing: list[Entry], chance: Any
) -> None:
    data = lines(found)
    again = data + data[: len(data) // 2]
    chance.shuffle(again)
    assert decided(data, standing) == decided(again, standing)


@settings(deadline=None, max_examples=200)
@given(EVENTS, STANDING)
def test_a_rule_that_stands_is_active_waits_or_goes_by_its_age(
    found: list[dict[str, Any]], standing: list[Entry]
) -> None:
    decisions = decided(lines(found), standing)
    for entry in standing:
        ages = [
            max(0, one["ago"]) for one in found if one.get("winning_pattern") == entry.text and supports(one)
        ]
        age = min([*(age for age in ages if age <= 60), NOW - min(entry.last, NOW)])
        (one,) = [d for d in decisions if d.entry.text == entry.text and d.entry.section in (ACTIVE, PENDING)]
        assert one.entry.section == (PENDING if 30 < age <= 60 else ACTIVE)
        assert one.stands == (age <= 60)
