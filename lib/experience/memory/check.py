"""Every rule that a change-set must keep; all that is wrong is said at once, and nothing is written.

Pure: the text of the memory and of the files beside it come in, the new text or the problems come out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from experience.memory import facts, limits, rules
from experience.memory.blocks import Span, find, shown
from experience.memory.changeset import Change, Problem, read
from experience.memory.page import Page


@dataclass(frozen=True)
class Beside:
    """What a memory is checked against. `others`: name -> text of the files that a duplicate may quote;
    `topics`: names of files that the memory may link to; `max_removed`: share of its characters."""

    others: Mapping[str, str] = field(default_factory=dict)
    topics: frozenset[str] = frozenset()
    max_removed: float = limits.MAX_REMOVED


#: Blocks that are not in the file, for which the nearest line is looked for.
MOST_HINTS = 30


class Placed(NamedTuple):
    """A change and the lines of each of its blocks, in the order it names them."""

    change: Change
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Checked:
    """`text`: the memory as it would be; it is the old one where there are problems."""

    page: Page
    text: str
    placed: tuple[Placed, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def accepted(self) -> bool:
        return not self.problems


def check(text: str, document: Any, beside: Beside | None = None) -> Checked:
    """The change-set `document` (as JSON has it) against the memory `text`."""
    form = read(document)
    return verify(text, form.changes, beside or Beside(), form.problems)


def verify(text: str, changes: list[Change], beside: Beside, problems: list[Problem]) -> Checked:
    """As `check`, for changes whose form is right; `problems` of others are reported with theirs."""
    page, problems = Page(text), list(problems)
    placed = []
    for change in changes:
        spans, faults = _located(page, change, len(problems))
        if not faults:
            placed.append(Placed(change, spans))
            faults = [*rules.of_change(page, change, spans), *_quote_faults(change, beside)]
        problems += [Problem(change.number, fault) for fault in faults]
    problems += [*_overlaps(placed), *_orphans(page, placed)]
    if not problems:
        problems += list(_of_the_whole(page, placed, beside))
    if problems:
        return Checked(page, text, (), tuple(sorted(problems, key=lambda one: one.change or 10**9)))
    return Checked(page, rewritten(page, placed), tuple(placed))


def _located(page: Page, change: Change, before: int) -> tuple[tuple[Span, ...], list[str]]:
    """`before`: how many problems are known already; after MOST_HINTS of them hints are spared."""
    spans: list[Span] = []
    faults: list[str] = []
    for number, block in enumerate(change.original, 1):
        found = find(page, block, change.under, brief=before + len(faults) >= MOST_HINTS)
        if isinstance(found, Span):
            spans.append(found)
        else:
            faults.append(f"block {number} ({shown(block)}): {found}")
    return tuple(spans), faults


def _quote_faults(change: Change, beside: Beside) -> Iterator[str]:
    """A duplicate's passage stands in the other file, which holds every fact of what is to go."""
    if change.quotes is None:
        return
    file, text = change.quotes
    there = beside.others.get(file)
    if there is None:
        yield f"quotes.file: {file!r} is none of {', '.join(beside.others) or 'no files'}"
    elif len("".join(text.split())) < limits.MIN_QUOTE:
        yield f"quotes.text: too short to say the same; copy the passage of {file}"
    elif text not in there:
        yield f"quotes.text: {shown(text)} is not in {file}; copy the passage to the character"
    else:
        missing = facts.lost("\n".join(change.original), there)
        if missing:
            yield f"no duplicate: {file} does not hold {', '.join(missing[:8])}; leave it, or make it a merge"


def _overlaps(placed: list[Placed]) -> Iterator[Problem]:
    spans = sorted((span, one.change.number) for one in placed for span in one.spans)
    furthest, owner = 0, 0
    for span, number in spans:
        if span.start < furthest:
            other = f"change {owner}" if owner != number else "another block of this change"
            yield Problem(number, f"line {span.start + 1} is in {other} too; name each line once")
        if span.end > furthest:
            furthest, owner = span.end, number


def _orphans(page: Page, placed: list[Placed]) -> Iterator[Problem]:
    """Lines that stay, though the item they are indented under goes: they would move to another one."""
    gone = {row: one for one in placed for span in one.spans for row in range(*span)}
    replaced = {min(one.spans).start for one in placed if one.change.merged}
    for one in placed:
        for span in one.spans:
            row = page.filled_from(span.end)
            if row in gone or row == len(page.bare):
                continue
            parent = page.parent(row)
            if parent in gone and parent not in replaced:
                told = f"line {row + 1} ({shown(page.bare[row])}) belongs to line {parent + 1}, which goes"
                yield Problem(one.change.number, f"{told}: take both, or leave both")


def taken_away(page: Page, placed: list[Placed]) -> int:
    """Characters that go, merged text counted back in."""
    gone = sum(page.size(row) for one in placed for span in one.spans for row in range(*span))
    merged = [one for one in placed if one.change.merged]
    ends = sum(bool(page.end_of(min(one.spans).end - 1)) for one in merged)
    return gone - ends - sum(len(one.change.merged) for one in merged)


def _of_the_whole(page: Page, placed: list[Placed], beside: Beside) -> Iterator[Problem]:
    gone = taken_away(page, placed)
    if gone > beside.max_removed * page.characters:
        yield Problem(
            0,
            f"takes away {gone:,} of {page.characters:,} characters; at most {beside.max_removed:.0%} may go "
            "in one run: keep the most valuable blocks, leave out some changes",
        )
    new = rewritten(page, placed)
    for name in sorted(beside.topics):
        if mentions(page.prefix + "".join(page.rows), name) and not mentions(new, name):
            told = f"{name} would be linked from nowhere: keep a line that links it"
            yield Problem(_who_drops(page, placed, name), told)


def mentions(text: str, name: str) -> bool:
    """Whether `text` names the file `name`, as a link or in words; one of its name in a folder is another."""
    return re.search(rf"(?<![\w.-])(?<![\w~-]/){re.escape(name)}(?![\w-])", text) is not None


def _who_drops(page: Page, placed: list[Placed], name: str) -> int:
    """The number of the last change that takes a link to `name` away."""
    dropping = [
        one.change.number
        for one in placed
        if any(mentions("\n".join(page.bare[slice(*span)]), name) for span in one.spans)
        and not mentions(one.change.merged, name)
    ]
    return max(dropping, default=0)


def rewritten(page: Page, placed: list[Placed]) -> str:
    """The text with the blocks gone and merged text where the first block of its change was; every other
    character as it was. Merged lines end as the lines whose place they take."""
    put = {min(one.spans): one.change.merged for one in placed if one.change.merged}
    pieces, at = [page.prefix], 0
    for span in sorted(span for one in placed for span in one.spans):
        pieces += page.rows[at : span.start]
        if span in put:
            within = page.end_of(span.start) or "\n"
            pieces += [put[span].replace("\n", within), page.end_of(span.end - 1)]
        at = span.end
    return "".join([*pieces, *page.rows[at:]])
