"""Add items to a list of the frontmatter and take some out, whichever way it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from experience.files.frontmatter_page import EditRefused, Page, Splice
from experience.files.frontmatter_scan import Place, flow_of, place_of, style_of, written
from experience.files.nodes import Node

_DASH = re.compile(r"( *)(-[ \t]+)(?=\S)")


def added(page: Page, key: tuple[str, ...], current: Any, new: Sequence[str]) -> list[Splice]:
    """Splices that add `new` behind what `key` holds: a list, one text, or nothing."""
    node = node_at(page, key)
    place = _place(page, key, node)
    if place.style == "[":
        return _added_to_flow(page, place, new)
    if isinstance(current, list):
        return _added_to_lines(page, node, new)
    if place.style in "|>" and place.style:
        raise EditRefused(f"{'.'.join(key)}: is a text over several lines: write it as a list first")
    text = current.strip()
    old = [] if text in ("", "null", "~", "Null", "NULL") else [text]
    blank = " " if place.start == place.end else ""
    listed = ", ".join(written(item, style_of(page.text[place.start : place.end])) for item in [*old, *new])
    return [Splice(place.start, place.end, f"{blank}[{listed}]")]


def _place(page: Page, key: tuple[str, ...], node: Node) -> Place:
    """Where the list stands: on a line of its own, or inside of `{...}`."""
    if len(key) == 2:
        parent = place_of(page, page.table[key[0]].line, key[0])
        if parent.style == "{":
            return _in_braces(page, parent, key[1])
    return place_of(page, node.line, key[-1])


def _in_braces(page: Page, parent: Place, name: str) -> Place:
    for start, end in flow_of(page, parent.start).items:
        found = re.compile(rf"{re.escape(name)}[ \t]*:[ \t]+(?=\[)").match(page.text, start, end)
        if found:
            return Place(found.end(), end, "[", parent.line, parent.below)
    raise EditRefused(f"{name}: stands in braces and is no list: edit it by hand")


def node_at(page: Page, key: tuple[str, ...]) -> Node:
    node = page.table[key[0]]
    for name in key[1:]:
        if isinstance(node.value, dict):
            node = node.value[name]
    return node


def _added_to_flow(page: Page, place: Place, new: Sequence[str]) -> list[Splice]:
    flow = flow_of(page, place.start)
    like = style_of(page.text[slice(*flow.items[-1])]) if flow.items else '"'
    text = ", ".join(written(item, like) for item in new)
    comma = page.text[flow.last - 1 : flow.last] == "," and bool(flow.items)
    return [Splice(flow.last, flow.last, (", " if flow.items and not comma else " " if comma else "") + text)]


def _items(node: Node) -> list[Node]:
    return node.value if isinstance(node.value, list) else []


def _added_to_lines(page: Page, node: Node, new: Sequence[str]) -> list[Splice]:
    index = _items(node)[-1].line - 1
    dash = _DASH.match(page.said(index))
    if dash is None:
        raise EditRefused("the last item of the list does not stand behind its dash")
    like = style_of(page.said(index)[dash.end() :])
    at = page.starts[page.extent(index, len(dash[1]))]
    return [Splice(at, at, "".join(dash[1] + dash[2] + written(item, like) + page.eol for item in new))]


def removed(page: Page, key: tuple[str, ...], current: Sequence[str], gone: set[str]) -> list[Splice]:
    node = node_at(page, key)
    place = _place(page, key, node)
    if place.style == "[":
        return _removed_from_flow(page, place, current, gone)
    splices = []
    for item, text in zip(_items(node), current, strict=True):
        if text in gone:
            splices.append(_line_of(page, item))
    if len(splices) == len(current):
        splices.append(Splice(place.start, place.end, " []"))
    return splices


def _line_of(page: Page, item: Node) -> Splice:
    index = item.line - 1
    dash = _DASH.match(page.said(index))
    if dash is None:
        raise EditRefused("an item of the list does not stand behind its dash")
    end = page.extent(index, len(dash[1]))
    block = page.said(index)[dash.end()] in "|>"
    if not block and any(page.said(at).lstrip().startswith("#") for at in range(index + 1, end)):
        end = next(at for at in range(index + 1, end) if page.said(at).lstrip().startswith("#"))
    return Splice(page.starts[index], page.starts[end], "")


def _removed_from_flow(page: Page, place: Place, current: Sequence[str], gone: set[str]) -> list[Splice]:
    items = flow_of(page, place.start).items
    if len(items) != len(current):
        raise EditRefused("the items of the list cannot be told apart")
    kept = [span for span, text in zip(items, current, strict=True) if text not in gone]
    if not kept:
        return [Splice(items[0][0], flow_of(page, place.start).last, "")]
    splices = []
    for number, (span, text) in enumerate(zip(items, current, strict=True)):
        if text not in gone:
            continue
        if span[0] > kept[-1][0]:  # nothing is kept behind it: the comma before goes with it
            splices.append(Splice(items[number - 1][1], span[1], ""))
        else:
            splices.append(Splice(span[0], items[number + 1][0], ""))
    return splices
