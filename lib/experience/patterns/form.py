"""Typed values out of the tree of a frontmatter; what does not fit is noted with its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from experience.files.nodes import Node
from experience.patterns.problem import ERROR, WARNING, Problem

#: How YAML writes "nothing"; for an optional text it means absent.
NOTHING = frozenset({"", "null", "~", "Null", "NULL"})
#: What the mission's sample shows where a text is to be filled in.
PLACEHOLDER = "..."

_WHOLE = re.compile(r"[0-9]{1,9}")

Table = dict[str, Node]


class Form:
    """One file being read: `problems` grow, `lines` remembers where each key stands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.lines: dict[str, int] = {}

    def error(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.path, line, message, "format", ERROR))

    def warning(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.path, line, message, "format", WARNING))

    def take(self, table: Table, key: str, prefix: str = "") -> Node | None:
        node = table.get(key)
        if node is not None:
            self.lines[prefix + key] = node.line
        return node

    def text(self, table: Table, key: str, prefix: str = "") -> str | None:
        """A text without blanks around it; None when it is absent, empty or null."""
        node = self.take(table, key, prefix)
        if node is None:
            return None
        if not isinstance(node.value, str):
            self.error(node.line, f"{prefix}{key}: write a text here, not a list or a table")
            return None
        value = node.value.strip()
        return None if value in NOTHING else value

    def table(self, table: Table, key: str) -> Table:
        """A table; {} when it is absent or empty."""
        node = self.take(table, key)
        if node is None or (isinstance(node.value, str) and node.value.strip() in NOTHING):
            return {}
        if isinstance(node.value, dict):
            return node.value
        self.error(node.line, f"{key}: write `name: value` lines here, each indented by two blanks")
        return {}

    def count(self, table: Table, key: str) -> int:
        """A whole number >= 0; anything else is 0 with a warning."""
        node = self.take(table, key)
        if node is None:
            return 0
        value = node.value
        if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
            return int(value)
        if not (isinstance(value, str) and value.strip() in NOTHING):
            self.warning(node.line, f"{key}: a whole number from 0 is expected; it counts as 0")
        return 0

    def texts(
        self,
        table: Table,
        key: str,
        prefix: str = "",
        *,
        commas: bool = False,
        most: int = 40,
        longest: int = 600,
    ) -> tuple[str, ...]:
        """A list of texts without doubles; one text is split at commas, or is the only item (case F06).

        An item that is blank, no text, too long or beyond `most` is left out and noted.
        """
        node = self.take(table, key, prefix)
        if node is None:
            return ()
        name = prefix + key
        found: dict[str, None] = {}
        for item in self._items(node, name, commas):
            value = self._item(item, name, longest)
            if value is None:
                continue
            if len(found) == most and value not in found:
                self.error(item.line, f"{name}: more than {most}; what follows is left out: keep the best")
                break
            found[value] = None
        return tuple(found)

    def _items(self, node: Node, name: str, commas: bool) -> list[Node]:
        if isinstance(node.value, list):
            return node.value
        if isinstance(node.value, dict):
            self.error(node.line, f'{name}: a list is expected: `["one", "two"]` or lines with `- `')
            return []
        text = node.value.strip()
        if text in NOTHING:
            return []
        parts = [part for part in text.split(",") if part.strip()] if commas else [text]
        return [Node(part, node.line) for part in parts]

    def _item(self, node: Node, name: str, longest: int) -> str | None:
        if not isinstance(node.value, str):
            self.error(node.line, f"{name}: an item must be one text; put it in quotes if it contains `: `")
            return None
        value = node.value.strip()
        if not value:
            self.error(node.line, f"{name}: a blank item would match everything: remove it")
        elif value == PLACEHOLDER:
            self.error(node.line, f"{name}: {PLACEHOLDER!r} is a placeholder: replace it")
        elif len(value) > longest:
            self.error(node.line, f"{name}: {len(value)} characters are too many: at most {longest}")
        else:
            return value
        return None

    def unknown(self, table: Table, known: frozenset[str], prefix: str = "") -> dict[str, Any]:
        """The keys that the format does not know, kept as they are."""
        if known.issuperset(table):
            return {}
        extra = {key: node for key, node in table.items() if key not in known}
        for key, node in extra.items():
            self.lines[prefix + key] = node.line
            if key.startswith("#"):
                self.warning(node.line, f"the key {key!r} was meant as a comment? Put a blank after the `#`")
        return {key: node.plain() for key, node in extra.items()}
