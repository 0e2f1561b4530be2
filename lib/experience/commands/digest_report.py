"""What a compact did, as a JSON object and as lines."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from experience.digest.compact import Compaction
from experience.digest.promotion import Decision
from experience.hotpath.sanitize import one_line
from experience.patterns.hidden import visible

#: Lines of a difference, and candidates under --explain, that are printed; the JSON has them all.
MAX_SHOWN = 400


def document(done: Compaction) -> dict[str, Any]:
    """{"skill", "path", "status", "day", "events", "promoted", "expired", "dropped", "decisions": [{"text",
    "section", "verdict", "why", "seen", "success", "variants"}], "near", "bad", "faults", "over", "rotated",
    "backup", "grouping"}."""
    return {
        "skill": done.skill, "path": str(done.path), "status": done.status, "day": done.day,
        "events": done.events, "promoted": done.promoted, "expired": done.expired, "dropped": done.dropped,
        "decisions": [_row(one) for one in done.decisions],
        "near": [list(pair) for pair in done.near], "bad": dict(done.bad), "faults": dict(done.faults),
        "untold": done.untold, "over": done.over, "rotated": str(done.rotated or ""),
        "backup": str(done.backup or ""), "grouping": done.grouping,
    }  # fmt: skip


def _row(one: Decision) -> dict[str, Any]:
    entry = one.entry
    return {
        "text": entry.text, "section": entry.section, "verdict": one.verdict, "why": one.why,
        "seen": entry.seen, "success": entry.success, "variants": [list(pair) for pair in one.variants],
    }  # fmt: skip


def lines(done: Compaction, *, explain: bool, diff: bool, why_due: list[str]) -> Iterator[str]:
    """Everything about one skill."""
    counts = Counter(one.verdict for one in done.decisions)
    told = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items())) or "no candidates"
    yield f"{done.skill}: {done.status}, from {done.events} events: {told}"
    yield f"  {done.path}"
    if why_due:
        yield f"  due: {', '.join(why_due)}"
    yield from (f"  {line}" for line in _remarks(done))
    if explain:
        yield from explained(done)
    if diff:
        yield from difference(done)


def counted(done: Compaction) -> Iterator[str]:
    """What a model is told of a digest that nobody trusts yet: numbers, and not one of its words."""
    yield f"{done.skill}: {done.status}, from {done.events} events, {len(done.promoted)} promoted"
    yield "  It came with this repository; its text waits for the user: exp.py trust, in their own terminal."


def _remarks(done: Compaction) -> Iterator[str]:
    for reason, number in sorted(done.bad.items()):
        yield f"{_counted(number, 'line')} of the log left out, and kept: {reason}"
    for reason, number in sorted(done.faults.items()):
        yield f"{_counted(number, 'event')} for Failure Modes only: {reason}"
    if done.untold:
        yield f"{done.untold} texts beyond the first 20,000 different ones were not evaluated"
    if done.over:
        yield "lines of a person's own exceed 120 by themselves: they stay, every generated entry went"
    if done.rotated:
        yield f"rotated to {done.rotated}"
    if done.backup:
        yield f"the version before is kept: exp.py compact --undo {done.skill}"
    if done.grouping:
        yield done.grouping


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'s' * (number != 1)}"


def explained(done: Compaction) -> Iterator[str]:
    """Every candidate with the rule that decided, the wordings counted as one, and texts that look alike."""
    for one in done.decisions[:MAX_SHOWN]:
        counts = f"seen={one.entry.seen}, success={one.entry.success}"
        yield f"  {one.verdict:14} {one.entry.section}: {visible(one.entry.text)} ({counts}): {one.why}"
        if len(one.variants) > 1:
            yield from (f"{'':17}variant, seen={seen}: {visible(text)}" for text, seen in one.variants)
    if len(done.decisions) > MAX_SHOWN:
        yield f"  and {len(done.decisions) - MAX_SHOWN} more: --json shows all"
    for text, other, percent in done.near[:MAX_SHOWN]:
        yield f"  alike {percent}%: {visible(text)} | {visible(other)}: a `key` in their events joins them"


def difference(done: Compaction) -> Iterator[str]:
    """A unified diff, hidden characters written out."""
    before, after = (
        (data or b"").decode("utf-8", "replace").splitlines() for data in (done.before, done.after)
    )
    found = difflib.unified_diff(before, after, "experience.md", "experience.md (new)", lineterm="", n=1)
    for number, line in enumerate(found):
        if number == MAX_SHOWN:
            yield "  ..."
            return
        yield f"  {visible(one_line(line, 400) if line.strip() else line)}"
