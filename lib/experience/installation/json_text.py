"""JSON as text: a strict scanner that knows where each value stands.

Strict as the client is: no comments, no trailing commas, and no key twice in one object, of which
a parser would keep the last and a rewrite lose the first (cases S01, S03, S28).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_BLANKS = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z.+-])")
_WORDS = {"true": True, "false": False, "null": None}
_WORD = re.compile("(?:true|false|null)(?![0-9A-Za-z_])")
_LINE_END = re.compile(r"\r\n|\r|\n")

#: Deeper nesting than this is nobody's settings, and would exhaust the stack.
MAX_DEPTH = 100


class NotJson(ValueError):
    """The text is not the JSON we edit. `offset`: character at which that shows."""

    def __init__(self, text: str, offset: int, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.line, self.column = position(text, offset)


@dataclass(frozen=True)
class Node:
    """A value: text[start:end]. `value` is what json.loads makes of it.

    `children`: the items of an array, or the members of an object, in order.
    """

    start: int
    end: int
    value: Any
    children: tuple[Child, ...] = ()

    def member(self, key: str) -> Node | None:
        return next((child.node for child in self.children if child.key == key), None)


@dataclass(frozen=True)
class Child:
    """An item (`key` None, starts where its value does) or a member (starts at its key)."""

    start: int
    key: str | None
    node: Node


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of a character, both from 1."""
    ends = [match.end() for match in _LINE_END.finditer(text, 0, offset)]
    return len(ends) + 1, offset - (ends[-1] if ends else 0) + 1


@lru_cache(maxsize=4)  # an edit asks several questions of one text, and settings may be megabytes (case S13)
def scan(text: str) -> Node:
    """The tree of a whole document; a byte order mark before it is stepped over. Raises NotJson."""
    scanner = _Scanner(text)
    root = scanner.value(scanner.after_blanks(1 if text.startswith("\ufeff") else 0), 0)
    rest = scanner.after_blanks(root.end)
    if rest != len(text):
        raise scanner.wrong(rest, "more text after the end of the document")
    return root


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text

    def wrong(self, offset: int, message: str) -> NotJson:
        if self.text.startswith(("//", "/*", "#"), offset):
            message = "a comment, which JSON does not have"
        return NotJson(self.text, offset, message)

    def after_blanks(self, offset: int) -> int:
        match = _BLANKS.match(self.text, offset)
        return match.end() if match else offset

    def value(self, start: int, depth: int) -> Node:
        first = self.text[start : start + 1]
        if first in ("{", "["):
            if depth >= MAX_DEPTH:
                raise self.wrong(start, f"nested deeper than {MAX_DEPTH} levels")
            return self.container(start, depth + 1)
        if first == '"':
            return self.string(start)
        return self.scalar(start)

    def scalar(self, start: int) -> Node:
        if match := _WORD.match(self.text, start):
            return Node(start, match.end(), _WORDS[match.group()])
        if match := _NUMBER.match(self.text, start):
            return Node(start, match.end(), _number(match.group()))
        found = repr(self.text[start]) if start < len(self.text) else "the end of the text"
        raise self.wrong(start, f"a value is missing before {found}")

    def string(self, start: int) -> Node:
        match = _STRING.match(self.text, start)
        if not match:
            raise self.wrong(start, "a string that is not closed, or holds a raw line break or a bad escape")
        raw = match.group()
        return Node(start, match.end(), json.loads(raw) if "\\" in raw else raw[1:-1])

    def container(self, start: int, depth: int) -> Node:
        is_object = self.text[start] == "{"
        closing = "}" if is_object else "]"
        children: list[Child] = []
        seen: set[str | None] = set()
        offset = self.after_blanks(start + 1)
        while not self.text.startswith(closing, offset):
            if children:
                offset = self.after_comma(offset, closing)
            child = self.child(offset, depth, is_object)
            if is_object and child.key in seen:
                raise self.wrong(offset, f"the key {child.key!r} stands twice in one object")
            seen.add(child.key)
            children.append(child)
            offset = self.after_blanks(child.node.end)
        values = [child.node.value for child in children]
        keys = [child.key for child in children]
        value = dict(zip(keys, values, strict=True)) if is_object else values
        return Node(start, offset + 1, value, tuple(children))

    def after_comma(self, offset: int, closing: str) -> int:
        if not self.text.startswith(",", offset):
            raise self.wrong(offset, f"a comma or {closing!r} is missing")
        after = self.after_blanks(offset + 1)
        if self.text.startswith(closing, after):
            raise self.wrong(offset, f"a comma before {closing!r}")
        return after

    def child(self, start: int, depth: int, is_object: bool) -> Child:
        if not is_object:
            return Child(start, None, self.value(start, depth))
        if not self.text.startswith('"', start):
            raise self.wrong(start, "a key in double quotes is missing")
        key = self.string(start)
        colon = self.after_blanks(key.end)
        if not self.text.startswith(":", colon):
            raise self.wrong(colon, "a colon is missing after the key")
        return Child(start, key.value, self.value(self.after_blanks(colon + 1), depth))


def _number(raw: str) -> int | float:
    return int(raw) if raw.lstrip("-").isdigit() and len(raw) < 4000 else float(raw)
