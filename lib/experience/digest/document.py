"""`experience.md` as it lies there: what we wrote, and what a person wrote, which is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from experience.digest import entries
from experience.digest.entries import COMPACTED, PENDING, SECTIONS, Entry
from experience.digest.wording import shown

#: The template's `# \u2264 20 entries` after a heading is a comment of it.
_HEADING = re.compile(rf"##[ \t]+({'|'.join(SECTIONS)})[ \t]*(?:#.*)?", re.IGNORECASE)
_OTHER_HEADING = re.compile(r"##[ \t]+\S.*")
_FENCE = re.compile(r"[ \t]{0,3}(```+|~~~+)")
_COMPACTED_LINE = re.compile(r"- \d{4}-\d\d-\d\d, from \d+ events\b.*")
_BY_NAME = {name.casefold(): name for name in SECTIONS}


@dataclass
class Document:
    """`preamble`: lines before the first section. `persons`: section -> lines without a footer of ours.
    `others`: sections of a person's own, heading and lines. `compacted`: our line of the last compact.
    `mark`: the byte order mark, if there was one; `ends`: how most of its lines end."""

    preamble: list[str] = field(default_factory=list)
    persons: dict[str, list[str]] = field(default_factory=lambda: {name: [] for name in SECTIONS})
    standing: list[Entry] = field(default_factory=list)
    others: list[list[str]] = field(default_factory=list)
    compacted: str = ""
    mark: str = ""
    ends: str = "\n"

    def of(self, section: str) -> list[Entry]:
        return [entry for entry in self.standing if entry.section == section]

    def persons_in(self, section: str) -> int:
        """How many bullets of a person's stand in a section."""
        return sum(line.startswith(("- ", "* ", "+ ")) for line in self.persons[section])


def parse(data: bytes) -> Document:
    """Any file is a document; bytes that are no UTF-8 come back as they were."""
    text = data.decode("utf-8", "surrogateescape")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    document = Document(mark="\ufeff" if text.startswith("\ufeff") else "")
    if 2 * data.count(b"\r\n") > data.count(b"\n"):
        document.ends = "\r\n"
    place = document.preamble
    section = ""
    for line, fenced in zip(lines, _fenced(lines), strict=True):
        heading = None if fenced else _HEADING.fullmatch(line.rstrip())
        if heading:
            section = _BY_NAME[heading[1].casefold()]
            place = document.persons[section]
        elif not fenced and _OTHER_HEADING.fullmatch(line):
            section, place = "", [line]
            document.others.append(place)
        elif fenced or not _is_ours(document, section, line):
            place.append(line)
    for block in (document.preamble, *document.persons.values(), *document.others):
        _trim(block)
    return document


def _is_ours(document: Document, section: str, line: str) -> bool:
    """Take a line that we wrote out of the way of a person's."""
    if section == COMPACTED and _COMPACTED_LINE.fullmatch(line):
        document.compacted = line
        return True
    entry = entries.parse(section, line) if section and section != COMPACTED else None
    if entry:
        document.standing.append(entry)
    return entry is not None


def _fenced(lines: Sequence[str]) -> list[bool]:
    """Which lines lie in a fenced block. One that is never closed is none: it would swallow the rest."""
    inside = [False] * len(lines)
    start, mark = -1, ""
    for at, line in enumerate(lines):
        found = _FENCE.match(line)
        if start < 0 and found:
            start, mark = at, found[1]
        elif start >= 0 and line.strip().startswith(mark) and not line.strip().strip(mark[0]):
            inside[start : at + 1] = [True] * (at + 1 - start)
            start = -1
    return inside


def _trim(block: list[str]) -> None:
    while block and not block[-1].strip():
        block.pop()
    while block and not block[0].strip():
        del block[0]


def render(name: str, document: Document, chosen: Sequence[Entry], compacted: str) -> bytes:
    """The document with these entries; a person's lines stand first in their section."""
    blocks = [
        document.preamble
        if _has_title(document)
        else [f"# {shown(name)} experience", *_spaced(document.preamble)]
    ]
    for section in SECTIONS:
        if section == COMPACTED:
            blocks += document.others
        persons = document.persons[section]
        lines = [entry.line() for entry in chosen if entry.section == section]
        if section == COMPACTED and compacted:
            lines.append(compacted)
        if section != PENDING or persons or lines:
            blocks.append([f"## {section}", *_followed(persons, lines)])
    text = "\n\n".join("\n".join(block) for block in blocks) + "\n"
    return (document.mark + text.replace("\n", document.ends)).encode("utf-8", "surrogateescape")


def _has_title(document: Document) -> bool:
    return any(line.startswith("# ") for line in document.preamble)


def _spaced(lines: list[str]) -> list[str]:
    return ["", *lines] if lines else []


def _followed(persons: list[str], lines: list[str]) -> list[str]:
    """Bullets after a person's bullets; after a paragraph of theirs with a blank line between."""
    plain_ending = persons and lines and not re.match(r"\s*[-*+] ", persons[-1])
    return [*persons, *([""] if plain_ending else []), *lines]


def line_count(data: bytes) -> int:
    return data.count(b"\n")
