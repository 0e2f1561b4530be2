"""Change values in the frontmatter of a markdown file and not one byte beside them.

Comments, the order of keys, quotes, line ends, BOM and body stay. What cannot be done surely is refused:
the new text is read again, and must hold the old data and the change, nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from experience.files import plain_yaml
from experience.files.frontmatter import evened, read_tree, split
from experience.files.frontmatter_lists import added, removed
from experience.files.frontmatter_page import EditRefused, Page, Splice
from experience.files.frontmatter_scan import written
from experience.files.frontmatter_tables import child_added, key_added, text_replaced

__all__ = ["EditRefused", "append_items", "remove_items", "set_values"]

#: How YAML writes "nothing" where a list or a table could stand.
_NOTHING = frozenset({"", "null", "~", "Null", "NULL"})


def set_values(data: bytes, changes: Mapping[str, str | int | None]) -> bytes:
    """Set keys of the top level that hold one text; a missing one goes to the end. None is written `null`.

    Raises EditRefused where a key holds a list or a table, or where the file cannot be edited surely.
    """
    for key, value in changes.items():
        page = Page(data)
        text = "null" if value is None else str(value)
        plain = _plain(page)
        if plain.get(key) == text:
            continue
        if isinstance(plain.get(key), list | dict):
            raise EditRefused(f"{key}: holds a list or a table; give it one text in an editor")
        quoted = isinstance(value, str)
        splices = (
            text_replaced(page, key, text, quoted=quoted)
            if key in plain
            else key_added(page, key, written(text, "") if quoted else text)
        )
        data = _checked(page, splices, {**plain, key: text})
    return data


def append_items(data: bytes, key: tuple[str, ...], items: Sequence[str]) -> bytes:
    """Add `items` that are not there yet to the list `key`, (`("triggers", "none")`, `("related",)`).

    The list, and the table around it, are made where they lack; a single text becomes a list with it.
    """
    page = Page(data)
    plain = _plain(page)
    old = _listed(_at(plain, key), key)
    new = [item for item in dict.fromkeys(items) if item not in old]
    if not new:
        return data
    current = _at(plain, key)
    splices = child_added(page, key, new) if current is None else added(page, key, current, new)
    return _checked(page, splices, _with(plain, key, [*old, *new]))


def remove_items(data: bytes, key: tuple[str, ...], items: Sequence[str]) -> bytes:
    """Take `items` out of the list `key`; those that are not in it are no error."""
    page = Page(data)
    plain = _plain(page)
    current = _at(plain, key)
    gone = set(items)
    if isinstance(current, str) and current.strip() in gone:
        raise EditRefused(f"{'.'.join(key)}: is one text, not a list: remove it in an editor")
    if not isinstance(current, list) or not any(item in gone for item in current):
        return data
    splices = removed(page, key, current, gone)
    return _checked(page, splices, _with(plain, key, [item for item in current if item not in gone]))


def _plain(page: Page) -> dict[str, Any]:
    return {key: node.plain() for key, node in page.table.items()}


def _at(plain: Mapping[str, Any], key: tuple[str, ...]) -> Any:
    """What stands at `key`, or None."""
    parent = plain if len(key) == 1 else plain.get(key[0], {})
    if isinstance(parent, str) and parent.strip() in _NOTHING:
        return None
    if not isinstance(parent, Mapping) or len(key) > 2:
        raise EditRefused(f"{'.'.join(key)}: {key[0]} is no table of `name: value` lines")
    return parent.get(key[-1])


def _listed(current: Any, key: tuple[str, ...]) -> list[str]:
    """The items that are there; a text is one item, if it has no comma at which a reader may split it."""
    if current is None:
        return []
    if isinstance(current, str):
        text = current.strip()
        if "," in text:
            raise EditRefused(f"{'.'.join(key)}: is one text with commas: write it as a list first")
        return [] if text in _NOTHING else [text]
    if isinstance(current, list) and all(isinstance(item, str) for item in current):
        return list(current)
    raise EditRefused(f"{'.'.join(key)}: is no list of texts")


def _with(plain: Mapping[str, Any], key: tuple[str, ...], value: list[str]) -> dict[str, Any]:
    if len(key) == 1:
        return {**plain, key[0]: value}
    parent = plain.get(key[0])
    inside = parent if isinstance(parent, Mapping) else {}
    return {**plain, key[0]: {**inside, key[1]: value}}


def _checked(page: Page, splices: Sequence[Splice], expected: Mapping[str, Any]) -> bytes:
    """The new bytes, read again by both readers."""
    data = page.spliced(splices)
    front = split(data)
    text = front.text if front else ""
    tree = read_tree(text, 2)
    if front is None or tree.root is None or tree.root.plain() != expected or front.body != page.body:
        raise EditRefused("the frontmatter is written in a way that cannot be edited surely: edit it by hand")
    if plain_yaml.read(evened(page.front_text), 2).root is not None:
        small = plain_yaml.read(evened(text), 2).root
        if small is None or small.plain() != expected:
            raise EditRefused("the edited frontmatter would be read in two ways: edit it by hand")
    return data
