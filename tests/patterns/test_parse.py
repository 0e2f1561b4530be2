"""One file -> one pattern and everything that is wrong with it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.files.frontmatter import split
from experience.patterns.body import read_body
from experience.patterns.parse import parse_bytes, parse_file
from experience.patterns.regexes import check_regex
from tests.house import pattern_text
from tests.patterns.samples import PATH, messages, parsed, pattern, text


@pytest.mark.parametrize("kind", ["fifo", "folder", "absent"])
def test_what_is_no_file_is_a_problem(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.md"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    found = parse_file(path)
    assert found.pattern is None
    assert str(found.problems[0]).startswith(f"{path}:1: ")


@pytest.mark.parametrize(
    "provenance", ["", "null", "\n  url: null\n  session_id:", "\n  url: ''", "\n  commit: abc", None]
)
def test_without_provenance_a_pattern_is_rejected(provenance: str | None) -> None:
    found = parsed(provenance=provenance)
    assert found.pattern is None
    assert "url or session_id" in messages(found)


@pytest.mark.parametrize(
    "provenance", ["\n  url: https://example.org/#a", "\n  session_id: 0", "{session_id: abc}"]
)
def test_one_of_url_and_session_is_enough(provenance: str) -> None:
    assert pattern(provenance=provenance).provenance.commit is None


def test_an_archived_pattern_is_left_out_unless_asked_for() -> None:
    found = parsed(review_status="archived")
    assert found.pattern is None
    assert [(problem.check, problem.severity) for problem in found.problems] == [("archived", "warning")]
    kept = parse_bytes(text(review_status="archived").encode(), PATH, keep_archived=True)
    assert kept.pattern is not None
    assert kept.problems == ()


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("severity", "urgent", "low, med, high"),
        ("severity", "low | med | high", "low, med, high"),
        ("review_status", "done", "pending, validated, archived"),
        ("id", "a b", "letters, digits"),
        ("id", "", "fill it in"),
        ("name", "[a, b]", "write a text here"),
        ("triggers", "docker", "name: value"),
        ("triggers", "", "could never fire"),
        ("hits", "-1", "whole number"),
        ("hits", "1.5", "whole number"),
        ("hits", "9" * 5000, "whole number"),
        ("examples", "\n  fire: [a: b]", "one text"),
        ("preflight", "[a]", "name: value"),
        ("domain", "../x", "folder name"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(key: str, value: str, words: str) -> None:
    found = parsed(**{key: value})
    lines = text(**{key: value}).split("\n")
    line = next(number for number, row in enumerate(lines, 1) if row.startswith(f"{key}:"))
    assert any(words in problem.message and problem.line in (line, line + 1) for problem in found.problems), (
        messages(found)
    )


@pytest.mark.parametrize("value", ["many", "-3", "[1]", "1e3", "٣"])
def test_a_counter_that_is_no_number_is_0_with_a_warning(value: str) -> None:
    found = parsed(false_positives=value)
    assert found.pattern is not None
    assert found.pattern.false_positives == 0
    assert [problem.severity for problem in found.problems] == ["warning"]


@pytest.mark.parametrize("value", ["null", "~", "", None])
def test_an_absent_counter_is_0_without_a_word(value: str | None) -> None:
    found = parsed(hits=value, last_save_at=value)
    assert found.problems == ()
    assert found.pattern is not None
    assert (found.pattern.hits, found.pattern.last_save_at) == (0, None)


def test_all_problems_of_a_file_come_at_once_in_the_order_of_lines() -> None:
    found = parsed(severity="x", domain="a b", review_status="y", hits="z", provenance="")
    assert len(found.problems) == 5
    lines = [problem.line for problem in found.problems]
    assert lines == sorted(lines)


def test_lines_of_keys_are_remembered() -> None:
    found = pattern(triggers="\n  regex: [OOMKilled]", examples="\n  fire: [a b]")
    assert found.line_of("triggers.regex") == 7
    assert found.line_of("examples.fire") == 14
    assert found.line_of("absent", "name") == 3


def test_headings_in_either_language_with_or_without_accents() -> None:
    body = (
        "# El título #\n\n## contexto\nuno\n\n## Why Generic Warnings Miss It:\ndos\n```\n## Context\n```\n"
        "## QUE HACER EN SU LUGAR\ntres\n### sub\ncuatro\n## Other\nx\n## Patrones  relacionados\ncinco\n"
    )
    title, sections = read_body(body)
    assert title == "El título"
    assert sections == {
        "context": "uno",
        "why": "dos\n```\n## Context\n```",
        "instead": "tres\n### sub\ncuatro",
        "related": "cinco",
    }


@settings(max_examples=250, deadline=None)
@given(st.binary(max_size=400))
def test_no_bytes_raise(data: bytes) -> None:
    parse_bytes(data, PATH)
    assert parse_bytes(b"---\n" + data + b"\n---\n", PATH).problems or split(b"---\n" + data + b"\n---\n")


KEYS = st.sampled_from(
    "id name severity domain triggers fix last_seen provenance review_status hits examples preflight".split()
)
VALUES = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["[a, b]", "{a: b}", "\n  keywords: [[x]]", "\n  - a: b", "|\n  x", "\n  url: [a]", "[]", "{}"]
    ),
)


@settings(max_examples=250, deadline=None)
@given(st.dictionaries(KEYS, VALUES))
def test_no_values_raise(values: dict[str, str]) -> None:
    for problem in parse_bytes(text(**values).encode("utf-8", "surrogatepass"), PATH).problems:
        assert problem.line >= 1
        assert problem.message


@pytest.mark.timing
def test_a_thousand_patterns_take_little_more_than_reading_their_yaml(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.md" for number in range(1000)]
    for number, path in enumerate(paths):
        body = pattern_text(
            id=f"general-2026-01-05-n{number}",
            keywords=[f"term {number} {letter}" for letter in "abcdef"],
            regex=[f"error {number}: \\S+"],
            fire=[f"why does the build number {number} fail with {letter}?" for letter in "abc"],
        )
        path.write_text(body, encoding="utf-8")
    fronts = [part.text for path in paths if (part := split(path.read_bytes()))]
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    ours, theirs = [], []
    for _ in range(3):
        check_regex.cache_clear()
        started = time.process_time()
        assert all(parse_file(path).pattern for path in paths)
        ours.append(time.process_time() - started)
        started = time.process_time()
        assert len([yaml.load(front, Loader=loader) for front in fronts]) == 1000  # noqa: S506
        theirs.append(time.process_time() - started)
    assert min(ours) < 2.5 * min(theirs), (ours, theirs)
