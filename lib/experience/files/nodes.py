"""What a frontmatter is once it is read: texts, lists and tables, each with its line."""

from __future__ import annotations

from typing import NamedTuple

#: Lists and tables inside each other; a pattern needs three.
MAX_DEPTH = 32


class Fault(NamedTuple):
    """One thing wrong at a line (1-based, of the file); `message` says what to do."""

    line: int
    message: str


class Node:
    """A text, a list or a table. In a table `line` is the line of the key."""

    __slots__ = ("line", "value")

    def __init__(self, value: str | list[Node] | dict[str, Node], line: int) -> None:
        self.value = value
        self.line = line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and (self.value, self.line) == (other.value, other.line)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"Node({self.value!r}, {self.line})"

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
