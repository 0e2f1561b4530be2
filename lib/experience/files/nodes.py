"""What a frontmatter is once it is read: texts, lists and tables, each with its line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

#: Lists and tables inside each other; a pattern needs three.
MAX_DEPTH = 32


class Fault(NamedTuple):
    """One thing wrong at a line (1-based, of the file); `message` says what to do."""

    line: int
    message: str


@dataclass(slots=True)
class Node:
    """A text, a list or a table. In a table `line` is the line of the key."""

    value: str | list[Node] | dict[str, Node]
    line: int

    def plain(self) -> object:
        """The same as str, list and dict alone."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


class Tree(NamedTuple):
    """`root` is None when the text could not be read; `faults` may come with a root (double keys)."""

    root: Node | None
    faults: tuple[Fault, ...] = ()


def doubled(name: str, line: int, first: int) -> Fault:
    """A key given twice: the first counts, whatever reads the file (case F12)."""
    return Fault(line, f"the key {name!r} is already in line {first}, which counts: remove one")
