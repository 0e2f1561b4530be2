"""A change-set as it was sent: its form, and everything that is wrong with that, in sentences.

`{"changes": [{"category", "original": [blocks], "merged"?, "quotes"?: {"file", "text"}, "under"?,
"reason"}]}`; the schema is references/schemas/changeset.schema.json.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from experience.errors import ExperienceError
from experience.memory import limits
from experience.memory.page import normal
from experience.patterns import draft_lines

KEYS = ("category", "original", "merged", "quotes", "under", "reason")


class Problem(NamedTuple):
    """`change`: its number, from 1; 0 for the set as a whole."""

    change: int
    text: str

    def __str__(self) -> str:
        return f"change {self.change}: {self.text}" if self.change else f"the set: {self.text}"


class Quote(NamedTuple):
    file: str
    text: str


@dataclass(frozen=True)
class Change:
    """`original`: blocks of whole lines, line ends normal. `merged`, `under`: "" for none. `under`: the
    heading line that a block which occurs more than once stands below."""

    number: int
    category: str
    original: tuple[str, ...]
    reason: str
    merged: str = ""
    quotes: Quote | None = None
    under: str = ""


class Unreadable(ExperienceError):
    """What was sent is no change-set at all; nothing of it counts (cases M06, M12)."""


def parse(text: str) -> Any:
    """The document in `text`: JSON, alone or as the one fenced block of an answer in words, or lines without
    braces. Raises Unreadable: a piece of a broken document is never taken for the whole."""
    text = text.strip()
    try:
        if text.startswith('"'):
            return _shallow(_from_lines(text))
        whole = _candidate(text)
        return _shallow(json.loads(whole, strict=False, object_pairs_hook=_once, parse_constant=_no_constant))
    except RecursionError as error:
        raise Unreadable("nested too deep; send one JSON object and nothing else") from error
    except ValueError as error:
        raise Unreadable(f"no JSON ({error}); send one whole JSON object and nothing else") from error


def _shallow(value: Any, depth: int = 0) -> Any:
    """`value`, if it is no deeper than a change-set may be."""
    if depth > 8:
        raise ValueError("nested too deep")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _shallow(item, depth + 1)
    return value


def _candidate(text: str) -> str:
    """The text between the first and the last brace: an answer may have words and a fence around it."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0:
        raise ValueError("no object in it")
    return text[start : end + 1] if end > start else text[start:]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(f"the key {key!r} is there twice in one object")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _from_lines(text: str) -> Any:
    """Lines `"key": value` without braces, which the client lets through unasked: `"change": CATEGORY` begins
    each change, dotted keys reach into it; `"changes": []` is an empty set."""
    changes: list[dict[str, Any]] = []
    for key, value, place in draft_lines.entries(text):
        if key == "changes" and value == [] and not changes:
            continue
        if key == "change":
            changes.append({"category": value})
        elif not changes:
            raise ValueError(f'{place}: a change begins with "change": "<category>"')
        else:
            draft_lines.put(changes[-1], key.split("."), value, place)
    return {"changes": changes}


def to_lines(document: dict[str, Any]) -> str:
    """The same the other way round."""
    rows = []
    for change in document["changes"]:
        rest = {key: value for key, value in change.items() if key != "category"}
        rows += list(draft_lines.lines({"change": change["category"], **rest}))
    return "\n".join(rows) or '"changes": [],'


class Read(NamedTuple):
    changes: list[Change]
    problems: list[Problem]


def read(document: Any) -> Read:
    """The changes whose form is right, and what is wrong with the others."""
    if not isinstance(document, dict) or not isinstance(document.get("changes"), list):
        return Read([], [Problem(0, 'send {"changes": [...]}; an empty list says that nothing is to change')])
    problems = [Problem(0, f"no such key {key!r}; only changes") for key in document if key != "changes"]
    listed = document["changes"]
    if len(listed) > limits.MAX_CHANGES:
        return Read([], [Problem(0, f"{len(listed)} changes; send at most {limits.MAX_CHANGES}")])
    changes = []
    for number, raw in enumerate(listed, 1):
        faults = list(_faults(raw))
        problems += [Problem(number, fault) for fault in faults]
        if not faults:
            changes.append(_change(number, raw))
    if sum(len(change.original) for change in changes) > limits.MAX_BLOCKS:
        problems.append(Problem(0, f"more than {limits.MAX_BLOCKS} blocks; send fewer"))
        changes = []
    return Read(changes, problems)


def _faults(raw: Any) -> Iterator[str]:
    if not isinstance(raw, dict):
        yield f"write an object with {', '.join(KEYS)}"
        return
    for key in raw:
        if key not in KEYS:
            yield f"no such key {key!r}; known are {', '.join(KEYS)}"
    if raw.get("category") not in limits.CATEGORIES:
        yield f"category must be one of {', '.join(limits.CATEGORIES)}"
    yield from _block_faults(raw.get("original"))
    yield from _reason_faults(raw.get("reason"))
    yield from _belonging_faults(raw)


def _block_faults(original: Any) -> Iterator[str]:
    if not isinstance(original, list) or not original or not all(isinstance(one, str) for one in original):
        yield "original must be a list of one or more texts, each copied whole lines of the file"
        return
    for number, block in enumerate(original, 1):
        if not block.strip():
            yield f"block {number} is blank; copy the lines that are meant"


def _reason_faults(reason: Any) -> Iterator[str]:
    if not isinstance(reason, str):
        yield "reason is missing: write one short sentence"
    elif not limits.MIN_REASON <= len(reason.strip()) <= limits.MAX_REASON:
        told = f"{limits.MIN_REASON} to {limits.MAX_REASON}"
        yield f"reason has {len(reason.strip())} characters; write one sentence of {told}"
    elif not reason.strip().isprintable():
        yield "reason must be one line of plain text"


def _belonging_faults(raw: dict[str, Any]) -> Iterator[str]:
    """`merged` belongs to merge, `quotes` to duplicate; null is absent."""
    merge, duplicate = raw.get("category") == "merge", raw.get("category") == "duplicate"
    merged, quotes = raw.get("merged"), raw.get("quotes")
    if merge and not (isinstance(merged, str) and merged.strip()):
        yield "a merge needs merged: the text that takes the place of its blocks"
    if not merge and merged not in (None, ""):
        yield "merged belongs to the category merge only; leave it out, or make this a merge"
    if duplicate and not _is_quote(quotes):
        yield 'a duplicate needs quotes: {"file": name of the other file, "text": its passage, copied}'
    if not duplicate and quotes is not None:
        yield "quotes belongs to the category duplicate only; leave it out"
    if not isinstance(raw.get("under") or "", str):
        yield "under must be a text: the heading line above the block"


def _is_quote(quotes: Any) -> bool:
    return (
        isinstance(quotes, dict)
        and set(quotes) == {"file", "text"}
        and all(isinstance(value, str) for value in quotes.values())
    )


def _change(number: int, raw: dict[str, Any]) -> Change:
    quotes = raw.get("quotes")
    return Change(
        number,
        raw["category"],
        tuple(map(_block, cast("Sequence[str]", raw["original"]))),
        raw["reason"].strip(),
        _block(raw.get("merged") or ""),
        Quote(quotes["file"], normal(quotes["text"])) if quotes else None,
        normal(raw.get("under") or "").strip(),
    )


def _block(text: str) -> str:
    """Line ends normal; the last one, which a copy may have or lack, taken off."""
    text = normal(text)
    return text.removesuffix("\n")
