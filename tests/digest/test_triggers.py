"""When a digest is made anew: the mission's four triggers, and never without a new event."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from experience.digest import due, state
from experience.errors import ExperienceError
from experience.hotpath import ledger
from tests.commands.cold import exp
from tests.digest.skill import NAME, Skill, event, events
from tests.house import LIB, RunHook, clean_environment


@pytest.fixture
def skill(home: Path) -> Skill:
    """In the user's own folder of skills, where every verb looks."""
    return Skill(home.parent / "skills")


def waited_for(seen: Callable[[], bool], seconds: float = 20) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if seen():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(("count", "is_due"), [(9, False), (10, True)])
def test_ten_new_events(skill: Skill, count: int, *, is_due: bool) -> None:
    skill.log(*events(count, winning_pattern="a"))
    assert due.reasons(skill.folder) == ([f"{count} new events"] if is_due else [])


@pytest.mark.parametrize("extra", [0, 1])
def test_more_than_64_kb(skill: Skill, extra: int) -> None:
    skill.log(event(1, 1, context=""))
    size = skill.folder.log.stat().st_size
    skill.log("x" * (64 * 1024 - size - 1 + extra))
    assert bool(due.reasons(skill.folder)) == bool(extra)


@pytest.mark.parametrize(
    ("feedback", "is_due"), [("accepted", True), ("rejected", True), ("unknown", False), (None, False)]
)
def test_explicit_feedback_of_the_last_event(skill: Skill, feedback: str | None, *, is_due: bool) -> None:
    skill.log(event(1, 1, user_feedback=feedback))
    assert bool(due.reasons(skill.folder)) == is_due
    skill.log(event(1, 2))
    assert due.reasons(skill.folder) == []


def test_the_end_of_a_session_that_used_the_skill(skill: Skill) -> None:
    skill.log(event(1, 1, winning_pattern="a"))
    assert due.reasons(skill.folder, "s1") == ["it was used in the session that ends"]
    assert due.reasons(skill.folder, "other") == []
    ledger.Ledger("other").claim(ledger.used(NAME))
    assert due.reasons(skill.folder, "other")


def test_no_trigger_fires_without_a_new_event(skill: Skill) -> None:
    skill.log(*events(30, winning_pattern="a", user_feedback="accepted", context={"x": "y" * 3000}))
    assert len(due.reasons(skill.folder, "s1")) == 4
    skill.compact()
    assert due.reasons(skill.folder, "s1") == []
    skill.log(event(0, 99, user_feedback="accepted"))
    assert due.reasons(skill.folder)


def test_since_the_last_compact_is_counted_over_a_rotation(skill: Skill) -> None:
    skill.log(*[event(1, n, context={"x": "y" * 20_000}) for n in range(60)])
    skill.compact()
    assert skill.folder.log.read_bytes() == b""
    assert due.reasons(skill.folder) == []
    skill.log(*events(9, ago=0))
    assert due.reasons(skill.folder) == []
    skill.log(event(0, 70))
    assert due.reasons(skill.folder) == ["10 new events"]


def test_a_log_that_was_cut_short_and_grew_again_is_not_forgotten(skill: Skill) -> None:
    skill.log(*events(20))
    skill.compact()
    lines = skill.folder.log.read_bytes().splitlines(keepends=True)
    skill.folder.log.write_bytes(b"".join(lines[:5]))
    skill.log(event(0, 99, user_feedback="rejected"))
    assert due.reasons(skill.folder) == ["the last event was rejected by the user"]
    skill.compact()
    assert due.reasons(skill.folder) == []


def add(
    home: Path, found: dict[str, object], name: str = NAME, *more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(LIB / "exp.py"), "event", "add", name, *more],
        input=json.dumps(found), capture_output=True, text=True, check=False, cwd=home,
        env={**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1"},
    )  # fmt: skip


def test_an_event_that_makes_the_skill_due_starts_a_compact_in_the_background(
    skill: Skill, home: Path
) -> None:
    done = add(home, event(0, 1, failure_pattern="f", user_feedback="rejected"))
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "status: added"), done.stderr
    assert "started in the background: the last event was rejected" in done.stdout
    assert waited_for(skill.folder.digest.is_file)
    assert waited_for(lambda: due.reasons(skill.folder) == [])


def test_an_event_that_does_not_starts_none(skill: Skill, home: Path) -> None:
    assert "background" not in add(home, event(0, 1, winning_pattern="a")).stdout
    time.sleep(1)
    assert not skill.folder.digest.exists()


def test_at_the_end_of_a_session_the_hook_returns_at_once_and_a_worker_compacts(
    skill: Skill, home: Path, run_hook: RunHook
) -> None:
    (home / "state").mkdir(exist_ok=True)
    (home / "state" / "interpreter").write_text(f"{os.path.realpath(sys.executable)}\n")
    assert add(home, event(0, 1, winning_pattern="a")).returncode == 0
    ended = {
        "session_id": "s1", "transcript_path": "/nowhere", "cwd": str(home), "hook_event_name": "SessionEnd",
        "reason": "other",
    }  # fmt: skip
    result = run_hook(ended, env={"EXP_IN_VENV": "1"})
    assert (result.code, result.stdout) == (0, "")
    assert waited_for(skill.folder.digest.is_file)


def test_due_says_which_and_why_and_compacts_them_only(skill: Skill, home: Path) -> None:
    idle = Skill(home.parent / "skills", "idle")
    idle.log(event(0, 1, skill="idle"))
    skill.log(*events(12, winning_pattern="a"))
    ran = exp(home, "compact", "--due", "--json")
    (row,) = ran.document["skills"]
    assert (ran.document["status"], row["skill"], row["due"]) == ("updated", NAME, ["12 new events"])
    assert not idle.folder.digest.exists()
    assert exp(home, "compact", "--due").lines[0] == "status: nothing-due"
    assert len(exp(home, "compact", "--all", "--json").document["skills"]) == 2


def test_one_worker_per_skill(skill: Skill, home: Path) -> None:
    skill.log(*events(12, winning_pattern="a"))
    with state.worker(skill.folder, wait=0), pytest.raises(ExperienceError, match="another compact"):
        skill.compact(wait=0.1)
    with state.worker(skill.folder, wait=0):
        ran = exp(home, "compact", "--due", "--detached")
    assert ran.code == 0
    assert not skill.folder.digest.exists()


def test_a_worker_leaves_alone_what_a_repository_brought_and_nobody_used(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "clone"
    (root / ".git").mkdir(parents=True)
    theirs = Skill(root / ".claude" / "skills", "theirs")
    theirs.log(*[{**one, "skill": "theirs"} for one in events(12, winning_pattern="a")])
    assert exp(home, "compact", "--due", "--detached", f"--at={root}").code == 0
    assert not theirs.folder.digest.exists()
    assert add(home, {"winning_pattern": "b"}, str(theirs.folder.path), "--no-compact").returncode == 0
    assert exp(home, "compact", "--due", "--detached", f"--at={root}").code == 0
    assert theirs.folder.digest.exists()
