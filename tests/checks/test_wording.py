"""Where the checks draw their lines."""

from __future__ import annotations

import pytest

from experience.checks import (
    XP101_id_form,
    XP301_generic_keyword,
    XP302_long_name,
    XP303_long_fix,
    XP304_keyword_of_ordinary_prompts,
    XP305_everyday_phrase,
    XP306_trigger_of_signs,
    XP403_hidden_characters,
    XP404_tag_of_the_client,
)
from experience.patterns import baseline
from experience.patterns.parse import parse_file
from tests.house import ROOT
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


def test_the_baseline_is_large_ordinary_and_has_no_two_alike() -> None:
    lines = baseline.PATH.read_text("utf-8").splitlines()
    told = [line for line in lines if not line.startswith("# ")]
    assert lines[0].startswith("# ")
    assert len(told) == len(baseline.prompts()) >= 300
    assert len({line.casefold().strip(" .?!") for line in told}) == len(told)
    assert sum(not line.isascii() for line in told) >= 25


@pytest.mark.parametrize(
    ("keyword", "named"),
    [("why", True), ("the", True), ("add a", True), ("error", False), ("stale chunk", False), ("->", False)],
)
def test_a_keyword_of_more_than_two_percent_of_ordinary_prompts(keyword: str, named: bool) -> None:
    found = list(XP304_keyword_of_ordinary_prompts.check(pattern(triggers=f"\n  keywords: ['{keyword}']")))
    assert bool(found) == named
    assert all("%" in problem.message for problem in found)


def test_without_a_baseline_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baseline, "PATH", ROOT / "nowhere.txt")
    monkeypatch.setattr(baseline, "prompts", baseline.prompts.__wrapped__)
    monkeypatch.setattr(baseline, "_all_at_once", lambda: ("why", " why "))
    assert not list(XP304_keyword_of_ordinary_prompts.check(pattern(triggers="\n  keywords: [why]")))


@pytest.mark.parametrize(
    ("keyword", "everyday"),
    [
        ("first 100 items", True), ("save button", True), ("Error message", True), ("the page", True),
        ("lista de usuarios", True), ("page", False), ("empty column", False), ("stale chunk", False),
        ("add_index", False), ("set -e", False), ("do until", False), ("the list of all the users", False),
    ],
)  # fmt: skip
def test_a_phrase_of_everyday_words_only(keyword: str, everyday: bool) -> None:
    found = XP305_everyday_phrase.check(pattern(triggers=f"\n  keywords: ['{keyword}']"))
    assert bool(list(found)) == everyday


@pytest.mark.parametrize(
    ("value", "left_out"), [("->", True), ("**", True), ("\u3002", True), ("c++", False), ("\u5b57", False)]
)
def test_a_trigger_that_the_hook_leaves_out_is_named(value: str, left_out: bool) -> None:
    (*found,) = XP306_trigger_of_signs.check(pattern(triggers=f"\n  keywords: [x]\n  none: ['{value}']"))
    (*again,) = XP306_trigger_of_signs.check(pattern(triggers=f"\n  keywords: ['{value}', x]"))
    assert [bool(found), bool(again)] == [left_out, left_out]


def test_the_templates_have_no_such_triggers() -> None:
    paths = sorted((ROOT / "templates").rglob("*.md"))
    patterns = [one for path in paths if (one := parse_file(path).pattern)]
    checks = (XP304_keyword_of_ordinary_prompts, XP305_everyday_phrase, XP306_trigger_of_signs)
    assert len(patterns) > 50
    assert [str(problem) for one in patterns for check in checks for problem in check.check(one)] == []
