"""What the client says on stdin, and whether a person typed it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.hotpath import payload

FIELDS = ("hook_event_name", "prompt", "prompt_id", "session_id", "transcript_path", "cwd")
ANY = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text(), max_size=2)


@given(st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), ANY, max_size=8))
@settings(max_examples=300, deadline=None)
def test_fields_of_any_type_are_texts_or_empty(fields: dict[str, Any]) -> None:
    read = payload.parse(json.dumps(fields).encode())
    assert read is not None
    for name, attribute in zip(
        FIELDS[1:], ("prompt", "prompt_id", "session_id", "transcript_path", "cwd"), strict=True
    ):
        value = fields.get(name)
        assert getattr(read, attribute) == (value if isinstance(value, str) else "")
    assert read.is_typed_prompt() in (True, False)


@given(st.binary(max_size=60))
@settings(max_examples=500, deadline=None)
def test_no_bytes_break_it(data: bytes) -> None:
    read = payload.parse(data)
    assert read is None or read.is_typed_prompt() in (True, False)


def test_bad_UTF8_in_a_good_document_is_read() -> None:
    read = payload.parse(b'{"prompt": "stale \xff chunk"}')
    assert read is not None
    assert read.prompt == "stale \ufffd chunk"


@pytest.mark.parametrize(
    "prompt", ["/plan", "/exp-status x", "/a:b-c_d.e", "  /plan\n", "/plan\tmore", "/über"]
)
def test_slash_commands(prompt: str) -> None:
    assert payload.is_slash_command(prompt.lstrip())


@pytest.mark.parametrize(
    "prompt", ["/", "/ plan", "/usr/bin/x", "//x", "plan /x", "/a/b", "/c,", "/(x)", "/etc/passwd"]
)
def test_what_only_looks_like_one(prompt: str) -> None:
    assert not payload.is_slash_command(prompt)
