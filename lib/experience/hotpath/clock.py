"""Times as they are written everywhere: UTC, `YYYY-MM-DDTHH:MM:SSZ`. Without `datetime`, a millisecond."""

from __future__ import annotations

import time

DAY = 86_400


def now() -> float:
    """Seconds since the epoch."""
    return time.time()


def stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def day_number(date: str) -> int | None:
    """Days since the epoch of `YYYY-MM-DD...`; None where that is no date."""
    parts = date[:10].split("-")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    year, month, day = map(int, parts)
    if not (1 <= month <= 12 and 1 <= day <= 31 and 1 <= year <= 9999):
        return None
    shifted = year - (month <= 2)
    era_year = shifted % 400
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return shifted // 400 * 146_097 + era_year * 365 + era_year // 4 - era_year // 100 + day_of_year - 719_468
