"""The scanner takes what json.loads takes, and knows where everything stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.installation.json_text import MAX_DEPTH, Node, NotJson, scan

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None)
@given(VALUES, st.sampled_from([None, 2, "\t"]), st.booleans())
def test_a_document_means_what_it_meant(value: Any, indent: int | str | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    root = scan(f" \r\n{text}\n")
    assert root.value == value
    assert_positions(f" \r\n{text}\n", root)


def assert_positions(text: str, node: Node) -> None:
    assert json.loads(text[node.start : node.end]) == node.value
    for child in node.children:
        if child.key is not None:
            assert text.startswith('"', child.start)
        assert_positions(text, child.node)


@settings(deadline=None)
@given(VALUES, st.data())
def test_damaged_text_is_refused_whenever_json_refuses_it(value: Any, data: st.DataObject) -> None:
    text = json.dumps(value)
    at = data.draw(st.integers(0, len(text)))
    broken = (
        text[:at] + data.draw(st.sampled_from(["", ",", "}", '"', "/", "x", "0", ":", "]"])) + text[at + 1 :]
    )
    refused = outcome(scan, broken)
    if outcome(strict_json, broken):
        assert refused
    assert not refused or outcome(strict_json, broken) or "twice" in refused


def strict_json(text: str) -> Any:
    return json.loads(text, parse_constant=int)  # NaN and Infinity: no number, so a ValueError


def outcome(reader: Callable[[str], Any], text: str) -> str:
    """What a reader has against the text; "" when it takes it."""
    try:
        reader(text)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ('{"model":"m","permissions":{"deny":["Read(.env)"]} "x":1}', 1, 52, "comma"),
        ('{ // why: team rule\n "model":"m" }', 1, 3, "comment"),
        ('{\n  "a": 1, /* b */\n}', 2, 11, "comment"),
        ('{\r\n  "a": 1,\r\n}', 2, 9, "a comma before"),
        ('{"a": 1}\n{"b": 2}', 2, 1, "more text"),
        ('{"hooks":{"Stop":[{"hooks":[]}]},"hooks":{}}', 1, 34, "twice"),
        ('{"a": {"b": 1, "\\u0062": 2}}', 1, 16, "twice"),
        ("{'a': 1}", 1, 2, "double quotes"),
        ('{"a": NaN}', 1, 7, "value"),
        ('{"a": "x\ny"}', 1, 7, "string"),
        ('{"a":', 1, 6, "end of the text"),
        ("", 1, 1, "end of the text"),
        ("[" * (MAX_DEPTH + 1), 1, MAX_DEPTH + 1, "nested"),
    ],
)
def test_S01_S03_S28_what_is_wrong_is_named_with_its_place(
    text: str, line: int, column: int, says: str
) -> None:
    with pytest.raises(NotJson) as caught:
        scan(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in caught.value.message


def test_a_byte_order_mark_is_stepped_over() -> None:
    assert scan('\ufeff{"a": 1}').value == {"a": 1}


def test_two_megabytes_are_scanned_without_recursion() -> None:
    assert len(scan(json.dumps({"a": "x" * 2_000_000, "b": list(range(20_000))})).value["a"]) == 2_000_000
