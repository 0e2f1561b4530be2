"""The compiled corpus reads back what was written into it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.hotpath import query, segment
from experience.hotpath.segment import ANCHOR, WEIGHT, Segment, read, term_hash
from experience.index.compiler import Compiled
from experience.index.writer import gram_of, segment_bytes

#: Two words with one check sum, found by search; the test says so if that ever changes.
COLLISION = ("plumless", "buckeroo")

TERMS = st.text(min_size=1, max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def compiled(draw: st.DrawFn) -> Compiled:
    terms = draw(st.dictionaries(TERMS, st.integers(1, WEIGHT), max_size=8))
    anchors = draw(st.sets(st.sampled_from(sorted(terms)) if terms else TERMS, max_size=3))
    loose = tuple(draw(st.lists(TERMS, max_size=2, unique=True)))
    record = draw(st.dictionaries(TERMS, JSON, max_size=4))
    return Compiled(record, terms, frozenset(anchors), loose, draw(st.booleans()))


def packed(patterns: list[Compiled], manifest: dict[str, list[Any]] | None = None) -> Segment:
    return Segment(segment_bytes(patterns, manifest or {}, {"root": "/r", "build": "b"}))


def postings(opened: Segment, term: str) -> dict[int, set[int]]:
    rows = opened.postings(term)
    found: dict[int, set[int]] = {}
    for posting in rows or ():
        found.setdefault(posting >> 8, set()).add(posting & 0xFF)
    return found


@given(
    st.lists(compiled(), max_size=6), st.dictionaries(TERMS, st.lists(st.integers(), max_size=2), max_size=4)
)
@settings(max_examples=150, deadline=None)
def test_what_goes_in_comes_out(patterns: list[Compiled], manifest: dict[str, list[Any]]) -> None:
    opened = packed(patterns, manifest)
    assert len(opened) == len(patterns)
    assert [opened.record(at) for at in range(len(patterns))] == [one.record for one in patterns]
    assert opened.manifest() == manifest
    assert opened.header["always"] == [at for at, one in enumerate(patterns) if one.always]
    for at, one in enumerate(patterns):
        assert all(at in dict(opened.literals(gram_of(literal)))[literal] for literal in one.loose)
        for term in one.terms.keys() | one.anchors:
            weight = one.terms.get(term, 1) | (ANCHOR if term in one.anchors else 0)
            assert weight in postings(opened, term)[at]


@given(st.lists(compiled(), max_size=4), TERMS)
@settings(max_examples=100, deadline=None)
def test_a_term_that_no_pattern_has_is_not_found(patterns: list[Compiled], term: str) -> None:
    known = {term_hash(other) for one in patterns for other in one.anchors.union(one.terms)}
    assert (packed(patterns).postings(term) is None) == (term_hash(term) not in known)


def test_two_terms_of_one_hash_share_a_row_and_the_records_stay_apart() -> None:
    first, second = COLLISION
    assert term_hash(first) == term_hash(second)
    patterns = [
        Compiled({"id": "a"}, {first: 10}, frozenset(), (), False),
        Compiled({"id": "b"}, {second: 20}, frozenset({second}), (), False),
    ]
    opened = packed(patterns)
    assert postings(opened, first) == postings(opened, second) == {0: {10}, 1: {20 | ANCHOR}}
    assert [opened.record(at)["id"] for at in (0, 1)] == ["a", "b"]


def test_two_terms_of_one_hash_in_one_pattern() -> None:
    both = Compiled({"id": "a"}, dict.fromkeys(COLLISION, 10), frozenset({COLLISION[1]}), (), False)
    assert postings(packed([both]), COLLISION[0]) == {0: {10, 10 | ANCHOR}}


def test_no_pattern_at_all() -> None:
    opened = packed([])
    assert (len(opened), opened.manifest(), opened.postings("word")) == (0, {}, None)


def test_anchored_documents_come_first() -> None:
    patterns = [
        Compiled({}, {"word": 5}, frozenset({"word"} if at % 3 == 0 else ()), (), False) for at in range(30)
    ]
    rows = packed(patterns).postings("word")
    assert rows
    flags = [bool(posting & ANCHOR) for posting in rows]
    assert flags == sorted(flags, reverse=True)
    assert sum(flags) == 10


def test_lone_surrogates_and_long_texts_survive() -> None:
    record = {"id": "a", "fix": "\ud800 x" * 5000, "path": "/\udcff/x.md"}
    opened = packed([Compiled(record, {"\ud800": 3}, frozenset(), (), False)])
    assert opened.record(0) == record
    assert postings(opened, "\ud800") == {0: {3}}


@given(st.integers(0, 400))
@settings(max_examples=60, deadline=None)
def test_no_beginning_of_a_file_is_taken_for_the_file(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    data = segment_bytes([Compiled({"id": "a"}, {"word": 5}, frozenset(), (), False)], {}, {"root": "/"})
    path = tmp_path_factory.getbasetemp() / "cut.base"
    path.write_bytes(data[: min(cut, len(data) - 1)])
    assert read(str(path)) is None
    path.write_bytes(data)
    assert read(str(path)) is not None


@pytest.mark.parametrize("there", ["nothing", "folder", "another format"])
def test_what_is_no_segment_is_none(tmp_path: Path, there: str) -> None:
    path = tmp_path / "x.base"
    if there == "folder":
        path.mkdir()
    elif there == "another format":
        data = bytearray(segment_bytes([], {}, {}))
        data[5] = segment.FORMAT + 1
        path.write_bytes(data)
    assert read(str(path)) is None


@given(st.text(max_size=12), st.text(max_size=12), st.text(max_size=12))
@settings(max_examples=300, deadline=None)
def test_a_text_with_the_literal_has_its_gram(before: str, literal: str, after: str) -> None:
    gram = gram_of(literal.lower())
    assert not gram or gram in query.Query(f"{before}{literal}{after}").grams() or not literal.isascii()
    assert len(gram) in (0, segment.GRAM)
