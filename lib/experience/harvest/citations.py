"""Evidence that a session met: URLs with a title, out of results of tools and out of answers.

Of an output nothing else leaves. A URL goes without its query and fragment, where tokens stand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from experience.harvest.trace import Citation

#: Links taken from one output, characters of an output and of a title, depth of its objects.
MOST, LOOKED_AT, TITLE, DEPTH = 200, 400_000, 200, 8

_MARKDOWN = re.compile(r"\[([^\[\]\n]{1,300})\]\((https?://[^\s()<>]{3,500})\)")
_URL = re.compile(r"https?://[^\s()<>\[\]\"'`\\]{3,500}")
_LINKS = re.compile(r"^Links: (\[.*\])$", re.MULTILINE)
_URL_KEYS, _TITLE_KEYS = ("url", "link", "href", "uri"), ("title", "name", "headline")


def bare(url: str) -> str:
    """`url` without user, query and fragment; "" for what is no web address."""
    head, _, rest = url.partition("://")
    if head.lower() not in ("http", "https"):
        return ""
    path = re.split(r"[?#]", rest, maxsplit=1)[0].rstrip("/.,;:!")
    host, sign, more = path.partition("/")
    return f"{head.lower()}://{host.rpartition('@')[2].lower()}{sign}{more}" if host else ""


def of_answer(said: str) -> Iterator[Citation]:
    """Markdown links."""
    for found in _MARKDOWN.finditer(said[-LOOKED_AT:]):
        yield from _one(found[2], found[1])


def named_in(said: str) -> set[str]:
    """Every URL of a text, bare."""
    return {bare(found[0]) for found in _URL.finditer(said)}


def of_result(said: str, structured: Any) -> list[Citation]:
    """Of a tool's result: `said` to the model, `structured` as the client keeps it beside."""
    found = {one.url: one for one in _of_objects(structured)}
    if not found and "http" in said:
        found = {one.url: one for one in _of_text(said[:LOOKED_AT])}
    return list(found.values())[:MOST]


def _of_text(said: str) -> Iterator[Citation]:
    start = said.lstrip()[:1]
    if start in ("{", "["):
        yield from _of_objects(_parsed(said))
    for line in _LINKS.finditer(said):
        yield from _of_objects(_parsed(line[1]))
    yield from of_answer(said)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _of_objects(value: Any, depth: int = 0) -> Iterator[Citation]:
    """Every object, however deep, that has both an address and a title."""
    if depth > DEPTH:
        return
    if isinstance(value, list):
        for item in value[:MOST]:
            yield from _of_objects(item, depth + 1)
    elif isinstance(value, dict):
        url = next((value[key] for key in _URL_KEYS if isinstance(value.get(key), str)), "")
        title = next((value[key] for key in _TITLE_KEYS if isinstance(value.get(key), str)), "")
        yield from _one(url, title)
        for item in list(value.values())[:MOST]:
            if isinstance(item, (dict, list)):
                yield from _of_objects(item, depth + 1)


def _one(url: str, title: str) -> Iterator[Citation]:
    address, said = bare(url[:600]), " ".join(title[:TITLE].split())
    if address and said:
        yield Citation(address, said)


def distinct(found: Iterable[Citation]) -> list[Citation]:
    """Each URL once, with the first title it was met with."""
    return list({one.url: one for one in reversed(list(found))}.values())[::-1]
