"""Everything that a report shows, counted: a log of any size becomes some hundred numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import accumulate
from typing import Any

from experience.events import tunings
from experience.events.summary import Seen, Summary
from experience.events.verdicts import Verdict
from experience.feedback import standings, tallies
from experience.feedback.intervals import wilson
from experience.feedback.tuning.changes import described
from experience.hotpath import clock
from experience.index.compiler import content_hash
from experience.patterns.pattern import Pattern

#: Weeks that are drawn, the newest; patterns in the chart of what fires; events told of one pattern.
MOST_WEEKS, MOST_BARS, MOST_EVENTS = 104, 15, 200
#: The domain of what is not known here.
ELSEWHERE = "(other projects)"
#: Upper bounds of the bars of the latencies, in milliseconds.
BOUNDS = (5, 10, 15, 20, 30, 40, 60, 80, 120, 200, 400, 1000)
_DAY_IN_ID = re.compile(r"-(\d{4}-\d{2}-\d{2})-")


class Figures:
    """`patterns`: (where from, pattern), archived ones too."""

    def __init__(self, log: Summary, said: list[Verdict], patterns: list[tuple[str, Pattern]]) -> None:
        self.log, self.said, self.patterns = log, said, patterns
        self.weeks = self._weeks()
        self.of = {week: number for number, week in enumerate(self.weeks)}

    def _weeks(self) -> list[int]:
        """Numbers of the weeks from the first prompt to now."""
        first = clock.day_number(self.log.span[0])
        now = int(clock.now() // clock.DAY) // 7
        begin = now if first is None else max(first // 7, now - MOST_WEEKS + 1)
        return list(range(begin, now + 1))

    def document(self) -> dict[str, Any]:
        """{"span", "figures", "charts", "weeks", "patterns"}: what templates/report/script.js reads."""
        first, last = self.log.span
        span = (
            f"{first} to {last}, as of {clock.stamp(clock.now())[:16].replace('T', ' ')} UTC" if first else ""
        )
        return {
            "span": span or "No prompt was evaluated yet.",
            "figures": self.head(),
            "charts": [
                self.by_week(),
                self.precision(),
                self.what_fires(),
                self.where(),
                self.latency(),
                self.growth(),
            ],
            "weeks": [day_of(week) for week in self.weeks],
            "patterns": self.table(),
        }

    def head(self) -> list[tuple[str, str, str]]:
        log, share = self.log, wilson(sum(one.kind == "saved" for one in self.said), len(self.said))
        per_100 = 100 / log.prompts if log.prompts else 0
        helped = f"{share.share:.0%}" if share else "-"
        sure = (
            f"{len(self.said)} judged, 95 %: {share.low:.0%} to {share.high:.0%}"
            if share
            else "nothing judged"
        )
        p50, p95 = log.quantile(0.5), log.quantile(0.95)
        return [
            ("Prompts", f"{log.prompts:,}", f"{log.warned:,} with a warning"),
            ("Warnings", f"{log.warnings:,}", f"{log.warnings * per_100:.1f} per 100 prompts"),
            ("Helped", helped, sure),
            (
                "Patterns",
                f"{len(self.patterns):,}",
                f"{sum(log.warnings_of(one.id) > 0 for _, one in self.patterns):,} warned",
            ),
            ("Characters", f"{log.characters * per_100:,.0f}", "per 100 prompts"),
            ("Answered in", f"{p50} ms" if p50 is not None else "-", f"95 of 100 in {p95} ms" if p95 else ""),
        ]

    def _counted(self, days: dict[str, int] | Counter[str]) -> list[int]:
        found = [0] * len(self.weeks)
        for day, count in days.items():
            number = clock.day_number(day)
            at = self.of.get(number // 7) if number is not None else None
            if at is not None:
                found[at] += count
        return found

    def _said(self, kind: str) -> list[int]:
        return self._counted(Counter(one.ts[:10] for one in self.said if one.kind == kind))

    def by_week(self) -> dict[str, Any]:
        warnings = self._counted({day: one.warnings for day, one in self.log.days.items()})
        saves, alarms = self._said("saved"), self._said("falsepositive")
        return chart(
            "bar", "Warnings and verdicts by week", [day_of(week) for week in self.weeks],
            [("warnings", warnings, 1), ("saves", saves, 2), ("false alarms", alarms, 3)],
            f"{sum(warnings):,} warnings, {sum(saves)} saves and {sum(alarms)} false alarms"
            f" in {len(self.weeks)} weeks.",
        )  # fmt: skip

    def precision(self) -> dict[str, Any]:
        saves, alarms = accumulate(self._said("saved")), accumulate(self._said("falsepositive"))
        shares = [wilson(saved, saved + wrong) for saved, wrong in zip(saves, alarms, strict=True)]
        series = [
            (name, [round(100 * getattr(one, key), 1) if one else None for one in shares], colour)
            for name, key, colour in (("helped", "share", 2), ("at least", "low", 4), ("at most", "high", 4))
        ]
        last = shares[-1]
        says = "Nothing was judged yet."
        if last:
            sure = f"95 %: {last.low:.0%} to {last.high:.0%}"
            says = f"Of all that was judged so far {last.share:.0%} helped ({sure})."
        made = chart(
            "line",
            "Share of judged warnings that helped, in %",
            [day_of(w) for w in self.weeks],
            series,
            says,
        )
        return made | {"percent": True}

    def what_fires(self) -> dict[str, Any]:
        kinds: dict[str, Counter[str]] = defaultdict(Counter)
        for one in self.said:
            kinds[one.id][one.kind] += 1
        most = sorted(self.log.patterns.items(), key=lambda pair: (-pair[1].warnings, pair[0]))[:MOST_BARS]
        rows = [(identity, seen.warnings, kinds[identity]) for identity, seen in most if seen.warnings]
        unrated = [max(0, count - said["saved"] - said["falsepositive"]) for _, count, said in rows]
        series = [
            ("not judged", unrated, 1),
            ("saved", [said["saved"] for _, _, said in rows], 2),
            ("false alarm", [said["falsepositive"] for _, _, said in rows], 3),
        ]
        top = rows[0] if rows else ("", 0, Counter())
        says = f"Most often: {top[0]}, {top[1]} warnings." if rows else "Nothing fired yet."
        made = chart("bar", "What fires", [identity for identity, _, _ in rows], series, says)
        return made | {"stacked": True, "sideways": True}

    def where(self) -> dict[str, Any]:
        """By domain; ids that no pattern here has belong to other projects, or were deleted."""
        domains = {pattern.id: pattern.domain for _, pattern in self.patterns}
        counted = Counter[str]()
        for identity, seen in self.log.patterns.items():
            counted[domains.get(identity, ELSEWHERE)] += seen.warnings
        rows = [(domain, count) for domain, count in counted.most_common(MOST_BARS) if count]
        says = f"{len(rows)} domains." if rows else "Nothing fired yet."
        names, counts = [domain for domain, _ in rows], [count for _, count in rows]
        return chart("bar", "Where it fires", names, [("warnings", counts, 1)], says) | {"sideways": True}

    def latency(self) -> dict[str, Any]:
        found = [0] * (len(BOUNDS) + 1)
        for ms, count in self.log.ms.items():
            found[sum(ms > bound for bound in BOUNDS)] += count
        labels = [f"to {bound}" for bound in BOUNDS] + [f"over {BOUNDS[-1]}"]
        while len(found) > 1 and not found[-1]:
            found.pop()
        p50, p95 = self.log.quantile(0.5), self.log.quantile(0.95)
        says = f"Half within {p50} ms, 95 of 100 within {p95} ms." if p50 is not None else "No prompt yet."
        return chart(
            "bar",
            "Prompts by milliseconds to the answer",
            labels[: len(found)],
            [("prompts", found, 1)],
            says,
        )

    def growth(self) -> dict[str, Any]:
        """By the day in each id: when the lesson was learned."""
        found = [_DAY_IN_ID.search(pattern.id) for _, pattern in self.patterns]
        months = Counter(match[1][:7] for match in found if match)
        labels = sorted(months)[-60:]
        before = sum(count for month, count in months.items() if labels and month < labels[0])
        sums = [before + value for value in accumulate(months[month] for month in labels)]
        undated = len(self.patterns) - sum(months.values())
        says = (
            f"{len(self.patterns)} patterns"
            + (f", {undated} without a day in the id" if undated else "")
            + "."
        )
        return chart("line", "Patterns by the day of the lesson", labels, [("patterns", sums, 1)], says)

    def table(self) -> list[dict[str, Any]]:
        known, by_tune = standings.known(), standings.muted_contents()
        changes = tunings.all_entries()
        said: dict[str, list[Verdict]] = defaultdict(list)
        for one in self.said:
            said[one.id].append(one)
        rows = []
        for origin, pattern in self.patterns:
            content = content_hash(pattern)
            tally = tallies.of(pattern.id, content, known)
            state = (
                "muted" if content in by_tune.get(pattern.id, ()) else tally.state or pattern.review_status
            )
            state = "archived" if pattern.review_status == "archived" else state
            mine = [(one, undone) for one, undone in changes if one.id == pattern.id]
            rows.append(self._row(origin, pattern, state, said[pattern.id], mine))
        return rows

    def _row(
        self,
        origin: str,
        pattern: Pattern,
        state: str,
        said: list[Verdict],
        changes: list[tuple[tunings.Tuning, bool]],
    ) -> dict[str, Any]:
        seen = self.log.patterns.get(pattern.id) or Seen()
        saves = sum(one.kind == "saved" for one in said)
        share = wilson(saves, len(said))
        told = {"saved": "saved", "falsepositive": "false alarm"}
        events = [(one.ts[:10], told[one.kind] + (f": {one.why}" if one.why else "")) for one in said]
        events += [
            (one.ts[:10], f"tune: {described(one)}" + " (taken back)" * undone) for one, undone in changes
        ]
        return {
            "id": pattern.id, "name": pattern.name, "domain": pattern.domain, "origin": origin,
            "state": state, "severity": pattern.severity, "warnings": seen.warnings,
            "sessions": len(seen.sessions),
            "saves": saves, "alarms": len(said) - saves, "held": sum(seen.held.values()),
            "share": share and round(share.share, 3), "low": share and round(share.low, 3),
            "high": share and round(share.high, 3), "last": seen.last[:10],
            "weeks": self._counted(seen.days), "events": sorted(events, reverse=True)[:MOST_EVENTS],
        }  # fmt: skip


def day_of(week: int) -> str:
    """The first day of a week, counted from the epoch, a Thursday."""
    return clock.stamp(week * 7 * clock.DAY)[:10]


def chart(
    kind: str, title: str, labels: list[str], series: list[tuple[str, list[Any], int]], says: str
) -> dict[str, Any]:
    return {
        "kind": kind, "title": title, "labels": labels, "says": says,
        "series": [{"name": name, "values": values, "colour": colour} for name, values, colour in series],
    }  # fmt: skip
