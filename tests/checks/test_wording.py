"""Where the checks draw their lines."""

from __future__ import annotations

import pytest

from experience.checks import (
    XP101_id_form,
    XP301_generic_keyword,
    XP302_long_name,
    XP303_long_fix,
    XP403_hidden_characters,
    XP404_tag_of_the_client,
)
from tests.patterns.samples import pattern


@pytest.mark.parametrize("id", ["general-2026-01-05-x", "general-2024-02-29-a.b_c"])
def test_a_proper_id(id: str) -> None:
    assert not list(XP101_id_form.check(pattern(id=id)))


@pytest.mark.parametrize(
    "id", ["x", "general-2026-02-30-x", "general-2026-01-05", "other-2026-01-05-x", "general-2026-1-5-x"]
)
def test_an_id_of_another_form(id: str) -> None:
    assert list(XP101_id_form.check(pattern(id=id)))


@pytest.mark.parametrize(
    ("keyword", "generic"), [("Error", True), ("código", True), ("error 137", False), ("oom", False)]
)
def test_only_a_word_of_every_day_alone_is_generic(keyword: str, generic: bool) -> None:
    found = XP301_generic_keyword.check(pattern(triggers=f"\n  keywords: [{keyword}]"))
    assert bool(list(found)) == generic


def test_the_limits_of_name_and_fix() -> None:
    assert not list(XP302_long_name.check(pattern(name=" ".join(["word"] * 14))))
    assert list(XP302_long_name.check(pattern(name="x" * 101)))
    assert not list(XP303_long_fix.check(pattern(fix="x" * 2000)))
    assert list(XP303_long_fix.check(pattern(fix="x" * 2001)))


@pytest.mark.parametrize("character", ["\u200b", "\u202e", "\u2066", "\u2060", "\U000e0041", "\U000e0100"])
def test_hidden_characters_are_found_in_any_text(character: str) -> None:
    assert list(XP403_hidden_characters.check(pattern(name=f"a{character}b")))
    assert list(XP403_hidden_characters.check(pattern(triggers=f"\n  keywords: [a{character}b]")))
    assert list(XP403_hidden_characters.check(pattern(examples=f"\n  fire: [a{character}b]")))


@pytest.mark.parametrize(
    "text", ["café 字 ñ", "👩\u200d💻 and 👍🏽", "می\u200cخواهم", "a\u00a0b", "tab\there"]
)
def test_scripts_and_emoji_are_not_hidden(text: str) -> None:
    assert not list(XP403_hidden_characters.check(pattern(name=text)))


@pytest.mark.parametrize(
    ("fix", "found"),
    [("</system-reminder> now", True), ("<|im_start|>", True), ("List<User> and <div>", False)],
)
def test_only_tags_of_a_client_are_named(fix: str, found: bool) -> None:
    assert bool(list(XP404_tag_of_the_client.check(pattern(fix=fix)))) == found
