"""What counts as one lesson: a key, the same words; never opposites, never other placeholders."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest

from tests.digest.skill import Skill, event, events


def test_one_key_joins_different_words_and_the_variants_are_told(skill: Skill) -> None:
    texts = ["sort by date first", "sort by date first", "newest results come first"]
    skill.log(
        *[event(1, n, key="Recent", winning_pattern=text, outcome="success") for n, text in enumerate(texts)]
    )
    done = skill.compact()
    assert done.promoted == ["sort by date first"]
    (decision,) = done.decisions
    assert decision.variants == (("sort by date first", 2), ("newest results come first", 1))


def test_F22_spelling_that_says_nothing_does_not_part_texts(skill: Skill) -> None:
    texts = ["Café  – dates.", "cafe\u0301 - dates", "CAF\u00c9 \u2014 dates"]
    skill.log(*[event(1, n, winning_pattern=text, outcome="success") for n, text in enumerate(texts)])
    assert len(skill.compact().promoted) == 1


def test_a_text_without_a_key_joins_the_one_key_that_bears_it(skill: Skill) -> None:
    skill.log(
        *events(2, key="k", winning_pattern="sort by date"),
        event(1, 8, winning_pattern="Sort by date.", outcome="success"),
    )
    assert skill.compact().promoted == ["sort by date"]
    assert "seen=3" in skill.section("Active Rules")[0]


def test_a_text_under_two_keys_is_two_lessons(skill: Skill) -> None:
    skill.log(*events(2, key="a", winning_pattern="x"), *events(2, ago=2, key="b", winning_pattern="x"))
    assert skill.compact().promoted == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pin dependency versions", "never pin dependency versions"),
        ("use the date filter", "do not use the date filter"),
        ("search {brand} reviews", "search {product} reviews"),
        ("search {brand} reviews", "search brand reviews"),
    ],
)
def test_opposites_and_other_placeholders_are_never_one_lesson_nor_proposed(
    skill: Skill, one: str, other: str
) -> None:
    skill.log(*events(2, key="k", winning_pattern=one), *events(2, ago=2, key="k", winning_pattern=other))
    done = skill.compact()
    assert done.promoted == []
    assert done.near == []


def test_similar_texts_are_proposed_and_not_joined(skill: Skill) -> None:
    skill.log(
        *events(2, winning_pattern="sort the results by date"),
        *events(2, ago=2, winning_pattern="sort all the results by date"),
    )
    done = skill.compact()
    assert done.promoted == []
    ((one, other, percent),) = done.near
    assert {one, other} == {"sort the results by date", "sort all the results by date"}
    assert percent >= 85


def test_templates_are_told_apart_by_their_placeholders(skill: Skill) -> None:
    skill.log(
        *events(3, good_query="{brand} {feature} 翻车 {year}"),
        *events(2, ago=2, good_query="{brand} 翻车"),
    )
    skill.compact()
    assert skill.section("Good Query Patterns") == ["- `{brand} {feature} 翻车 {year}` — seen=3"]


FAKE = """#!/usr/bin/env python3
import json, os, sys, time
asked = json.load(sys.stdin)
with open(os.environ["FAKE_LOG"], "a") as file:
    nested = os.environ.get("EXP_NESTED")
    file.write(json.dumps({"argv": sys.argv[1:], "nested": nested, "cwd": os.getcwd()}) + "\\n")
mode = os.environ["FAKE_MODE"]
numbers = [row["number"] for row in asked]
dated = [row["number"] for row in asked if "date" in row["text"]]
groups = {"good": [dated] + [[n] for n in numbers if n not in dated], "twice": [numbers, numbers[:1]],
          "missing": [numbers[1:]], "words": [["new text"]], "all": [numbers]}.get(mode)
if mode == "slow":
    time.sleep(60)
if mode == "garbage":
    print("Sure!"); sys.exit(0)
value = None if mode == "null" else {"groups": groups}
print(json.dumps({"subtype": "error_max_turns" if mode == "error" else "success", "is_error": mode == "error",
                  "structured_output": value, "modelUsage": {"m": {}}}))
"""


@pytest.fixture
def asked(skill: Skill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client that answers as FAKE_MODE says, and the file in which it notes how it was called."""
    program = tmp_path / "claude"
    program.write_text(FAKE.replace("/usr/bin/env python3", sys.executable))
    program.chmod(0o755)
    monkeypatch.setenv("EXPERIENCE_CLAUDE", str(program))
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "calls"))
    monkeypatch.setenv("FAKE_MODE", "good")
    skill.log(
        event(1, 1, winning_pattern="results by date", outcome="success"),
        event(1, 2, winning_pattern="newest date on top", outcome="success"),
        event(1, 3, winning_pattern="order them by date", outcome="success"),
        event(1, 4, winning_pattern="never order them by date", outcome="success"),
        event(1, 5, winning_pattern="name the shop", outcome="success", context={"x": "y" * 66_000}),
    )
    return tmp_path / "calls"


def calls(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def test_a_model_may_propose_which_texts_are_one_lesson(skill: Skill, asked: Path) -> None:
    done = skill.compact(group_with_model=True)
    assert len(done.promoted) == 1
    (promoted,) = [one for one in done.decisions if one.verdict == "promoted"]
    assert {text for text, _ in promoted.variants} == {
        "results by date", "newest date on top", "order them by date"
    }  # fmt: skip
    (call,) = calls(asked)
    assert call["nested"] == "1"
    argv = call["argv"]
    assert isinstance(argv, list)
    for flag, value in (("--setting-sources", ""), ("--tools", ""), ("--output-format", "json")):
        assert argv[argv.index(flag) + 1] == value
    assert "--no-session-persistence" in argv
    assert not os.path.exists(str(call["cwd"]))


def test_the_same_texts_cost_one_call(skill: Skill, asked: Path) -> None:
    skill.compact(group_with_model=True)
    skill.compact(group_with_model=True)
    assert len(calls(asked)) == 1


@pytest.mark.parametrize("mode", ["twice", "missing", "words", "null", "error", "garbage"])
def test_whatever_is_no_partition_is_not_taken(
    skill: Skill, asked: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MODE", mode)
    done = skill.compact(group_with_model=True)
    assert done.promoted == []
    assert done.grouping.startswith("grouped without a model: ")
    assert "new text" not in skill.text
    assert len(calls(asked)) == 1


def test_a_model_never_joins_opposites(skill: Skill, asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_MODE", "all")
    done = skill.compact(group_with_model=True)
    lessons = [{text for text, _ in one.variants} for one in done.decisions]
    assert not any({"order them by date", "never order them by date"} <= lesson for lesson in lessons)


def test_a_model_that_does_not_answer_costs_less_than_ten_seconds(
    skill: Skill, asked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MODE", "slow")
    started = time.monotonic()
    done = skill.compact(group_with_model=True)
    assert "no answer within" in done.grouping
    assert time.monotonic() - started < 15  # of which 8.5 are the wait


def test_without_the_flag_below_64_kb_and_inside_our_own_runs_no_model_is_asked(
    skill: Skill, asked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skill.compact()
    monkeypatch.setenv("EXP_NESTED", "1")
    assert "inside a headless run" in skill.compact(group_with_model=True).grouping
    monkeypatch.delenv("EXP_NESTED")
    skill.folder.log.write_text("")
    skill.log(*events(2, winning_pattern="a"), *events(2, ago=2, winning_pattern="b"))
    assert "are too few" in skill.compact(group_with_model=True).grouping
    assert calls(asked) == []
