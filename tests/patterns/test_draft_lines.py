"""Drafts as lines without braces: the same document, and nothing that the client would ask about."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings

from experience.patterns.draft_lines import lines, parse
from tests.patterns.drafts import DRAFTS, sound

#: What client 2.1.332 refuses, once braces inside of quotes are blanked out.
REFUSED = re.compile(r"""\{[^}]*['"]""")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


@settings(max_examples=100, deadline=None)
@given(DRAFTS)
def test_lines_and_object_are_the_same_document(document: dict[str, Any]) -> None:
    text = "\n".join(lines(document))
    assert parse(text) == parse(json.dumps(document)) == document
    assert not REFUSED.search(_QUOTED.sub('""', text))


def test_a_sign_that_the_client_refuses_arrives_with_two_backslashes() -> None:
    r"""The client turns \u003d into its sign before it looks, and asks; behind two it does not."""
    assert parse(r'"fix": "\\u003dname", "triggers.keywords": ["\\u003c1-2>"]') == {
        "fix": "=name",
        "triggers": {"keywords": ["<1-2>"]},
    }
    regex = {"regex": [r"caf\u00e9"]}
    assert parse("\n".join(lines(regex))) == regex


def test_commas_may_be_missing_and_values_may_take_lines() -> None:
    text = '"name": "x: {y}",\n"fix": "one\ntwo"\n"triggers.keywords": [\n  "a",\n  "b"\n]'
    text += '\n"triggers.none": null,\n"n": 3'
    assert parse(text) == {
        "name": "x: {y}",
        "fix": "one\ntwo",
        "triggers": {"keywords": ["a", "b"], "none": None},
        "n": 3,
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1 column 1"),
        ('"a": ', "line 1 column 5"),
        ('"a": 1,\nb: 2', 'line 2 column 1: expected "key": value'),
        ('"a": 1,\n"a": 2', "line 2 column 1: a is there twice"),
        ('"a": 1,\n"a.b": 2', "line 2 column 1: a has a value already"),
        ('"a": "one', "Unterminated string"),
    ],
)
def test_a_fault_is_told_with_its_place(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words) if words[0] == "l" else words):
        parse(text)


def test_an_object_in_braces_is_read_as_before() -> None:
    assert parse(json.dumps(sound(), indent=2)) == sound()
    assert parse('"just a text"') == "just a text"
