"""A memory as lines: what belongs together, which section a line is in, what is pinned."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z")
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
#: Also within an item or a quotation. What has a backtick behind it is code within a line.
_FENCE = re.compile(r"((?:[ \t]*(?:>|(?:[-*+•]|\d{1,9}[.)])(?=[ \t])))*[ \t]*)(`{3,}(?![^`]*`)|~{3,})")
_FENCE_END = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*$")
_TABLE_RULE = re.compile(r"[ \t|:-]*-[ \t|:-]*$")
_ITEM = re.compile(r"([ \t]*)(?:[-*+•]|\d{1,9}[.)])[ \t]")
_KEEP = re.compile(r"<!--\s*keep\s*-->", re.IGNORECASE)
BOM = "\ufeff"

FENCE, COMMENT, TABLE, FRONTMATTER = "fenced code", "comment", "table with its head", "frontmatter"


class Heading(NamedTuple):
    """`level` 1 to 6; `end`: the line after its section, lower headings included."""

    row: int
    level: int
    end: int


class Unit(NamedTuple):
    """Lines `start` to `end` (exclusive) that stand or fall together."""

    start: int
    end: int
    kind: str


def normal(text: str) -> str:
    """Every line end as a line feed, whatever it was."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def bullet(line: str) -> str:
    """The indent and mark that `line` begins with as an item of a list, numbers as `1`; "" for none."""
    found = _ITEM.match(line)
    return re.sub(r"\d+", "1", found[0].rstrip()) if found else ""


class Page:
    """`rows`: lines with their ends, as they are; `bare`: without. Rows are counted from 0 here, from 1 in
    sentences."""

    def __init__(self, text: str) -> None:
        self.prefix = BOM if text.startswith(BOM) else ""
        self.rows: list[str] = _LINE.findall(text[len(self.prefix) :])
        self.bare = [row.rstrip("\r\n") for row in self.rows]
        self._never_closed: set[str] = set()  # marks that close nothing further down

    @cached_property
    def characters(self) -> int:
        """Line ends counted as one each, where there is one."""
        return sum(map(self.size, range(len(self.rows))))

    def size(self, row: int) -> int:
        """Characters of the line `row`, of which its end is one."""
        return len(self.bare[row]) + bool(self.end_of(row))

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Line -> where it stands."""
        found: dict[str, list[int]] = {}
        for row, line in enumerate(self.bare):
            found.setdefault(line, []).append(row)
        return found

    def end_of(self, row: int) -> str:
        """The signs that end the line `row`; "" where the file ends without any."""
        return self.rows[row][len(self.bare[row]) :]

    @cached_property
    def units(self) -> list[Unit]:
        """In order, none inside another."""
        return list(self._units())

    def _units(self) -> Iterator[Unit]:
        row = 0
        if self.bare[:1] == ["---"] and "---" in self.bare[1:]:
            row = self.bare.index("---", 1) + 1
            yield Unit(0, row, FRONTMATTER)
        while row < len(self.bare):
            end, kind = self._unit_at(row)
            if kind:
                yield Unit(row, end, kind)
            row = max(end, row + 1)

    def _unit_at(self, row: int) -> tuple[int, str]:
        line = self.bare[row]
        if fence := _FENCE.match(line):
            end = self._closing_fence(row, fence[2])
            if end or (not fence[1].strip(" ") and len(fence[1]) < 4):
                return end or len(self.bare), FENCE
            return row + 1, ""  # it ends with its item or quotation, and nothing can be told of it
        if "<!--" in line and "-->" not in line.rpartition("<!--")[2]:
            return self._first(row + 1, "-->"), COMMENT
        if "|" in line and row + 1 < len(self.bare) and _is_rule(self.bare[row + 1]):
            end = row + 2
            while end < len(self.bare) and "|" in self.bare[end]:
                end += 1
            return end, TABLE
        return row + 1, ""

    def _closing_fence(self, row: int, mark: str) -> int:
        """The line behind it; 0 where it is not closed."""
        if mark in self._never_closed:
            return 0
        for at in range(row + 1, len(self.bare)):
            found = _FENCE_END.match(self.bare[at])
            if found and found[1].startswith(mark):
                return at + 1
        self._never_closed.add(mark)
        return 0

    def _first(self, row: int, sign: str) -> int:
        return next((at + 1 for at in range(row, len(self.bare)) if sign in self.bare[at]), len(self.bare))

    def unit_over(self, start: int, end: int) -> Iterator[Unit]:
        """Units that share a line with `start` to `end`."""
        at = max(0, bisect_right(self.units, start, key=lambda unit: unit.start) - 1)
        while at < len(self.units) and self.units[at].start < end:
            if self.units[at].end > start:
                yield self.units[at]
            at += 1

    @cached_property
    def headings(self) -> list[Heading]:
        found = [(row, level) for row, level in self._levels() if level]
        ends: list[int] = []
        open_rows: dict[int, int] = {}  # level -> the next heading of it, looked at from the end
        for row, level in reversed(found):
            ends.append(min((at for deep, at in open_rows.items() if deep <= level), default=len(self.bare)))
            open_rows = {deep: at for deep, at in open_rows.items() if deep < level} | {level: row}
        return [Heading(row, level, end) for (row, level), end in zip(found, reversed(ends), strict=True)]

    def _levels(self) -> Iterator[tuple[int, int]]:
        closed = {row for unit in self.units for row in range(unit.start, unit.end)}
        for row, line in enumerate(self.bare):
            if row in closed:
                continue
            if found := _HEADING.match(line):
                yield row, len(found[1])
            elif row + 1 < len(self.bare) and self._is_title(line) and row + 1 not in closed:
                under = _UNDERLINE.match(self.bare[row + 1])
                yield row, (1 if under[1][0] == "=" else 2) if under else 0

    @staticmethod
    def _is_title(line: str) -> bool:
        """Text that a line of = or - below makes a heading."""
        return bool(line.strip()) and not (bullet(line) or line.lstrip().startswith((">", "|", "-", "=")))

    def section(self, row: int) -> Heading | None:
        """The nearest heading at or above `row`; None before the first."""
        at = bisect_right(self.headings, row, key=lambda heading: heading.row)
        return self.headings[at - 1] if at else None

    def headings_in(self, start: int, end: int) -> list[Heading]:
        first = bisect_right(self.headings, start - 1, key=lambda heading: heading.row)
        last = bisect_right(self.headings, end - 1, key=lambda heading: heading.row)
        return self.headings[first:last]

    def filled_from(self, row: int) -> int:
        """The first line from `row` on that is not blank; behind the last one where all are."""
        return next((at for at in range(row, len(self.bare)) if self.bare[at].strip()), len(self.bare))

    def filled_end(self, heading: Heading) -> int:
        """The end of its section without the blank lines there."""
        end = heading.end
        while end > heading.row + 1 and not self.bare[end - 1].strip():
            end -= 1
        return end

    def parent(self, row: int) -> int | None:
        """The line of the item that the line `row` is indented under."""
        indent = _indent(self.bare[row])
        if not self.bare[row].strip() or not indent:
            return None
        for at in range(row - 1, -1, -1):
            line = self.bare[at]
            if line.strip() and _indent(line) < indent:
                return at if bullet(line) else None
        return None

    @cached_property
    def pinned(self) -> frozenset[int]:
        """Lines that stay: with `<!-- keep -->` in them; below a heading with it; after a line that is
        nothing else, with all of the section, code or table that it begins; and what is indented below a
        pinned item."""
        found: set[int] = set()
        for row, line in enumerate(self.bare):
            if _KEEP.search(line):
                found |= set(range(row, self._pin_ends(row)))
        return frozenset(found)

    def _pin_ends(self, row: int) -> int:
        alone = not _KEEP.sub("", self.bare[row]).strip()
        if alone:  # the mark speaks for what follows
            row = min(self.filled_from(row + 1), len(self.bare) - 1)
        heading = self.section(row)
        if heading and heading.row == row:
            return heading.end
        unit = next(self.unit_over(row, row + 1), None) if alone else None
        return unit.end if unit else self._item_ends(row)

    def _item_ends(self, row: int) -> int:
        """Behind what is indented below the item in `row`, blank lines between or not."""
        item = _ITEM.match(self.bare[row])
        end = at = row + 1
        while item and at < len(self.bare):
            if _is_deeper(self.bare[at], len(item[1])):
                end = at + 1
            elif self.bare[at].strip():
                break
            at += 1
        return end


def _is_rule(line: str) -> bool:
    return "|" in line and "-" in line and bool(_TABLE_RULE.match(line))


def _is_deeper(line: str, indent: int) -> bool:
    return bool(line.strip()) and _indent(line) > indent


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
