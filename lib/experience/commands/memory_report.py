"""A proposal with its numbers, and what became of it, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from experience.commands.typed import typed
from experience.index import config
from experience.memory.blocks import Span
from experience.memory.carry_out import Applied
from experience.memory.check import Checked, Placed, taken_away
from experience.memory.measure import measure
from experience.memory.page import Page
from experience.memory.settings import Settings
from experience.memory.whose import AUTO, Memory
from experience.patterns.hidden import visible

#: Characters of a line that are shown.
SHOWN = 300
COMMAND = "exp-memory"


def language_of(chosen: Settings) -> str:
    return chosen.language or config.load().language


def document(memory: Memory, found: Checked) -> dict[str, Any]:
    """{"path", "characters", "taken_away", "changes": [{"number", "category", "reason", "lines", "before",
    "after"}]}."""
    return {
        "path": str(memory.path), "characters": found.page.characters,
        "taken_away": taken_away(found.page, list(found.placed)),
        "changes": [_row(found.page, one) for one in found.placed],
    }  # fmt: skip


def _row(page: Page, one: Placed) -> dict[str, Any]:
    return {
        "number": one.change.number, "category": one.change.category, "reason": one.change.reason,
        "lines": [[span.start + 1, span.end] for span in one.spans],
        "before": _before(page, one), "after": one.change.merged,
    }  # fmt: skip


def _before(page: Page, one: Placed) -> list[str]:
    return [line for span in one.spans for line in page.bare[slice(*span)]]


def lines(memory: Memory, data: bytes, found: Checked) -> Iterator[str]:
    """Numbered, with before and after, then what may be typed."""
    yield f"{memory.path}"
    for one in found.placed:
        yield f"{one.change.number}. {one.change.category}, {_where(one.spans)}: {one.change.reason}"
        yield from (f"   old | {_shown(line)}" for line in _before(found.page, one) if line.strip())
        yield from (f"   new | {_shown(line)}" for line in one.change.merged.split("\n") if line)
        if one.change.quotes:
            yield f"   {one.change.quotes.file} | {_shown(one.change.quotes.text)}"
    gone, everything = taken_away(found.page, list(found.placed)), found.page.characters
    yield f"All of it takes away {gone:,} of {everything:,} characters ({gone / max(1, everything):.0%})."
    if memory.kind == AUTO:
        yield f"The client loads now: {measure(data)}."
        yield f"Afterwards: {measure(found.text.encode('utf-8'))}."
    yield "Nothing is changed yet. Type one of:"
    some = found.placed[0].change.number
    for words in ("apply", f"apply {some}", f"keep {some}", f"delete {some}", "cancel"):
        if words != f"delete {some}" or found.placed[0].change.category != "merge":
            yield f"  {typed(COMMAND, words, f'memory {words}')}"


def _where(spans: Sequence[Span]) -> str:
    """`line 3`, `lines 3-5, 9`: neighbours as one."""
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and joined[-1].end == span.start:
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    told = [str(one.end) if one.end == one.start + 1 else f"{one.start + 1}-{one.end}" for one in joined]
    return f"{'line' if told == [str(joined[0].end)] else 'lines'} {', '.join(told)}"


def _shown(line: str) -> str:
    line = visible(line)
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}..."


def applied(memory: Memory, done: Applied, found: Checked, numbers: list[int]) -> Iterator[str]:
    yield f"{memory.path}: {len(numbers)} changes, {done.before:,} to {done.after:,} characters"
    if memory.kind == AUTO:
        yield f"the client loads: {measure(found.text.encode('utf-8'))}"
    yield f"backup: {done.backup}"
    yield f"what went, to the letter: {memory.log}"
    undo = f"undo {done.run}"
    yield f"to take it back: {typed(COMMAND, undo, f'memory {undo} --path {memory.path}')}"
