"""Times of events on one line of UTC days (case L07). A day is a number, as `date.toordinal` counts."""

from __future__ import annotations

import math
import re
from datetime import date, datetime, timedelta, timezone
from typing import Any

_STAMP = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*([Zz]|[+-]\d\d(?::?\d\d)?)?)?\s*$",
    re.ASCII,
)
#: Seconds of the year 2200: a larger number counts milli-, micro- or nanoseconds.
_LARGEST = 7_258_118_400
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def today() -> int:
    return datetime.now(timezone.utc).date().toordinal()


def written(day: int) -> str:
    return date.fromordinal(day).isoformat()


def month(day: int) -> str:
    """`YYYY-MM`, the name of an archive."""
    return written(day)[:7]


def of_date(text: str) -> int | None:
    """The day of `YYYY-MM-DD`; None for 30 February."""
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError:
        return None


def of_stamp(value: Any, now: int) -> int | None:
    """The UTC day of a time stamp: text with a zone or none (then UTC), or seconds since the epoch.

    None for anything else. What lies in the future happened today: clocks are wrong (case L09).
    """
    try:
        found = _moment(value)
    except (ValueError, OverflowError):
        return None
    return min(found.toordinal(), now) if found else None


def lies_ahead(value: Any, now: int) -> bool:
    """Whether a time stamp is later than tomorrow: a clock was wrong, not a zone."""
    found = of_stamp(value, now + 2)
    return found is not None and found > now + 1


def _moment(value: Any) -> datetime | None:
    if isinstance(value, str):
        return _parsed(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    seconds = float(value)
    while seconds > _LARGEST:
        seconds /= 1000
    return _EPOCH + timedelta(seconds=seconds) if seconds > 0 else None


def _parsed(text: str) -> datetime | None:
    match = _STAMP.match(text.strip())
    if match is None:
        return None
    year, month_, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    moment = datetime(year, month_, day, hour, minute, min(second, 59), tzinfo=timezone.utc)
    zone = (match[7] or "Z").upper().replace(":", "")
    if zone == "Z":
        return moment
    minutes = int(zone[1:3]) * 60 + int(zone[3:5] or 0)
    return moment - timedelta(minutes=minutes if zone[0] == "+" else -minutes)
