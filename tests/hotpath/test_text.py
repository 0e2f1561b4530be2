"""Text as the matcher sees it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.hotpath import background, query, text


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("chunks", "chunk"), ("classes", "class"), ("class", "class"), ("caches", "cach"), ("cache", "cach"),
        ("cached", "cach"), ("caching", "cach"), ("retries", "retry"), ("retry", "retry"), ("running", "run"),
        ("deployed", "deploy"), ("status", "status"), ("this", "this"), ("bus", "bus"), ("string", "string"),
        ("boxes", "box"), ("ui", "ui"), ("c2s", "c2s"), ("größes", "größes"),
        ("thing", "thing"),
    ],
)  # fmt: skip
def test_stems(word: str, stem: str) -> None:
    assert text.stem(word) == stem


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("parseHTTPHeader2", ["pars", "http", "header2"]), ("user_idList", ["user", "id", "list"]),
        ("__init__", ["init"]), ("HTTP", ["http"]), ("Deploy", ["deploy"]), ("iOS", ["i", "os"]),
        ("x", ["x"]), ("___", []), ("日本語", ["日本", "本語"]), ("日本", ["日本"]),
        ("API日本語", ["api", "日本", "本語"]),
    ],
)  # fmt: skip
def test_identifiers_are_taken_apart(word: str, terms: list[str]) -> None:
    assert text.terms_of(word)[0] == terms


@given(st.text(max_size=80))
@settings(max_examples=500, deadline=None)
def test_folding_is_done_once_and_for_all(given_text: str) -> None:
    once = text.fold(given_text)
    assert text.fold(once) == once
    assert text.tidy(text.tidy(given_text)) == text.tidy(given_text)


@given(st.text(max_size=60))
@settings(max_examples=500, deadline=None)
def test_no_text_breaks_it(given_text: str) -> None:
    order, terms = text.sequence(given_text)
    assert set(order) <= terms
    assert all(term and not term.isspace() and " " not in term for term in terms)
    asked = query.Query(given_text)
    assert asked.terms == terms
    assert asked.says_something() in (True, False)


@given(st.text(alphabet="abcXYZ019_-. é日", max_size=40))
@settings(max_examples=500, deadline=None)
def test_a_text_has_its_own_words(given_text: str) -> None:
    folded = text.fold(given_text)
    asked = query.Query(f"before, {given_text} , after")
    for word in text.words(folded):
        assert query.occurs(word, asked.folded)


@given(st.text(max_size=30), st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_case_makes_no_difference(before: str, after: str) -> None:
    prompt = f"{before} Stale CHUNK {after}"
    assert text.fold(prompt) == text.fold(text.fold(prompt))
    assert "stale chunk" in text.fold(prompt)


def test_a_huge_prompt_keeps_head_and_tail() -> None:
    asked = query.Query("headword " + "x" * 600_000 + " tailword")
    assert {"headword", "tailword"} <= asked.terms
    assert len(asked.raw) <= query.HEAD + query.TAIL + 1


def test_the_tables_hold_stems_and_nothing_twice() -> None:
    assert len(background.WEIGHTS) > 500
    assert all(0 < weight <= 1 for weight in background.WEIGHTS.values())
    plain = [term for term in background.WEIGHTS if term.isascii()]
    assert [
        term for term in plain if text.stem(term) != term and text.stem(text.stem(term)) != text.stem(term)
    ] == []
