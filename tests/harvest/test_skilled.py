"""Sessions with skills, searches and verifiers, recorded by the real client, under the mission's rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experience.harvest import batch, jobs
from tests.harvest.skilled import SKILLED, SKILLS, Skilled

RECORDED = Path(__file__).parent / "recorded"
by_name = pytest.mark.parametrize("one", SKILLED, ids=lambda one: str(one.scene.name))


@pytest.fixture
def skills(home: Path) -> Path:
    """The folder of the user's skills."""
    root = home.parent / "skills"
    for name in SKILLS:
        (root / name).mkdir(parents=True)
        (root / name / "SKILL.md").write_text(f"---\nname: {name}\ndescription: {name}\n---\n")
    return root


def recorded(one: Skilled) -> Path:
    return RECORDED / f"{one.scene.name}.jsonl"


def test_there_are_enough_of_both_kinds() -> None:
    assert len(SKILLED) >= 12
    assert 5 <= sum(one.accepted for one in SKILLED) <= len(SKILLED) - 5


@by_name
def test_the_rule_that_decides(one: Skilled) -> None:
    verdict = jobs.look(str(recorded(one)), ()).verdict
    assert (verdict.accepted, verdict.rule) == (one.accepted, one.rule), verdict.evidence


@by_name
def test_the_events_of_its_skills(one: Skilled, skills: Path) -> None:
    totals = batch.run([recorded(one)], str(skills))
    found = [
        (event["skill"], event["winning_pattern"])
        for name in SKILLS
        for event in lines(skills / name / "experience" / "patterns.jsonl")
    ]
    assert sorted(found) == sorted(one.events)
    assert (totals.accepted, totals.failed) == (int(one.accepted), [])


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


if __name__ == "__main__":
    for one in SKILLED:
        verdict = jobs.look(str(recorded(one)), ()).verdict
        word = "accepted" if verdict.accepted else "rejected"
        print(f"{one.scene.name:28} {word}: {verdict.rule}; {'; '.join(verdict.evidence)}")
