"""Our JSON agrees with the standard module on all that payloads and logs hold."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.hotpath import jsonlite

LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
@settings(max_examples=500, deadline=None)
def test_loads_reads_what_json_wrote(value: object) -> None:
    assert jsonlite.loads(json.dumps(value)) == value
    assert jsonlite.loads(json.dumps(value, ensure_ascii=False, indent=2)) == value


@given(VALUES.filter(lambda value: "e+3" not in repr(value)))
@settings(max_examples=500, deadline=None)
def test_json_reads_what_dumps_wrote(value: object) -> None:
    line = jsonlite.dumps(value)
    assert line.isascii()
    assert "\n" not in line
    assert json.loads(line) == value


@given(st.text())
@settings(max_examples=300, deadline=None)
def test_a_quoted_text_is_one_JSON_string(text: str) -> None:
    assert jsonlite.quoted(text) == json.dumps(text)


@pytest.mark.parametrize("text", ["\ud800", "\udfff x \ud83d\ude80", "a\x00b", "\u2028"])
def test_surrogates_and_controls(text: str) -> None:
    assert json.loads(jsonlite.dumps({"a": text})) == {"a": json.loads(json.dumps(text))}
    assert jsonlite.loads(f'"{text}"') == text


def test_numbers_that_JSON_does_not_have_are_null() -> None:
    assert jsonlite.dumps([math.nan, math.inf, -math.inf, 1.5]) == "[null, null, null, 1.5]"
    assert jsonlite.loads("[NaN, Infinity, -Infinity]") == [None, None, None]


BAD = [
    "",
    " ",
    "{",
    "[1,",
    '{"a"}',
    "nul",
    "1 2",
    "{} x",
    '"a',
    "'a'",
    "\ufeff{}",
    "{,}",
    "[" * 100_000,
    "\x00",
]
BAD += ['{"a": ' * 100_000, "-", "01x", '"\\x"', '"\\u12"', "9" * 10_000, "[1]]"]


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_bad_input_raises_ValueError_only(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the type is the promise
        jsonlite.loads(text)


@given(st.text(alphabet='{}[]",:0123456789.eE+-\\untrfalse \n', max_size=40))
@settings(max_examples=1000, deadline=None)
def test_whatever_json_refuses_is_refused(text: str) -> None:
    try:
        expected = json.loads(text, strict=False, parse_constant=lambda _: None)
    except ValueError:
        with pytest.raises(ValueError):  # noqa: PT011
            jsonlite.loads(text)
    else:
        assert jsonlite.loads(text) == expected
