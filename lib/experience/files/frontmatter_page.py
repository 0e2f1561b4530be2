"""A markdown file whose frontmatter is to be edited: its text as it is, and where its lines are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from experience.errors import ExperienceError
from experience.files.frontmatter import read_tree, split
from experience.files.nodes import Node

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_END_OF_LINE = re.compile(r"(?:\r\n|\r|\n)?\Z")


class EditRefused(ExperienceError):
    """Why the frontmatter was left as it is; the message does not name the file."""


class Splice(NamedTuple):
    """Put `new` in the place of the characters `start` to `end`."""

    start: int
    end: int
    new: str


class Page:
    """`lines` with their ends, `starts` their offsets in `text`; `close`: index of the closing fence."""

    def __init__(self, data: bytes) -> None:
        front = split(data)
        if front is None:
            raise EditRefused("no frontmatter: line 1 must be `---`, and a later line close it")
        if front.undecodable:
            raise EditRefused(f"line {front.undecodable} is not UTF-8: save the file as UTF-8")
        tree = read_tree(front.text, front.line)
        if tree.root is None or not isinstance(tree.root.value, dict):
            reason = (
                f"line {tree.faults[0].line}: {tree.faults[0].message}" if tree.faults else "no `key: value`"
            )
            raise EditRefused(f"the frontmatter cannot be read ({reason})")
        self.table: dict[str, Node] = tree.root.value
        self.front_text = front.text
        self.body = front.body
        self.text = data.decode("utf-8")
        self.lines = _LINE.findall(self.text)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.close = front.body_line - 2

    @property
    def eol(self) -> str:
        """The line end of the first line, which new lines get too."""
        found = _END_OF_LINE.search(self.lines[0])
        return (found[0] if found else "") or "\n"

    def said(self, index: int) -> str:
        """A line without its end."""
        return str(self.lines[index]).rstrip("\r\n")

    def indent(self, index: int) -> int:
        """Blanks before the first character; -1 for a blank line."""
        line = self.said(index)
        bare = line.lstrip(" ")
        return len(line) - len(bare) if bare.strip() else -1

    def extent(self, index: int, indent: int) -> int:
        """The index behind the last line below `index` that is indented deeper than `indent`."""
        end = at = index + 1
        while at < self.close and (self.indent(at) > indent or self.indent(at) < 0):
            at += 1
            end = at if self.indent(at - 1) >= 0 else end
        return end

    def spliced(self, splices: Sequence[Splice]) -> bytes:
        text = self.text
        for splice in sorted(splices, reverse=True):
            text = text[: splice.start] + splice.new + text[splice.end :]
        return text.encode("utf-8")
