"""Dates without `datetime` agree with it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experience.hotpath import clock

EPOCH = dt.date(1970, 1, 1)


@given(st.dates())
def test_day_numbers_agree(date: dt.date) -> None:
    assert clock.day_number(date.isoformat()) == (date - EPOCH).days


def test_day_numbers_agree_over_two_centuries() -> None:
    for number in range(-20_000, 60_000):
        assert clock.day_number((EPOCH + dt.timedelta(number)).isoformat()) == number


@pytest.mark.parametrize("tail", ["", "T12:00:00Z", " 12:00", "T23:59:59+02:00"])
def test_a_time_behind_the_date_is_no_matter(tail: str) -> None:
    assert clock.day_number(f"1970-01-02{tail}") == 1


@pytest.mark.parametrize(
    "text",
    [
        "", "yesterday", "2026", "2026-01", "2026-13-01", "2026-00-10", "2026-01-32", "2026-01-00",
        "-026-01-01",
        "0000-01-01", "2026/01/01", "20260101", "2026-1-", "a-b-c", "\u0662\u0660\u0662\u0666-\u00b2-01",
        "2026-01-\u00b2",
    ],
)  # fmt: skip
def test_what_is_no_date_is_none(text: str) -> None:
    assert clock.day_number(text) is None


@given(st.integers(0, 4_000_000_000))
def test_stamps_agree(seconds: int) -> None:
    expected = dt.datetime.fromtimestamp(seconds, dt.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    assert clock.stamp(seconds) == expected
