"""Where a block stands in a memory: as whole lines, exactly once; and if not, what is nearest."""

from __future__ import annotations

from typing import NamedTuple

from experience.memory.page import Page

#: Of a line that is quoted in a sentence.
SHOWN = 60
#: Places of a block that are counted.
MOST_COUNTED = 1000


class Span(NamedTuple):
    """Lines `start` to `end`, exclusive, from 0."""

    start: int
    end: int


def find(page: Page, block: str, under: str, *, brief: bool = False) -> Span | str:
    """Its place, or a sentence that says why there is none and what would help; `brief`: without looking for
    what is nearest, which takes a walk through the file."""
    lines = block.split("\n")
    found = _places(page, lines)
    if under:
        within = _section_of(page, under)
        if isinstance(within, str):
            return within
        found = [row for row in found if within.start <= row and row + len(lines) <= within.end]
    if len(found) == 1:
        return Span(found[0], found[0] + len(lines))
    if found:
        return _many(found, len(lines))
    return "not in the file" if brief else _none(page, lines, under)


def _places(page: Page, lines: list[str]) -> list[int]:
    """Every row where `lines` begin, looked for by the rarest of them."""
    offset = min(range(len(lines)), key=lambda at: len(page.places.get(lines[at], ())))
    starts = (row - offset for row in page.places.get(lines[offset], ()))
    found = []
    for start in starts:
        if start >= 0 and page.bare[start : start + len(lines)] == lines:
            found.append(start)
            if len(found) >= MOST_COUNTED:
                break
    return found


def _section_of(page: Page, under: str) -> Span | str:
    named = [one for one in page.headings if page.bare[one.row].strip() == under]
    if len(named) != 1:
        told = "no heading" if not named else f"{len(named)} headings"
        return f"under: {told} {shown(under)}; copy the heading line above the block, one that occurs once"
    return Span(named[0].row, named[0].end)


def _many(found: list[int], length: int) -> str:
    rows = ", ".join(str(row + 1) for row in found[:5]) + (", ..." if len(found) > 5 else "")
    what = "line" if length == 1 else "text"
    return (
        f"this {what} occurs {len(found)} times (lines {rows}), so it is not clear which is meant: add the"
        ' heading line above it as "under", or a line beside it that may go too'
    )


def _none(page: Page, lines: list[str], under: str) -> str:
    if under and _places(page, lines):
        return f"not below {shown(under)}; name the heading that is above it, or leave under out"
    first = next((line for line in lines if line.strip()), "")
    for row, line in enumerate(page.bare):
        if line == first:
            return _first_difference(page, lines, row - lines.index(first))
    squeezed = " ".join(first.split())
    for row, line in enumerate(page.bare):
        if " ".join(line.split()) == squeezed:
            return f"differs from line {row + 1} in blanks: copy that line to the character"
        if first.strip() in line:
            return f"only a part of line {row + 1}: copy whole lines, {shown(line)}"
    near = next((row for row, line in enumerate(page.bare) if squeezed[:20] in line), None)
    hint = f"; line {near + 1} begins alike: {shown(page.bare[near])}" if near is not None else ""
    return f"not in the file: copy whole lines to the character, from the file as it is now{hint}"


def _first_difference(page: Page, lines: list[str], start: int) -> str:
    for at, line in enumerate(lines):
        row = start + at
        if not 0 <= row < len(page.bare) or page.bare[row] != line:
            there = shown(page.bare[row]) if 0 <= row < len(page.bare) else "nothing"
            return f"its line {at + 1} ({shown(line)}) is not line {row + 1} of the file, which is {there}"
    raise AssertionError("a block that is in the file was looked for in vain")


def shown(text: str) -> str:
    """A quoted beginning of `text`."""
    text = " ".join(text.split())
    return f"`{text}`" if len(text) <= SHOWN else f"`{text[:SHOWN]}...`"
