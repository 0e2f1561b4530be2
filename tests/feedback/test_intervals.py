"""Shares of few cases are told with how far off they may be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from experience.feedback.intervals import wilson


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_share_lies_within_its_bounds_and_more_cases_narrow_them(hits: int, misses: int) -> None:
    found = wilson(hits, hits + misses)
    if found is None:
        assert hits + misses == 0
        return
    assert 0.0 <= found.low <= found.share + 1e-9
    assert found.share <= found.high + 1e-9 <= 1.0 + 1e-8
    more = wilson(10 * hits, 10 * (hits + misses))
    assert more is not None
    assert more.high - more.low < found.high - found.low


def test_known_values() -> None:
    found = wilson(3, 4)
    assert found is not None
    assert (round(found.low, 2), round(found.high, 2)) == (0.30, 0.95)
