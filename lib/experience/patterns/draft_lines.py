"""A draft as lines `"key.key": value`, JSON without the braces around it.

The client asks its user before it runs a command that has a brace with a quote behind it, also in a
quoted heredoc (2.1.332: "brace with quote character"). Inside of quotes braces do not count, so values
are plain JSON. A document in braces is read too, from a file or another program.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_GAP = re.compile(r"[\s,]*")
_COLON = re.compile(r"\s*:\s*")
_KEY = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def parse(text: str) -> Any:
    """The document. Raises ValueError with line and column, RecursionError for what is nested too deep.

    A text may go on in the next line as it stands: models write it so.
    """
    text = text.strip()
    if not text.startswith('"') or not _COLON.match(text, _end_of_key(text)):
        return json.loads(text, strict=False)
    document: dict[str, Any] = {}
    for key, value, place in entries(text):
        put(document, key.split("."), unescaped(value), place)
    return document


def _end_of_key(text: str) -> int:
    found = _KEY.match(text)
    return found.end() if found else len(text)


def entries(text: str) -> Iterator[tuple[str, Any, str]]:
    """(key, value, where that is) of each line; commas between them may be missing. Raises as `parse`."""
    decoder = json.JSONDecoder(strict=False)
    at = 0
    while at < len(text):
        key = _KEY.match(text, at)
        colon = _COLON.match(text, key.end()) if key else None
        if key is None or colon is None:
            raise ValueError(f'{_place(text, at)}: expected "key": value')
        value, end = decoder.raw_decode(text, colon.end())
        yield json.loads(key[0]), value, _place(text, at)
        gap = _GAP.match(text, end)
        at = gap.end() if gap else end


_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})")


def unescaped(value: Any) -> Any:
    r"""`value` with every text's \\uXXXX as the sign it stands for.

    The client (2.1.332) turns the escapes of JSON into signs before it looks for what it would ask about, so
    a sign that it refuses is sent with two backslashes, and arrives here with one.
    """
    if isinstance(value, str):
        return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), value)
    if isinstance(value, list):
        return [unescaped(item) for item in value]
    return {key: unescaped(item) for key, item in value.items()} if isinstance(value, dict) else value


def put(document: dict[str, Any], path: list[str], value: Any, place: str) -> None:
    """Set `value` at `path`, whose tables are made. Raises ValueError where there is one already."""
    *tables, last = path
    for name in tables:
        inner = document.setdefault(name, {})
        if inner is None or not hasattr(inner, "setdefault"):
            raise ValueError(f"{place}: {name} has a value already")
        document = inner
    if last in document:
        raise ValueError(f"{place}: {'.'.join(path)} is there twice")
    document[last] = value


def _place(text: str, at: int) -> str:
    before = text[:at]
    return f"line {before.count(chr(10)) + 1} column {at - before.rfind(chr(10))}"


def lines(document: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """The same the other way round."""
    for key, value in document.items():
        if isinstance(value, Mapping):
            yield from lines(value, f"{prefix}{key}.")
        else:
            told = json.dumps(_escaped(value), ensure_ascii=False)
            yield f"{json.dumps(prefix + key, ensure_ascii=False)}: {told},"


def _escaped(value: Any) -> Any:
    r"""`value` so that `unescaped` gives it back, also where a text has \\uXXXX of its own."""
    if isinstance(value, list):
        return [_escaped(item) for item in value]
    return _ESCAPE.sub(r"\\u005cu\1", value) if isinstance(value, str) else value
