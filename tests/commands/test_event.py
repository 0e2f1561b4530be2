"""`exp.py event add`: an event on standard input, into the log of the one skill that is meant."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.digest.skill import NAME, Skill
from tests.house import LIB, clean_environment


@pytest.fixture
def skill(home: Path) -> Skill:
    return Skill(home.parent / "skills" / "channels")


def add(home: Path, sent: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(LIB / "exp.py"), "event", "add", *arguments],
        input=sent, capture_output=True, text=True, check=False, cwd=home,
        env={**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1"},
    )  # fmt: skip


def test_it_is_added_once_and_json_says_where(home: Path, skill: Skill) -> None:
    sent = json.dumps({"ts": "2026-06-01T00:00:00Z", "winning_pattern": "a", "evidence": [{"title": "only"}]})
    first = json.loads(add(home, sent, NAME, "--json").stdout)
    assert first == {
        "status": "added", "skill": NAME, "path": str(skill.folder.log), "added": True,
        "dropped_evidence": 1, "due": [],
    }  # fmt: skip
    again = add(home, sent, f"channels/{NAME}")
    assert again.stdout.splitlines()[0] == "status: known"
    assert len(skill.folder.log.read_bytes().splitlines()) == 1


def test_the_session_of_the_command_stands_in_for_one_that_lacks(home: Path, skill: Skill) -> None:
    add(home, '{"winning_pattern": "a"}', NAME, "--session", "s-1")
    assert json.loads(skill.folder.log.read_text())["session_id"] == "s-1"


@pytest.mark.parametrize(
    ("sent", "name", "says"),
    [
        ("", NAME, "not JSON"),
        ("[1]", NAME, "not a JSON object"),
        ("[" * 100_000, NAME, "not JSON"),
        ('{"skill": "other", "winning_pattern": "a"}', NAME, "but the folder is"),
        ('{"outcome": "won"}', NAME, "outcome"),
        ('{"ts": "2026-06-01"}', NAME, "says nothing"),
        ('{"winning_pattern": "a"}', "serch-demo", f"did you mean {NAME}"),
        ('{"winning_pattern": "' + "x" * 300_000 + '"}', NAME, "characters"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    home: Path, skill: Skill, sent: str, name: str, says: str
) -> None:
    done = add(home, sent, name)
    assert done.returncode == 2
    assert done.stdout.splitlines()[0] == "status: usage"
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert not skill.folder.log.exists()


def test_a_name_that_several_skills_bear_lists_their_paths(home: Path, skill: Skill) -> None:
    other = Skill(home.parent / "skills" / "more")
    done = add(home, '{"winning_pattern": "a"}', NAME)
    assert done.returncode == 2
    assert str(skill.folder.path) in done.stderr
    assert str(other.folder.path) in done.stderr
    assert add(home, '{"winning_pattern": "a"}', str(other.folder.path)).returncode == 0
    assert other.folder.log.exists()


def test_lines_without_braces_are_an_event_too(home: Path, skill: Skill) -> None:
    # The client asks its user before a heredoc with a brace and a quote behind it.
    sent = (
        '"winning_pattern": "sort by date",\n"metrics.relevant_out_of_returned": "9/18",\n'
        '"evidence.0.title": "first", "evidence.0.url": "https://example.org/1",\n"evidence.1.title": "b"\n'
    )
    done = add(home, sent, NAME)
    assert done.stdout.splitlines()[0] == "status: added", done.stderr
    row = json.loads(skill.folder.log.read_text())
    assert row["evidence"] == [{"title": "first", "url": "https://example.org/1"}]
    assert row["metrics"] == {"relevant_out_of_returned": "9/18"}
    assert add(home, '"winning_pattern": "sort by date",\n"winning_pattern": "twice"', NAME).returncode == 2


def test_the_only_evidence_needs_no_number(home: Path, skill: Skill) -> None:
    add(home, '"failure_pattern": "a", "evidence.title": "t", "evidence.url": "https://example.org"', NAME)
    assert json.loads(skill.folder.log.read_text())["evidence"] == [
        {"title": "t", "url": "https://example.org"}
    ]
