"""Of what passed the gate: in which order, and how many."""

from __future__ import annotations

from experience.hotpath import clock
from experience.vocabulary import MAX_WARNINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from experience.hotpath.candidate import Candidate

SEVERITY = {"low": 0.8, "med": 1.0, "high": 1.2}

#: Recency halves in this many days and never goes below the floor: old is not wrong.
HALF_LIFE_DAYS = 365
RECENCY_FLOOR = 0.6

#: Nobody has confirmed a pending pattern yet.
PENDING = 0.85

#: How much a pattern gains whose domain the prompt is about.
DOMAIN = 0.1

#: The second and third must come this close to the first.
CLOSE = 0.6


def recency(last_seen: str | None, now: float) -> float:
    """1.0 today, half after HALF_LIFE_DAYS, at least the floor; unknown dates get the floor."""
    day = clock.day_number(last_seen) if last_seen else None
    if day is None:
        return RECENCY_FLOOR
    age = max(0.0, now / clock.DAY - day)  # a date in the future is a slip of a clock
    return float(max(RECENCY_FLOOR, 0.5 ** (age / HALF_LIFE_DAYS)))


def order_of(candidate: Candidate, now: float) -> float:
    """Severity x recency x match, less while the pattern is pending, more where its domain is the subject,
    and as people found it useful."""
    record = candidate.record
    status = PENDING if record["status"] == "pending" else 1.0
    subject = 1 + DOMAIN * candidate.domain
    severity = SEVERITY.get(record["severity"], 1.0)
    seen = recency(record["last_seen"], now)
    return severity * seen * candidate.match * status * subject * candidate.standing


def rank(candidates: list[Candidate], now: float) -> list[Candidate]:
    """At most MAX_WARNINGS, best first. Those left out get their `why_not`."""
    passed = [candidate for candidate in candidates if not candidate.why_not]
    passed.sort(key=lambda candidate: (-order_of(candidate, now), candidate.record["id"]))
    best = max((candidate.match for candidate in passed), default=0.0)
    shown: list[Candidate] = []
    for candidate in passed:
        if candidate.match < CLOSE * best:
            candidate.why_not = "not close to the best match"
        elif len(shown) == MAX_WARNINGS:
            candidate.why_not = f"more than {MAX_WARNINGS} warnings"
        else:
            shown.append(candidate)
    return shown
