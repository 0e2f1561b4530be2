"""The specification, the schema and the code say the same."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.memory import changeset, limits, question
from tests.house import ROOT

SPEC = " ".join((ROOT / "references" / "MEMORY_SPEC.md").read_text("utf-8").split())


def test_the_numbers_of_the_specification_are_those_of_the_code() -> None:
    told = (
        f"loads {limits.LOADED_LINES} lines and {limits.LOADED_BYTES:,} characters",
        f"`reason`: one line of {limits.MIN_REASON} to {limits.MAX_REASON} characters",
        f"At most {limits.MAX_CHANGES} changes, {limits.MAX_BLOCKS:,} blocks",
        f"more than {limits.MAX_SHOWN:,} characters",
        f"at most {limits.RUN_SECONDS / 60:.0f} minutes",
        f"| `max_removed` | `{limits.MAX_REMOVED:.0%}` |",
        f"| `seconds`, `tries` | {limits.RUN_SECONDS:.0f}, {limits.TRIES} |",
    )
    assert [phrase for phrase in told if phrase not in SPEC] == []
    assert [name for name in limits.CATEGORIES if f"| `{name}` |" not in SPEC] == []


def test_the_schema_names_the_limits_and_categories_of_the_code() -> None:
    listed = question.schema()["properties"]["changes"]
    change = listed["items"]["properties"]
    assert listed["maxItems"] == limits.MAX_CHANGES
    assert change["category"]["enum"] == list(limits.CATEGORIES)
    assert set(change) == set(changeset.KEYS)
    assert (change["reason"]["minLength"], change["reason"]["maxLength"]) == (
        limits.MIN_REASON,
        limits.MAX_REASON,
    )


_QUOTES = st.sampled_from([{"file": "a", "text": "b"}, {"file": "a"}, 1])
_CATEGORY = st.sampled_from([*limits.CATEGORIES, "other"])
_CHANGE = st.fixed_dictionaries(
    {"category": _CATEGORY, "original": st.lists(st.sampled_from(["- a", " ", ""]))},
    optional={
        "merged": st.sampled_from(["- m", 1]),
        "quotes": _QUOTES,
        "reason": st.sampled_from(["done", "x", 1, "y" * 200]),
        "under": st.sampled_from(["# H", 1]),
        "note": st.just(1),
    },
)


@settings(max_examples=300, deadline=None)
@given(st.lists(_CHANGE, max_size=2))
def test_whatever_the_schema_refuses_the_reader_refuses_too(listed: list[object]) -> None:
    document = {"changes": listed}
    try:
        jsonschema.validate(document, question.schema())
    except jsonschema.ValidationError:
        assert changeset.read(document).problems


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_rules_tell_a_model_the_numbers(language: str) -> None:
    told = question.rules(0.2, language)
    assert "At most 20% of the characters" in told
    assert ("Czech" if language == "cs" else "English") in told
    assert '{"changes": []}' in told
