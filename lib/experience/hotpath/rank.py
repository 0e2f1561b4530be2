"""Of what passed the gate: in which order, and how many."""

from __future__ import annotations

from experience.hotpath import clock
from experience.vocabulary import MAX_WARNINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from experience.hotpath.candidate import Candidate

SEVERITY = {"low": 0.8, "med": 1.0, "high": 1.2}

#: Recency halves in this many days and never goes below the floor: old is not wrong.
HALF_LIFE_DAYS = 365.0
RECENCY_FLOOR = 0.6
#: What the settings of these names may say.
HALF_LIFE_RANGE, FLOOR_RANGE = (7.0, 36_500.0), (0.0, 1.0)

#: Nobody has confirmed a pending pattern yet.
PENDING = 0.85

#: How much a pattern gains whose domain the prompt is about.
DOMAIN = 0.1

#: The second and third must come this close to the first.
CLOSE = 0.6


class Decay:
    """How confirmations age."""

    def __init__(self, half_life: float = HALF_LIFE_DAYS, floor: float = RECENCY_FLOOR) -> None:
        self.half_life = half_life
        self.floor = floor


USUAL = Decay()


def decay(settings: dict[str, Any]) -> Decay:
    """As config.yaml says, as compiled; what is out of range counts as unsaid."""
    return Decay(
        _within(settings.get("half_life_days"), HALF_LIFE_RANGE, HALF_LIFE_DAYS),
        _within(settings.get("recency_floor"), FLOOR_RANGE, RECENCY_FLOOR),
    )


def _within(value: object, limits: tuple[float, float], usual: float) -> float:
    return float(value) if isinstance(value, (int, float)) and limits[0] <= value <= limits[1] else usual


def recency(confirmed: str | None, now: float, aging: Decay = USUAL) -> float:
    """1.0 on the day of the last confirmation, half after a half-life, at least the floor; unknown dates
    get the floor."""
    day = clock.day_number(confirmed) if confirmed else None
    if day is None:
        return aging.floor
    age = max(0.0, now / clock.DAY - day)  # a date in the future is a slip of a clock
    return float(max(aging.floor, 0.5 ** (age / aging.half_life)))


def confirmed(candidate: Candidate) -> str:
    """The day somebody last met the failure or was saved from it: by the file, or by this machine's logs."""
    return max(candidate.record["confirmed"] or "", candidate.saved)


def order_of(candidate: Candidate, now: float, aging: Decay = USUAL) -> float:
    """Severity x recency x match, less while the pattern is pending, more where its domain is the subject,
    and as people found it useful."""
    record = candidate.record
    status = PENDING if record["status"] == "pending" else 1.0
    subject = 1 + DOMAIN * candidate.domain
    severity = SEVERITY.get(record["severity"], 1.0)
    seen = recency(confirmed(candidate), now, aging)
    return severity * seen * candidate.match * status * subject * candidate.standing


def rank(candidates: list[Candidate], now: float, aging: Decay = USUAL) -> list[Candidate]:
    """At most MAX_WARNINGS, best first. Those left out get their `why_not`."""
    passed = [candidate for candidate in candidates if not candidate.why_not]
    passed.sort(key=lambda candidate: (-order_of(candidate, now, aging), candidate.record["id"]))
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
