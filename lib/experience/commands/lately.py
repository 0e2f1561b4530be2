"""Rows of `status` from the log of the last weeks: warnings and verdicts by week, budget, latency, what
to look at."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from experience.events.summary import Summary
from experience.events.verdicts import Verdict
from experience.hotpath import clock

#: Days that are looked at, weeks that are shown, and patterns to look at.
DAYS, WEEKS, LOOK_AT = 28, 4, 5
#: False alarms in these weeks that make a pattern worth a look.
ALARMS = 2
_BAR = 14


def since() -> str:
    return clock.stamp(clock.now() - (DAYS - 1) * clock.DAY)[:10]


def week_of(ts: str) -> int | None:
    """How many weeks ago, 0 for the last seven days; None for what is older or undated."""
    day = clock.day_number(ts)
    if day is None:
        return None
    ago = int((clock.now() // clock.DAY - day) // 7)
    return ago if 0 <= ago < WEEKS else None


def weeks(log: Summary, said: list[Verdict]) -> list[dict[str, Any]]:
    """[{"from", "prompts", "warnings", "saves", "false_positives"}], the oldest first."""
    rows: list[dict[str, Any]] = [
        {"from": clock.stamp(clock.now() - (7 * ago + 6) * clock.DAY)[:10],
         "prompts": 0, "warnings": 0, "saves": 0, "false_positives": 0}
        for ago in range(WEEKS)
    ]  # fmt: skip
    for day, counted in log.days.items():
        ago = week_of(day)
        if ago is not None:
            rows[ago]["prompts"] += counted.prompts
            rows[ago]["warnings"] += counted.warnings
    for one in said:
        ago = week_of(one.ts)
        if ago is not None:
            rows[ago]["saves" if one.kind == "saved" else "false_positives"] += 1
    return rows[::-1]


def figures(log: Summary, said: list[Verdict]) -> dict[str, Any]:
    """{"days", "prompts", "warnings", "warnings_per_100", "characters_per_100", "ms": {"p50", "p95"},
    "weeks", "look_at": [{"id", "why"}], "most": [{"id", "warnings"}]}: of the last DAYS days."""
    per_100 = 100 / log.prompts if log.prompts else 0.0
    most = Counter({identity: seen.warnings for identity, seen in log.patterns.items() if seen.warnings})
    return {
        "days": DAYS,
        "prompts": log.prompts,
        "warnings": log.warnings,
        "warnings_per_100": round(log.warnings * per_100, 2),
        "characters_per_100": round(log.characters * per_100),
        "ms": {"p50": log.quantile(0.5), "p95": log.quantile(0.95)},
        "weeks": weeks(log, said),
        "look_at": look_at(log, said),
        "most": [{"id": identity, "warnings": count} for identity, count in most.most_common(LOOK_AT)],
    }


def look_at(log: Summary, said: list[Verdict]) -> list[dict[str, str]]:
    """Patterns with false alarms and no save in these weeks, the most first."""
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for one in said:
        if one.ts >= since():
            told[one.id][one.kind] += 1
    loud = [(-kinds["falsepositive"], identity) for identity, kinds in told.items()
            if kinds["falsepositive"] >= ALARMS and not kinds["saved"]]  # fmt: skip
    return [
        {"id": identity, "why": f"{-alarms} false alarms, no save, of {log.warnings_of(identity)} warnings"}
        for alarms, identity in sorted(loud)[:LOOK_AT]
    ]


def lines(found: dict[str, Any]) -> list[str]:
    """At most 80 columns; none without a prompt in these weeks."""
    if not found["prompts"]:
        return []
    head = f"{found['days']} days  {found['prompts']:,} prompts, {found['warnings']} warnings"
    rows = [f"{head}: {found['warnings_per_100']:g} per 100 prompts"]
    rows.append(f"{'':9}{found['characters_per_100']:,} characters per 100 prompts")
    ms = found["ms"]
    if ms["p50"] is not None:
        rows.append(f"{'':9}answered in {ms['p50']} ms (half of them), {ms['p95']} ms (95 of 100)")
    rows += _by_week(found["weeks"])
    rows += [f"look at  {one['id']}\n{'':9}  {one['why']}" for one in found["look_at"]]
    return [line for row in rows for line in row.split("\n")]


def _by_week(rows: list[dict[str, Any]]) -> list[str]:
    most = max((row["warnings"] for row in rows), default=0) or 1
    lines = [f"week of     prompts warnings  {'':{_BAR}} saves  false alarms"]
    for row in rows:
        bar = "#" * round(_BAR * row["warnings"] / most)
        lines.append(
            f"{row['from']}  {row['prompts']:7,} {row['warnings']:8}  {bar:{_BAR}}"
            f"{row['saves']:6} {row['false_positives']:13}"
        )
    return lines
