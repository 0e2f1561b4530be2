"""What a number of verdicts is worth: the posterior, its limits, and whose verdicts count for which text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experience.events.edits import Edit
from experience.events.verdicts import Kind, Verdict
from experience.feedback import tallies
from experience.feedback.tallies import MOST_FACTOR, Tally

COUNTS = st.integers(min_value=0, max_value=200)


def verdict(kind: Kind, number: int, content: str = "now", pattern: str = "p") -> Verdict:
    return Verdict(kind, "2026-11-30T10:00:00Z", pattern, f"i{number}", "s", "", content)


def alarms(times: int, content: str = "now") -> list[Verdict]:
    return [verdict("falsepositive", number, content) for number in range(times)]


@pytest.mark.parametrize(
    ("saves", "false_positives", "state"),
    [
        (0, 0, ""),
        (0, 1, ""),
        (0, 2, "probation"),
        (0, 3, "probation"),
        (0, 4, "muted"),
        (1, 2, ""),
        (1, 3, "probation"),
        (1, 6, "probation"),
        (1, 7, "muted"),
        (5, 5, ""),
        (50, 4, ""),
    ],
)
def test_probation_comes_before_mute_and_saves_put_both_off(
    saves: int, false_positives: int, state: str
) -> None:
    assert Tally(saves, false_positives).state == state


@given(COUNTS, COUNTS)
def test_a_save_never_hurts_and_a_false_alarm_never_helps(saves: int, false_positives: int) -> None:
    now = Tally(saves, false_positives)
    saved, alarmed = Tally(saves + 1, false_positives), Tally(saves, false_positives + 1)
    assert alarmed.factor <= now.factor <= saved.factor <= MOST_FACTOR
    assert saved.needs <= now.needs <= alarmed.needs


def test_without_verdicts_nothing_changes() -> None:
    assert (Tally().factor, Tally().state, Tally().why()) == (1.0, "", "")


def test_no_number_of_saves_lifts_an_order_by_more_than_a_quarter() -> None:
    assert Tally(10_000, 0).factor == 1.25
    assert Tally(0, 10_000).factor == 0.6


def test_false_alarms_count_for_the_text_they_were_about_and_saves_for_any() -> None:
    known = tallies.tallies([*alarms(5, "old"), verdict("saved", 9, "old")], [])
    assert tallies.of("p", "old", known)[:2] == Tally(1, 5)[:2]
    assert tallies.of("p", "new", known)[:2] == Tally(1, 0)[:2]
    assert tallies.of("q", "old", known) == Tally()


def test_our_own_tightening_keeps_the_false_alarms() -> None:
    edits = [Edit("p", "none", "i1", "a", "b"), Edit("p", "quiet", "i2", "b", "c")]
    known = tallies.tallies([*alarms(4, "a"), verdict("falsepositive", 9, "b")], edits)
    counted = {content: tallies.of("p", content, known).false_positives for content in "abcd"}
    assert counted == {"a": 4, "b": 5, "c": 5, "d": 0}


def test_edits_that_go_back_and_forth_end() -> None:
    edits = [Edit("p", "none", "", "a", "b"), Edit("p", "none", "", "b", "a")]
    assert tallies.of("p", "a", tallies.tallies(alarms(2, "a"), edits)) == Tally(0, 2)


def test_verdicts_on_an_unknown_text_count_for_any() -> None:
    known = tallies.tallies([*alarms(3, ""), verdict("falsepositive", 9, "now")], [])
    assert tallies.of("p", "now", known) == Tally(0, 4)
    assert tallies.of("p", "other", known) == Tally(0, 3)
