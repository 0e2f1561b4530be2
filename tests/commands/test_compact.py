"""`exp.py compact`: which skills, what is told, what a slash command may hand over."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.commands.cold import exp
from tests.digest.skill import NAME, Skill
from tests.house import LIB, clean_environment


def recent(number: int, **more: Any) -> dict[str, Any]:
    """An event of a real yesterday: the verb knows no other day."""
    moment = datetime.now(timezone.utc) - timedelta(days=1)
    return {"ts": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "session_id": f"s{number}", **more}


@pytest.fixture
def skill(home: Path) -> Skill:
    skill = Skill(home.parent / "skills" / "channels")
    skill.log(*[recent(n, winning_pattern="sort by date", outcome="success") for n in range(3)])
    return skill


def typed(home: Path, words: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """As the slash command calls it."""
    return subprocess.run(
        [sys.executable, str(LIB / "exp.py"), "compact", "--session", "s", "--stdin", *arguments],
        input=words, capture_output=True, text=True, check=False, cwd=home,
        env={**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1"},
    )  # fmt: skip


def test_the_json_tells_everything(home: Path, skill: Skill) -> None:
    skill.log("torn {", recent(9, winning_pattern="lonely", outcome="success", user_feedback="rejected"))
    (row,) = exp(home, "compact", NAME, "--json").document["skills"]
    assert (row["status"], row["promoted"], row["events"]) == ("updated", ["sort by date"], 4)
    assert row["bad"] == {"not JSON (torn or damaged)": 1}
    assert row["faults"] == {"rejected by the user": 1}
    by_text = {one["text"]: one for one in row["decisions"]}
    assert by_text["lonely (did not help)"]["verdict"] == "kept-out"
    assert by_text["lonely (did not help)"]["section"] == "Failure Modes"
    assert Path(row["path"]).read_text().count("sort by date") == 1


def test_explain_says_for_every_candidate_which_rule_decided(home: Path, skill: Skill) -> None:
    skill.log(*[recent(10 + n, winning_pattern="sort it by date", outcome="success") for n in range(2)])
    ran = exp(home, "compact", NAME, "--explain")
    assert any("promoted" in line and "sort by date (seen=3, success=3): all" in line for line in ran.lines)
    assert any("kept-out" in line and "seen=2, 3 are needed" in line for line in ran.lines)
    assert any("alike" in line and "%" in line for line in ran.lines)


def test_nothing_due_no_events_unknown(home: Path, skill: Skill) -> None:
    assert exp(home, "compact").lines[0] == "status: nothing-due"
    empty = Skill(home.parent / "skills", "empty")
    assert exp(home, "compact", "empty").lines[0] == "status: no-events"
    assert not empty.folder.digest.exists()
    ran = exp(home, "compact", "nobody")
    assert (ran.code, ran.lines[0]) == (2, "status: usage")
    assert NAME in ran.err


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("", "nothing-due"),
        (NAME, "updated"),
        (f"{NAME} --dry-run", "would-update"),
        ("--all --explain", "updated"),
        (f"--undo {NAME}", "error"),
        ("--session-end", "usage"),
        ("a b", "usage"),
        (f"{NAME}; rm -rf ~", "usage"),
        ("$(id)", "usage"),
    ],
)
def test_what_a_person_typed_behind_the_command(home: Path, skill: Skill, words: str, status: str) -> None:
    done = typed(home, words)
    assert done.stdout.splitlines()[0] == f"status: {status}"
    assert "Traceback" not in done.stderr


def test_a_broken_skill_costs_no_other(home: Path, skill: Skill) -> None:
    broken = Skill(home.parent / "skills", "broken")
    broken.log(recent(1, winning_pattern="a"))
    broken.folder.digest.symlink_to(broken.folder.path / "SKILL.md")
    ran = exp(home, "compact", "--all")
    assert (ran.code, ran.lines[0]) == (1, "status: failed")
    assert any(line.startswith("not done: ") and "is a link" in line for line in ran.lines)
    assert "sort by date" in skill.text


def test_a_digest_that_a_persons_lines_fill_is_told_of_in_the_status(home: Path, skill: Skill) -> None:
    skill.write("## Mine\n" + "note\n" * 200)
    ran = exp(home, "compact", NAME)
    assert ran.lines[0] == "status: too-long"
    assert any("they stay, every generated entry went" in line for line in ran.lines)


def test_undo_and_json(home: Path, skill: Skill) -> None:
    exp(home, "compact", NAME)
    assert exp(home, "compact", NAME, "--undo", "--json").document == {
        "status": "undone", "skill": NAME, "path": str(skill.folder.digest), "restored": False
    }  # fmt: skip


def test_a_detached_run_prints_no_words_and_asks_no_model(home: Path, skill: Skill, tmp_path: Path) -> None:
    skill.log(*[recent(20 + n, context={"x": "y" * 9000}, winning_pattern=f"w{n}") for n in range(12)])
    trap = tmp_path / "claude"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/asked\n")
    trap.chmod(0o755)
    ran = exp(
        home, "compact", str(skill.folder.path), "--due", "--detached", "--group-with-model",
        env={"EXPERIENCE_CLAUDE": str(trap)},
    )  # fmt: skip
    assert ran.lines == ["status: done"]
    assert "sort by date" in skill.text
    assert not (tmp_path / "asked").exists()


def test_an_interpreter_without_packages_can_do_it_too(home: Path, skill: Skill) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(LIB)!r})\n"
        "from experience.digest import compact_experience\n"
        f"print(compact_experience({NAME!r}).promoted)"
    )
    environment = clean_environment(home.parent.parent, home)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, env=environment, cwd=home,
        check=False,
    )  # fmt: skip
    assert done.stdout == "['sort by date']\n", done.stderr


def test_json_is_one_object_also_on_an_error(home: Path, skill: Skill) -> None:
    answer = json.loads(exp(home, "compact", "nobody", "--json").out)
    assert set(answer) == {"status", "error"}
