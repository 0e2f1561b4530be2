"""The published failures of frontmatter parsers (cases F*) and of triggers (X*), on whole files."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from experience.patterns.parse import parse_bytes, parse_file
from experience.vocabulary import MAX_PATTERN_BYTES
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
