"""Where a value of the frontmatter begins and ends, and how a new one is written."""

from __future__ import annotations

import re
from typing import NamedTuple

from experience.files.frontmatter_page import EditRefused, Page
from experience.files.plain_scalars import COMMENT

_QUOTED = {'"': re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL), "'": re.compile(r"'(?:[^']|'')*'")}
#: Texts that no reader of YAML takes for anything else, or that stand plain in every pattern.
_SAFE = re.compile(
    r"[A-Za-z][A-Za-z0-9_-]*|\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII
)
_TAKEN = frozenset("null true false yes no on off y n".split())
_ESCAPED = re.compile(
    "[\x00-\x1f\x7f-\xa0\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u206f\ue000-\uf8ff\ufeff\ufff0-\uffff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")


class Place(NamedTuple):
    """A value: `start` to `end` in its first line; `style` is '' plain, a quote, `[`, `{`, `|` or `>`.

    `below`: index behind the last line of its continuation, or of the key's line + 1 when there is none.
    """

    start: int
    end: int
    style: str
    line: int
    below: int


class Flow(NamedTuple):
    """`[a, b]` or `{a: b}`: the items' spans, the end of what was last said in it, and its"
    " closing bracket."""

    items: list[tuple[int, int]]
    last: int
    close: int


def place_of(page: Page, line: int, key: str) -> Place:
    """The value of `key`, which stands in line `line` (1-based) of the file."""
    index = line - 1
    found = re.match(
        rf"([ \ufeff]*)(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')[ \t]*:(?=[ \t]|$)[ \t]*",
        page.said(index),
    )
    if found is None:
        raise EditRefused(f"{key}: is not written as `{key}: value` at the start of line {line}")
    start = page.starts[index] + found.end()
    below = page.extent(index, len(found[1]))
    rest = page.said(index)[found.end() :]
    if rest[:1] in ("[", "{"):
        return Place(start, flow_of(page, start).close + 1, rest[0], index, below)
    if rest[:1] in ('"', "'"):
        quoted = _QUOTED[rest[0]].match(page.text, start)
        if quoted is None:
            raise EditRefused(f"{key}: a quote is not closed")
        return Place(start, quoted.end(), rest[0], index, below)
    comment = COMMENT.search(" " + rest)
    said = rest[: max(0, comment.start() - 1)] if comment else rest
    if not said:
        start = page.starts[index] + len(page.said(index)[: found.end()].rstrip(" \t"))
        return Place(start, start, "", index, below)
    style = said[0] if said[0] in "|>" else ""
    return Place(start, start + len(said.rstrip(" \t")), style, index, below)


def flow_of(page: Page, start: int) -> Flow:
    """The items of the list or table that opens at `start`."""
    text, items = page.text, []
    at, depth, before, last, item = start + 1, 1, text[start], start + 1, -1
    while at < page.starts[page.close]:
        sign = text[at]
        if sign == "#" and text[at - 1] in " \t\r\n" and text[at + 1 : at + 2] in (" ", "\t", "\r", "\n"):
            at = _end_of_line(text, at)
            continue
        if sign in " \t\r\n":
            at += 1
            continue
        if sign in "]}":
            depth -= 1
        if depth == 0 or (sign == "," and depth == 1):
            items += [(item, last)] if item >= 0 else []
            if depth == 0:
                return Flow(items, last, at)
        item = -1 if sign == "," and depth == 1 else at if item < 0 else item
        starts_value = before in "[{,:"
        if starts_value and sign in "\"'":
            quoted = _QUOTED[sign].match(text, at)
            at = quoted.end() - 1 if quoted else page.starts[page.close]
        elif sign in "[{" and starts_value:
            depth += 1
        before, last, at = text[at], at + 1, at + 1
    raise EditRefused("a list or a table is not closed where it is expected")


def _end_of_line(text: str, at: int) -> int:
    found = re.compile(r"[\r\n]").search(text, at)
    return found.start() if found else len(text)


def written(text: str, like: str) -> str:
    """`text` as YAML, in the style of `like` ('' plain, `'`, `"`) where that is safe, else in"
    " double quotes."""
    if _SURROGATE.search(text):
        raise EditRefused("a text with half a character cannot be written")
    if not like and _SAFE.fullmatch(text) and text.lower() not in _TAKEN:
        return text
    if like == "'" and text and not _ESCAPED.search(text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + _ESCAPED.sub(_escape, text.replace("\\", "\\\\").replace('"', '\\"')) + '"'


def _escape(found: re.Match[str]) -> str:
    return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(found[0], f"\\u{ord(found[0]):04x}")


def style_of(value: str) -> str:
    """The quote that `value` is written with, '"' for anything that is not in single ones."""
    return "'" if value[:1] == "'" else '"'
