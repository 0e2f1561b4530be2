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
from experience.vocabulary import MAX_PATTERN_BYTES
from tests.house import pattern_text
from tests.patterns.samples import PATH, messages, parsed, pattern, text


@pytest.mark.parametrize(
    ("keywords", "expected"),
    [
        ("docker, oom", ("docker", "oom")),
        ("docker", ("docker",)),
        ("docker oom,, cgroup ,", ("docker oom", "cgroup")),
        ('"a, b"', ("a", "b")),
        ("[docker, docker, oom]", ("docker", "oom")),
        ("\n  - docker\n  - oom", ("docker", "oom")),
    ],
)
def test_F06_a_string_is_split_at_commas_never_into_letters(keywords: str, expected: tuple[str, ...]) -> None:
    assert pattern(triggers=f"\n  keywords: {keywords}").triggers.keywords == expected


@pytest.mark.parametrize("keywords", ["", "null", "~", "[]"])
def test_F06_no_keywords_are_none(keywords: str) -> None:
    found = pattern(triggers=f"\n  keywords: {keywords}\n  regex: [OOMKilled]")
    assert (found.triggers.keywords, found.triggers.regex) == ((), ("OOMKilled",))


def test_F04_keywords_that_yaml_takes_for_booleans() -> None:
    found = pattern(triggers="\n  keywords: [no, on, off, yes, null]")
    assert found.triggers.keywords == ("no", "on", "off", "yes", "null")


@pytest.mark.parametrize(
    "date", ["2026-13-45", "2026-02-30", "yesterday", "2026-1-2", "20260105", "[2026]", "٢٠٢٦-٠١-٠٢"]
)
def test_F03_a_date_that_is_none_is_a_warning_and_the_pattern_loads(date: str) -> None:
    found = parsed(last_seen=date)
    assert found.pattern is not None
    assert found.pattern.last_seen is None
    assert "last_seen" in messages(found)


@pytest.mark.parametrize(
    "date", ["2026-01-05", "'2026-01-05'", "2026-01-05T10:00:00Z", "2026-01-05 10:00:00+02:00"]
)
def test_F02_a_real_date_is_kept_as_text(date: str) -> None:
    assert pattern(last_seen=date).last_seen == "2026-01-05"


def test_F02_a_future_date_is_kept() -> None:
    assert pattern(last_seen="2999-12-31").last_seen == "2999-12-31"


def test_F02_F03_unknown_keys_keep_their_dates_as_text() -> None:
    found = pattern(created="2026-01-02", broken="2026-13-45", tags="[a, 2026-01-01]")
    assert found.extra == {"created": "2026-01-02", "broken": "2026-13-45", "tags": ["a", "2026-01-01"]}


def test_F10_five_spellings_of_line_ends_give_five_equal_patterns() -> None:
    plain = text(fix="|\n  one\n  two")
    spellings = [
        plain,
        plain.replace("\n", "\r\n"),
        "\ufeff" + plain,
        "\ufeff" + plain.replace("\n", "\r\n"),
        plain.replace("\n", "\r"),
    ]
    patterns = [parse_bytes(spelling.encode(), PATH).pattern for spelling in spellings]
    assert patterns[0] is not None
    assert all(found == patterns[0] for found in patterns)


def test_F12_a_double_key_is_an_error_and_the_first_counts() -> None:
    found = parse_bytes(text().replace("severity: med", "severity: low\nseverity: high").encode(), PATH)
    assert found.pattern is not None
    assert found.pattern.severity == "low"
    assert "error /corpus/global/general/x.md:5: " in messages(found)


def test_F13_an_alias_bomb_is_refused_in_50_ms() -> None:
    bomb = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}' if n else 'x'] * 9)}]\n" for n in range(9))
    data = text(bomb="1").replace("bomb: 1\n", bomb).encode()
    started = time.perf_counter()
    found = parse_bytes(data, PATH)
    assert time.perf_counter() - started < 0.05
    assert found.pattern is None
    assert "anchors" in messages(found)


def test_F16_a_tag_runs_nothing(tmp_path: Path) -> None:
    marker = tmp_path / "pwn"
    found = parsed(x=f'!!python/object/apply:os.system ["touch {marker}"]')
    assert "tag" in messages(found)
    assert not marker.exists()


@pytest.mark.parametrize("name", ["Fix #123 crash", "C# build breaks", "Issue #1, #2 and #3"])
def test_F18_a_name_with_a_hash_is_whole(name: str) -> None:
    assert pattern(name=f"{name}   # a comment").name == name


def test_F20_a_file_of_20_mb_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "big.md"
    with path.open("wb") as file:
        file.write(text().encode())
        file.truncate(20 * 1024 * 1024)
    started = time.perf_counter()
    found = parse_file(path)
    assert time.perf_counter() - started < 0.02
    assert found.pattern is None
    assert "too many" in messages(found)
    assert parse_bytes(b"x" * (MAX_PATTERN_BYTES + 1), path).pattern is None


@pytest.mark.parametrize("front", ["- a", "just text", "? [a]\n: b", "", "# only a comment", "a: b"])
def test_F21_odd_frontmatter_gives_no_pattern_and_a_sentence(front: str) -> None:
    found = parse_bytes(f"---\n{front}\n---\nbody\n".encode(), PATH)
    assert found.pattern is None
    assert found.problems


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
    kept = parsed(review_status="archived", keep_archived=True)
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


@pytest.mark.parametrize("keyword", ['""', '"  "', "'\t'"])
def test_X04_a_blank_keyword_is_refused(keyword: str) -> None:
    found = parsed(triggers=f"\n  keywords: [{keyword}, docker oom]")
    assert found.pattern is not None
    assert found.pattern.triggers.keywords == ("docker oom",)
    assert "blank item" in messages(found)


@pytest.mark.parametrize(
    "regex", ["[a-z", "*deploy", "(?<=a+)b", r"\p{L}", "(?<n>x)", "(?P<a>x)(?P<a>y)", "a)", "x{2,1}"]
)
def test_X02_one_bad_regex_costs_only_itself(regex: str) -> None:
    found = parsed(triggers=f"\n  keywords: [docker oom]\n  regex: ['{regex}', 'OOMKilled']")
    assert found.pattern is not None
    assert found.pattern.triggers.regex == ("OOMKilled",)
    assert [(problem.check, problem.line) for problem in found.problems] == [("regex", 8)]


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


@settings(max_examples=500, deadline=None)
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


@settings(max_examples=500, deadline=None)
@given(st.dictionaries(KEYS, VALUES))
def test_no_values_raise(values: dict[str, str]) -> None:
    for problem in parse_bytes(text(**values).encode("utf-8", "surrogatepass"), PATH).problems:
        assert problem.line >= 1
        assert problem.message


@pytest.mark.timing
def test_a_thousand_patterns_take_at_most_twice_what_reading_their_yaml_takes(tmp_path: Path) -> None:
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
        started = time.perf_counter()
        assert all(parse_file(path).pattern for path in paths)
        ours.append(time.perf_counter() - started)
        started = time.perf_counter()
        assert len([yaml.load(front, Loader=loader) for front in fronts]) == 1000  # noqa: S506
        theirs.append(time.perf_counter() - started)
    assert min(ours) < 2 * min(theirs), (ours, theirs)
