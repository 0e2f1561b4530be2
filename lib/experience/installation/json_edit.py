"""Edits of JSON text that leave every byte they do not mean: indent, line ends, order (case S27)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from experience.installation.json_text import Child, Node


@dataclass(frozen=True)
class Style:
    """How a document is laid out: its line end, and one level of its indent."""

    newline: str
    unit: str


def style_of(text: str, root: Node) -> Style:
    newline = "\r\n" if "\r\n" in text else "\n"
    indent = _own_indent(text, root.children[0].start) if root.children else None
    return Style(newline, indent or "  ")


def append(text: str, container: Node, value: Any, *, key: str | None, style: Style) -> str:
    """`text` with `value` as the last child of `container`; `key` when that is an object."""
    if not container.children:
        base = _line_indent(text, container.start)
        indent = base + style.unit
        inside = style.newline + indent + _rendered(value, key, indent, style) + style.newline + base
        return text[: container.start + 1] + inside + text[container.end - 1 :]
    last = container.children[-1]
    own = _own_indent(text, last.start)
    if own is None:
        added = ", " + _rendered(value, key, None, style)
    else:
        added = "," + style.newline + own + _rendered(value, key, own, style)
    return text[: last.node.end] + added + text[last.node.end :]


def remove(text: str, container: Node, child: Child, *, interior: str = "") -> str:
    """`text` without that child. `interior`: what stands between the brackets when none is left."""
    siblings = container.children
    place = siblings.index(child)
    if len(siblings) == 1:
        return text[: container.start + 1] + interior + text[container.end - 1 :]
    if place + 1 < len(siblings):
        return text[: child.start] + text[siblings[place + 1].start :]
    return text[: siblings[place - 1].node.end] + text[child.node.end :]


def replace(text: str, node: Node, value: Any, style: Style) -> str:
    """`text` with another value in the place of `node`, on as many lines as that was."""
    old = text[node.start : node.end]
    indent = _line_indent(text, node.start) if "\n" in old else None
    return text[: node.start] + _rendered(value, None, indent, style) + text[node.end :]


def interior(text: str, container: Node) -> str:
    return text[container.start + 1 : container.end - 1]


def _rendered(value: Any, key: str | None, indent: str | None, style: Style) -> str:
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
    if indent is None:
        return name + json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=style.unit)
    return name + lines.replace("\n", style.newline + indent)


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def _line_indent(text: str, offset: int) -> str:
    """The blanks with which the line of that character begins."""
    line = text[_line_start(text, offset) : offset].removeprefix("\ufeff")
    return line[: len(line) - len(line.lstrip(" \t"))]


def _own_indent(text: str, offset: int) -> str | None:
    """The indent of something that begins its line; None when other text stands before it."""
    start = _line_start(text, offset)
    before = text[start:offset]
    return before if start > 0 and not before.strip(" \t") else None
