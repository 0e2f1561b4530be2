"""What a pattern wants looked up before it is relied on: `preflight: {query, ttl}` of its frontmatter."""

from __future__ import annotations

import re
from typing import NamedTuple

from experience.patterns.pattern import Pattern

MINUTE, HOUR, DAY = 60, 3600, 86_400
_UNITS = {"m": MINUTE, "h": HOUR, "d": DAY, "w": 7 * DAY}
_TTL = re.compile(r"(\d{1,5})\s*([mhdw]?)", re.ASCII)
#: Seconds that a finding is fresh if the pattern does not say, and at most.
USUAL_TTL, MOST_TTL = 7 * DAY, 90 * DAY
#: Characters of a query.
MAX_QUERY = 160


class Wish(NamedTuple):
    """`query`: what to look up; `ttl`: seconds that what was found is fresh."""

    query: str
    ttl: int


def wish(pattern: Pattern) -> Wish | None:
    """None where the pattern wants nothing looked up. A ttl that nobody understands is the usual one."""
    given = pattern.preflight or {}
    query = given.get("query")
    if not isinstance(query, str) or not query.strip():
        return None
    return Wish(" ".join(query.split())[:MAX_QUERY], seconds(given.get("ttl")) or USUAL_TTL)


def seconds(ttl: object) -> int | None:
    """`12h`, `7d`, `2w`, `30m`, or a number of days; None for anything else. At most MOST_TTL."""
    found = _TTL.fullmatch(str(ttl).strip().casefold()) if isinstance(ttl, (str, int)) else None
    if found is None or int(found[1]) == 0:
        return None
    return min(MOST_TTL, int(found[1]) * _UNITS[found[2] or "d"])
