"""`exp.py similar ID`: what tells of the same failure, what says the contrary, and what is only near."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.house import WritePattern

FIX = "Pin the versions of actions by commit."


@pytest.fixture
def corpus(home: Path, write_pattern: WritePattern) -> Path:
    folder = home / "global" / "ci"
    keywords = ["pin action", "third party action"]
    write_pattern(
        folder, id="ci-2026-01-01-pin", name="Pin the versions of actions", keywords=keywords, fix=FIX
    )
    write_pattern(
        folder,
        id="ci-2026-01-02-pinned",
        name="Actions: pin the versions",
        keywords=["Pin actions", "tag"],
        fix=FIX,
    )
    write_pattern(
        folder,
        id="ci-2026-01-03-loose",
        name="Never pin the versions of actions",
        keywords=keywords,
        fix="Never pin the versions of actions by commit.",
    )
    write_pattern(
        folder, id="ci-2026-01-04-cache", name="The cache is stale", keywords=["cache"], fix="Key it by lock."
    )
    return home


def test_the_same_failure_and_its_contrary_are_told_apart(corpus: Path) -> None:
    ran = exp(corpus, "similar", "ci-2026-01-01-pin")
    assert (ran.code, ran.lines[0]) == (0, "status: duplicates")
    assert any("duplicate" in line and "ci-2026-01-02-pinned" in line for line in ran.lines)
    assert any("contrary" in line and "ci-2026-01-03-loose" in line for line in ran.lines)
    assert "exp.py archive" in ran.out
    assert "ci-2026-01-04-cache" not in ran.out


def test_json_names_score_verdict_and_reason(corpus: Path) -> None:
    document = exp(corpus, "similar", "ci-2026-01-01-pin", "--limit", "1", "--json").document
    assert (document["status"], document["id"]) == ("duplicates", "ci-2026-01-01-pin") or len(
        document["similar"]
    ) == 1
    assert set(document["similar"][0]) == {"id", "score", "why", "verdict"}


def test_a_pattern_that_is_alone(corpus: Path) -> None:
    assert exp(corpus, "similar", "ci-2026-01-04").lines[0] == "status: none"


def test_a_mistyped_id_and_a_limit_of_nothing(corpus: Path) -> None:
    ran = exp(corpus, "similar", "ci-2026-01-04-cahce")
    assert (ran.code, ran.lines) == (1, ["status: error"])
    assert "did you mean ci-2026-01-04-cache" in ran.err
    assert "write more of it" in exp(corpus, "similar", "ci-").err
    assert exp(corpus, "similar", "ci-2026-01-04", "--limit", "0").code == 2
