"""What one change may do to the lines it names: whole structures, headings, pins, merges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from experience.memory import facts
from experience.memory.blocks import Span, shown
from experience.memory.changeset import Change
from experience.memory.page import FRONTMATTER, TABLE, Page, Unit, bullet
from experience.patterns.hidden import hidden
from experience.patterns.polarity import same_polarity

#: Lines of one merge that are asked whether the merged text turns them round.
MOST_COMPARED = 300


def of_change(page: Page, change: Change, spans: Sequence[Span]) -> Iterator[str]:
    """Sentences, each with what would make it right."""
    for span in spans:
        yield from _pins(page, span)
        yield from _units(page, span)
        if change.category == "stale-section":
            yield from _whole_section(page, span)
        else:
            yield from _headings(page, span)
    if change.category == "merge":
        yield from _one_section(page, spans)
        yield from _merged(page, change, spans)


def _pins(page: Page, span: Span) -> Iterator[str]:
    for row in range(span.start, span.end):
        if row in page.pinned:
            yield f"line {row + 1} is pinned (<!-- keep -->) and stays; leave this block out"
            return


def _units(page: Page, span: Span) -> Iterator[str]:
    for unit in page.unit_over(span.start, span.end):
        where = f"lines {unit.start + 1} to {unit.end}"
        if unit.kind == FRONTMATTER:
            yield f"{where} are the file's frontmatter and stay; leave it out"
        elif not (span.start <= unit.start and unit.end <= span.end) and not _is_row(unit, span):
            yield f"cuts through {unit.kind}, {where}: take all of it into the block, or nothing"


def _is_row(unit: Unit, span: Span) -> bool:
    """Rows of a table below its head may go alone."""
    return unit.kind == TABLE and span.start >= unit.start + 2


def _headings(page: Page, span: Span) -> Iterator[str]:
    for heading in page.headings_in(span.start, span.end)[:1]:
        yield (
            f"line {heading.row + 1} is a heading ({shown(page.bare[heading.row])}): leave it out of the "
            "block, or take its whole section as a stale-section"
        )


def _whole_section(page: Page, span: Span) -> Iterator[str]:
    found = page.headings_in(span.start, span.end)
    if not found or found[0].row != span.start:
        yield "a stale-section begins with its ## or ### heading line: copy from there, or choose another"
        return
    heading = found[0]
    if heading.level == 1:
        yield f"line {span.start + 1} is the title of the file and stays; name its sections"
    elif span.end < page.filled_end(heading) or span.end > heading.end:
        yield (
            f"the section {shown(page.bare[heading.row])} is lines {heading.row + 1} to "
            f"{page.filled_end(heading)}, the block lines {span.start + 1} to {span.end}: copy it whole, and "
            "nothing behind it"
        )


def _one_section(page: Page, spans: Sequence[Span]) -> Iterator[str]:
    homes = {page.section(span.start) for span in spans}
    if len(homes) > 1:
        names = " and ".join(shown(page.bare[home.row]) if home else "the top" for home in homes)
        yield f"merges across sections ({names}): merge within one subsection only"


def _merged(page: Page, change: Change, spans: Sequence[Span]) -> Iterator[str]:
    lines = [line for span in spans for line in page.bare[slice(*span)]]
    before, after = "\n".join(lines), change.merged
    if len([line for line in lines if line.strip()]) < 2:
        yield "a merge needs two lines or more; leave a single one as it is"
    if len(after) >= len(before) or len(after.encode("utf-8", "replace")) > len(before.encode()):
        yield f"merged has {len(after)} characters, its blocks have {len(before)}: it must be shorter"
    yield from _form(page, spans, after)
    yield from _signs(before, after)
    missing = facts.lost(before, after)
    if missing:
        yield f"merged loses {', '.join(missing[:12])}: numbers, dates, paths and URLs must stay as they are"
    made_up = facts.lost(after, before)
    if made_up:
        yield f"merged adds {', '.join(made_up[:12])}, which is not in its blocks"
    turned = [line for line in lines[:MOST_COMPARED] if line.strip() and not same_polarity(line, after)]
    if turned:
        yield (
            f"merged seems to say the contrary of {shown(turned[0])}: keep its not, never or without, in a "
            "clause of its own between commas"
        )


def _form(page: Page, spans: Sequence[Span], after: str) -> Iterator[str]:
    """A merged text is one item like its first block: no heading, fence or comment of its own."""
    mark = bullet(page.bare[min(spans).start])
    if bullet(after) != mark:
        told = (
            f"like its first block, with `{mark}`" if mark else "without a mark of a list, as its first block"
        )
        yield f"merged must begin {told}"
    if mark and any(bullet(line) == mark for line in after.split("\n")[1:]):
        yield "merged is one item; write its blocks as one, or leave some of them out"
    inside = Page(after)
    if (
        inside.headings
        or inside.units
        or "<!--" in after
        or any(not line.strip() for line in after.split("\n"))
    ):
        yield "merged is one item of plain lines: no heading, code fence, table, comment or blank line"


def _signs(before: str, after: str) -> Iterator[str]:
    found = hidden(after.replace("\n", ""))
    if found and found[0] not in before:
        yield f"merged holds the hidden character U+{ord(found[0]):04X}; leave it out"
