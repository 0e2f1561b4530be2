"""All of `injections.jsonl` and its archives, counted in one pass: a log of any size in little memory."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from experience.events.rows import rows, text
from experience.hotpath import clock
from experience.vocabulary import LOG_INJECTIONS

#: A verdict's warning: (pattern id, injection_id).
Warning_ = tuple[str, str]
#: Milliseconds above this are counted as this: the hook ends before.
MOST_MS = 5000
#: What `suppressed` of the log says, by its first words, as a kind.
REASONS = {
    "veto": "veto", "nearest": "quiet example", "already": "seen", "muted": "muted", "on": "probation",
    "not": "not close", "more": "crowded", "no": "no room",
}  # fmt: skip


class Judged(NamedTuple):
    """The warning that a verdict is about, as the log has it."""

    score: float
    prompt_hash: str
    session_id: str
    ts: str


@dataclass
class Day:
    """One day (UTC): prompts evaluated, those with a warning, warnings, what was held back."""

    prompts: int = 0
    warned: int = 0
    warnings: int = 0
    held: int = 0


@dataclass
class Seen:
    """One pattern in the log."""

    warnings: int = 0
    first: str = ""
    last: str = ""
    days: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)
    sessions: set[int] = field(default_factory=set)


@dataclass
class Summary:
    """`ms`: rounded milliseconds -> prompts; `characters`: injected, in all; `judged`: of the warnings
    asked for."""

    prompts: int = 0
    warned: int = 0
    warnings: int = 0
    characters: int = 0
    ms: Counter[int] = field(default_factory=Counter)
    days: dict[str, Day] = field(default_factory=lambda: defaultdict(Day))
    patterns: dict[str, Seen] = field(default_factory=lambda: defaultdict(Seen))
    judged: dict[Warning_, Judged] = field(default_factory=dict)

    def quantile(self, share: float) -> int | None:
        """Milliseconds below which this share of the prompts was answered; None without any."""
        left = share * sum(self.ms.values())
        for value in sorted(self.ms):
            left -= self.ms[value]
            if left <= 0:
                return value
        return None

    def warnings_of(self, identity: str) -> int:
        seen = self.patterns.get(identity)
        return seen.warnings if seen else 0

    @property
    def span(self) -> tuple[str, str]:
        """First and last day with a prompt; ("", "") for none."""
        known = [day for day in self.days if day]
        return (min(known), max(known)) if known else ("", "")


def summary(*, since: str = "", judged: Collection[Warning_] = ()) -> Summary:
    """Count the lines from `since` (a day or a stamp) on. `judged`: warnings whose score is wanted."""
    found = Summary()
    wanted = frozenset(judged)
    today = clock.stamp(clock.now())
    for row in rows(LOG_INJECTIONS, since=since):
        _count(found, row, wanted, today)
    return found


def _count(found: Summary, row: dict[str, Any], wanted: frozenset[Warning_], today: str) -> None:
    ts = text(row, "ts")
    ts = min(ts, today) if clock.day_number(ts) is not None else ""
    day = found.days[ts[:10]]
    listed = row.get("patterns_injected")
    shown = [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []
    found.prompts += 1
    day.prompts += 1
    found.warned += bool(shown)
    day.warned += bool(shown)
    found.warnings += len(shown)
    day.warnings += len(shown)
    size, ms = row.get("context_size_out"), row.get("ms")
    found.characters += size if isinstance(size, int) else 0
    if isinstance(ms, (int, float)) and ms >= 0:
        found.ms[round(min(ms, MOST_MS))] += 1
    for identity in shown:
        _seen(found.patterns[identity], ts, text(row, "session_id"))
        warning = (identity, text(row, "injection_id"))
        if warning in wanted:
            found.judged[warning] = _judged(row, identity, ts)
    held = row.get("suppressed")
    for identity, why in held.items() if isinstance(held, dict) else ():
        day.held += 1
        found.patterns[identity].held[REASONS.get(str(why).partition(" ")[0].rstrip(":"), "other")] += 1


def _seen(one: Seen, ts: str, session: str) -> None:
    one.warnings += 1
    one.days[ts[:10]] += 1
    one.first = min(one.first, ts) if one.first else ts
    one.last = max(one.last, ts)
    one.sessions.add(hash(session))


def _judged(row: dict[str, Any], identity: str, ts: str) -> Judged:
    scores = row.get("scores")
    score = scores.get(identity) if isinstance(scores, dict) else None
    known = float(score) if isinstance(score, (int, float)) else 1.0
    return Judged(known, text(row, "prompt_hash"), text(row, "session_id"), ts)
