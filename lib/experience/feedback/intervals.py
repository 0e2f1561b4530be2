"""What a share may really be: Wilson's interval, which is honest for few cases (Wilson 1927)."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

#: Standard deviations of a normal distribution that leave 5 % outside.
Z = 1.959964


class Interval(NamedTuple):
    """`share` of the cases, and between which bounds the true one lies with 95 %."""

    share: float
    low: float
    high: float


def wilson(hits: int, total: int) -> Interval | None:
    """None without cases."""
    if total <= 0:
        return None
    share, square = hits / total, Z * Z
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = Z * sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))
