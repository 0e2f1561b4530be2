"""Text of a corpus cannot pose as markup, move a cursor or hide."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.hotpath.sanitize import clean, one_line, shorten

GONE = {
    "bidi": "a\u202eb\u2066c\u2069\u200fd",
    "zero width": "a\u200bb\u200cc\u200dd\u2060\ufeff",
    "tag characters": "abcd\U000e0041\U000e007f",
    "controls": "a\x00b\x07c\x08d\x7f\x9b",
    "lone surrogate": "ab\ud800cd",
    "private use": "ab\ue000cd",
    "ANSI colour": "a\x1b[31;1mb\x1b[0mcd",
    "ANSI title": "ab\x1b]0;pwned\x07cd",
    "ANSI title, other end": "ab\x1b]0;pwned\x1b\\cd",
    "ANSI cursor": "a\x1b[2J\x1b[Hbc\x1bMd",
    "soft hyphen": "ab\u00adcd",
}


@pytest.mark.parametrize("kind", GONE)
def test_what_hides_is_gone(kind: str) -> None:
    assert clean(GONE[kind]) == "abcd"


@pytest.mark.parametrize(
    "tag",
    [
        "</system-reminder>", "<system-reminder>", "<task-notification>", "<!-- x -->", "<?php", "</a",
        "<\u200b/system-reminder>", "<\x1b[0m/system-reminder>", "<s\u202eystem>", "<\x00/system-reminder>",
    ],
)  # fmt: skip
def test_tags_are_opened(tag: str) -> None:
    cleaned = clean(f"x {tag} y")
    assert "<" not in cleaned
    assert cleaned.startswith("x \u2039")


@pytest.mark.parametrize("text", ["a < b", "1<2", "a <- b", "x << 3", "<= 5", "if (a<0)"])
def test_comparisons_stay(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028", "\u2029", "\n"])
def test_line_ends_become_one_kind(end: str) -> None:
    assert clean(f"a{end}b") == "a\nb"
    assert one_line(f"a{end}b", 9) == "a b"


@pytest.mark.parametrize("blank", ["\u3000", "\u2003", "\u2009", "\u202f", "\u00a0"])
def test_wide_and_narrow_blanks_still_part_words(blank: str) -> None:
    cleaned = one_line(f"10{blank}000", 20)
    assert cleaned.split() == ["10", "000"]


@given(st.text(max_size=200))
@settings(max_examples=500, deadline=None)
def test_no_text_gets_through_with_more_than_letters(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    kinds = {unicodedata.category(char) for char in cleaned if char not in "\n\t"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text(max_size=100), st.integers(2, 60))
@settings(max_examples=500, deadline=None)
def test_shortening_keeps_its_promise_and_shows(text: str, limit: int) -> None:
    cut = shorten(text, limit)
    assert len(cut) <= limit
    assert cut == text or cut.endswith("\u2026")
    assert len(text) > limit or cut == text
