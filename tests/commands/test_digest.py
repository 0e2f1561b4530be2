"""`exp.py digest`: what a model gets before it uses a skill, and which skills have a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.digest.skill import NAME, Skill, event

TEXT = (
    "# search-demo experience\n\n## Active Rules\n"
    "- sort it \u202e — seen=3, success=3, last_verified=2026-06-01\n\n"
    "## Last Compacted\n- 2026-06-02, from 3 events, promoted 1 rules.\n"
)


@pytest.fixture
def skill(home: Path) -> Skill:
    skill = Skill(home.parent / "skills" / "channels")
    skill.write(TEXT)
    return skill


def test_show_gives_a_nested_skills_digest_as_the_hook_would(home: Path, skill: Skill) -> None:
    ran = exp(home, "digest", "show", NAME)
    assert ran.lines[0] == "status: shown"
    assert ran.lines[1].startswith(f"Digest of the skill {NAME}")
    assert "- sort it — seen=3, success=3, last_verified=2026-06-01" in ran.lines
    assert "Last Compacted" not in ran.out
    whole = exp(home, "digest", "show", f"channels/{NAME}", "--whole")
    assert "## Last Compacted" in whole.lines
    assert "\u202e" not in whole.out


def test_show_without_a_digest_says_what_makes_one(home: Path, skill: Skill) -> None:
    skill.folder.digest.unlink()
    ran = exp(home, "digest", "show", NAME)
    assert (ran.code, ran.lines[0]) == (1, "status: error")
    assert f"exp.py compact {NAME}" in ran.err
    assert exp(home, "digest", "show").code == 2


def test_list_names_every_skill_with_a_log_and_what_is_due(home: Path, skill: Skill) -> None:
    assert exp(home, "digest", "list").lines[0] == "status: none"
    skill.log("torn {", event(1, 1, user_feedback="accepted"))
    (row,) = exp(home, "digest", "list", "--json").document["skills"]
    assert (row["skill"], row["digest"], row["compacted"]) == (NAME, True, "")
    assert row["bad"] == 1
    assert row["due"] == ["the last event was accepted by the user"]
    exp(home, "compact", NAME)
    (row,) = exp(home, "digest", "list", "--json").document["skills"]
    assert (bool(row["compacted"]), row["due"]) == (True, [])
