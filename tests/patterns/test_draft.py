"""A draft: what is accepted, and that all that is wrong with one is said at once, in words to act on."""

from __future__ import annotations

import functools
import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.patterns import starter
from experience.patterns.draft import KEYS, SECTIONS, read
from experience.patterns.draft_secrets import without_secrets
from experience.patterns.writing import document_of
from tests.house import ROOT
from tests.patterns.drafts import DRAFTS, draft, sound

SCHEMA = json.loads((ROOT / "references" / "schemas" / "draft.schema.json").read_text("utf-8"))


@functools.cache
def validator() -> Any:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def is_valid(document: Any) -> bool:
    return bool(validator().is_valid(document))


def test_a_sound_draft_is_taken_as_it_is() -> None:
    found = draft()
    assert found.name == sound()["name"]
    assert found.triggers.none == ("helm chart",)
    assert len(found.examples.fire) == 6
    assert (found.scope, found.language, found.slug) == ("global", "en", "")
    assert found.url == "https://example.org/incidents/88"


def test_the_schema_names_the_same_keys() -> None:
    assert list(SCHEMA["properties"]) == KEYS
    assert list(SCHEMA["properties"]["body"]["properties"]) == list(SECTIONS)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    document = sound(
        name="short", severity="fatal", domain="Docker Stuff", fix=7, languge="en",
        triggers={"keywords": ["one", "..."], "regexes": []},
        examples={"fire": ["why is it red", 3], "quiet": "none"},
        body={"context": "It broke."}, provenance={"url": "see slack"},
    )  # fmt: skip
    _, problems = read(document)
    said = "\n".join(problems)
    for words in (
        "languge: no such key; did you mean language?",
        "name: 5 characters: write 8 to 100",
        "severity: 'fatal' does not do: write one of low, med, high",
        "domain: 'Docker Stuff' does not do: write one word in small letters",
        "fix: '7' does not do: write a text",
        "triggers.regexes: no such key; did you mean regex?",
        "triggers.keywords[1]: '...' is a placeholder",
        "triggers.keywords: 2 different ones: write 3 to 20",
        "examples.fire[1]: '3' does not do",
        "examples.fire: 2 different ones: write 6 to 20",
        "examples.quiet: write a list of 2 to 20 texts",
        "body.why: is missing",
        "body.instead: is missing",
        "provenance.url: 'see slack' does not do: write an http address, or leave it out",
    ):
        assert words in said


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"fix": None}, "fix: is missing: write a text"),
        ({"examples": None}, "examples: write an object with fire, quiet"),
        ({"name": "Hidden \u202e characters in the name"}, "name: holds the hidden character U+202E"),
        ({"name": "Half a pair \ud83d of surrogates"}, "U+D83D"),
        ({"slug": "Stale Chunk"}, "slug: 'Stale Chunk' does not do"),
        ({"related": ["../../etc/passwd"]}, "related[0]: '../../etc/passwd' does not do: write the id"),
        ({"domain": "../other"}, "domain: '../other' does not do"),
        ({"body": {"context": "a\n## b", "why": "c", "instead": "d"}}, "body.context: a heading or an open"),
        ({"body": {"context": "a", "why": "```\nc", "instead": "d"}}, "body.why: a heading or an open"),
        ({"scope": "team"}, "scope: 'team' does not do: write one of global, project"),
        ({"provenance": {"commit": "HEAD"}}, "provenance.commit: 'HEAD' does not do"),
    ],
)
def test_each_fault_has_its_sentence(changes: dict[str, Any], words: str) -> None:
    found, problems = read(sound(**changes))
    assert found is None
    assert words in "\n".join(problems)
    assert not is_valid(sound(**changes)) or any(word in words for word in ("hidden", "U+", "heading"))


def test_a_prompt_cannot_be_both_fire_and_quiet() -> None:
    examples = sound()["examples"]
    examples["quiet"].append(examples["fire"][0])
    assert "cannot be both" in "\n".join(read(sound(examples=examples)).problems)


@pytest.mark.parametrize("document", [None, [], "text", 3, {}, {"name": None}, {"body": []}])
def test_what_is_no_draft_at_all_is_refused_with_a_sentence(document: Any) -> None:
    found, problems = read(document)
    assert found is None
    assert problems


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4))
def test_whatever_comes_reader_and_schema_agree(changes: dict[str, Any]) -> None:
    document = sound(**changes)
    found, problems = read(document)
    assert (found is None) == bool(problems)
    if found is not None:
        assert is_valid(document)


@settings(max_examples=100, deadline=None)
@given(DRAFTS)
def test_what_the_schema_takes_the_reader_takes(document: dict[str, Any]) -> None:
    if is_valid(document):
        assert read(document).problems == ()


def test_starter_patterns_can_be_edited_as_drafts() -> None:
    packs = [pattern for domain in starter.domains() for pattern in starter.pack(domain)]
    assert len(packs) >= 20
    problems = {pattern.id: found for pattern in packs if (found := read(document_of(pattern)).problems)}
    assert problems == {}


def test_secrets_are_taken_out_wherever_they_stand() -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    clean = without_secrets(
        {"fix": f"use {token}", "examples": {"fire": [f"curl -H 'Bearer {token}'"]}, "n": 3}
    )
    assert token not in json.dumps(clean.document)
    assert sum(clean.counts.values()) >= 2
    assert clean.document["n"] == 3
