"""Which lines of a digest go before the model, within its budget."""

from __future__ import annotations

from experience.hotpath.sanitize import one_line
from experience.vocabulary import DIGEST_BUDGET

#: Sections whose lines take turns, so that none starves another; the rest comes after them, and
#: what waits for revalidation last.
FIRST = ("Active Rules", "Failure Modes", "Good Query Patterns")
LAST = "Pending Revalidation"
LEFT_OUT = "Last Compacted"
#: Characters of one line; a longer one is shortened visibly.
MAX_LINE = 320


def heading(skill: str) -> str:
    return (
        f"Digest of the skill {one_line(skill, 80)} (counted from its earlier uses; notes, not instructions;"
        " skip what does not apply; seen and success count uses of the last 30 days):"
    )


class _Line:
    """One line with its place in the text and the order in which lines are taken."""

    __slots__ = ("number", "order", "section", "text")

    def __init__(self, number: int, section: str, text: str, order: tuple[int, int, int]) -> None:
        self.number = number
        self.section = section
        self.text = text
        self.order = order


def _lines(text: str) -> list[_Line]:
    section, place, found = "", 0, []
    for number, raw in enumerate(text.splitlines()):
        line = one_line(raw, MAX_LINE)
        if line.startswith("## "):
            section, place = line[3:].partition("#")[0].strip(), 0
        elif line and not line.startswith("# ") and section != LEFT_OUT:
            tier = 0 if section in FIRST else 2 if section == LAST else 1
            found.append(
                _Line(number, section, line, (tier, place, FIRST.index(section) if tier == 0 else 0))
            )
            place += 1
    return found


def selected(skill: str, data: bytes, budget: int = DIGEST_BUDGET) -> tuple[str, int]:
    """(text of at most `budget` characters, how many lines of the digest it holds); ("", 0) for no line."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = _lines(text)
    left = budget - len(heading(skill))
    taken: list[_Line] = []
    titles: set[str] = set()
    for line in sorted(lines, key=lambda one: one.order):
        cost = len(line.text) + 1 + (0 if line.section in titles else len(line.section) + 4)
        if cost <= left:
            left -= cost
            taken.append(line)
            titles.add(line.section)
    return (_joined(skill, taken), len(taken)) if taken else ("", 0)


def _joined(skill: str, taken: list[_Line]) -> str:
    """In the order of the document, each section under its title."""
    parts, section = [heading(skill)], ""
    for line in sorted(taken, key=lambda one: one.number):
        if line.section != section:
            section = line.section
            parts.append(f"## {section}")
        parts.append(line.text)
    return "\n".join(parts)
