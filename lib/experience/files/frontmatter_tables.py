"""Give a key of the frontmatter another text; add a key, or a list inside of a table."""

from __future__ import annotations

from collections.abc import Sequence

from experience.files.frontmatter_page import EditRefused, Page, Splice
from experience.files.frontmatter_scan import Place, flow_of, place_of, written
from experience.files.nodes import Node


def text_replaced(page: Page, key: str, text: str, *, quoted: bool) -> list[Splice]:
    """The old text of `key` goes, with all its lines; a comment behind it stays."""
    place = place_of(page, page.table[key].line, key)
    new = written(text, place.style if place.style in ('"', "'") else "") if quoted else text
    blank = " " if place.start == place.end else ""
    first = Splice(place.start, place.end, blank + new)
    return [first, *_rest_removed(page, place, key)]


def _rest_removed(page: Page, place: Place, key: str) -> list[Splice]:
    """The further lines of a text; those of one in quotes lie before its end."""
    if place.style in ('"', "'") or place.below == place.line + 1:
        return []
    lines = range(place.line + 1, place.below)
    comments = any(page.said(at).lstrip().startswith("#") for at in lines)
    if not place.style and comments:
        if all(page.said(at).lstrip().startswith("#") or page.indent(at) < 0 for at in lines):
            return []
        raise EditRefused(f"{key}: a comment stands between the lines of its value: edit it by hand")
    return [Splice(page.starts[place.line + 1], page.starts[place.below], "")]


def key_added(page: Page, key: str, value: str) -> list[Splice]:
    """`key: value` as the last line of the frontmatter."""
    at = page.starts[page.close]
    return [Splice(at, at, f"{' ' * _indent(page, page.table)}{key}: {value}{page.eol}")]


def _indent(page: Page, table: dict[str, Node]) -> int:
    return max(0, page.indent(next(iter(table.values())).line - 1)) if table else 0


def child_added(page: Page, key: tuple[str, ...], new: Sequence[str]) -> list[Splice]:
    """The list `key`, which is not there, nor perhaps the table that it belongs into."""
    flow = "[" + ", ".join(written(item, '"') for item in new) + "]"
    if len(key) == 1:
        return key_added(page, key[0], flow)
    if key[0] not in page.table:
        return [_new_table(page, key, " " * _indent(page, page.table), flow)]
    parent = page.table[key[0]]
    place = place_of(page, parent.line, key[0])
    if place.style == "{":
        inside = flow_of(page, place.start)
        comma = ", " if inside.items and page.text[inside.last - 1] != "," else ""
        return [Splice(inside.last, inside.last, f"{comma}{key[1]}: {flow}")]
    if not isinstance(parent.value, dict) or not parent.value:
        return [
            Splice(place.start, place.end, f"{' ' if place.start == place.end else ''}{{{key[1]}: {flow}}}")
        ]
    return [_new_child(page, parent.value, place, key[1], new, flow)]


def _new_table(page: Page, key: tuple[str, ...], indent: str, flow: str) -> Splice:
    at = page.starts[page.close]
    return Splice(at, at, f"{indent}{key[0]}:{page.eol}{indent}  {key[1]}: {flow}{page.eol}")


def _new_child(
    page: Page, siblings: dict[str, Node], place: Place, name: str, new: Sequence[str], flow: str
) -> Splice:
    """A last line of the table, or several where the lists beside it have an item in each line."""
    indent = " " * _indent(page, siblings)
    at = page.starts[place.below]
    dash = _dash_of(page, siblings)
    if dash is None:
        return Splice(at, at, f"{indent}{name}: {flow}{page.eol}")
    lines = "".join(f"{dash}- {written(item, chr(34))}{page.eol}" for item in new)
    return Splice(at, at, f"{indent}{name}:{page.eol}{lines}")


def _dash_of(page: Page, siblings: dict[str, Node]) -> str | None:
    for node in siblings.values():
        if isinstance(node.value, list) and node.value and node.value[0].line > node.line:
            line = page.said(node.value[0].line - 1)
            if line.lstrip(" ").startswith("- "):
                return line[: len(line) - len(line.lstrip(" "))]
    return None
