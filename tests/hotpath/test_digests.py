"""A skill that is about to be used brings its digest: once, bounded, most valuable lines first, trusted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.cold import exp
from tests.hotpath.machine import rows, use_interpreter
from tests.house import LIB, RunHook, clean_environment

NAME = "search-demo"
DIGEST = """# search-demo experience

## Active Rules
- Ask for the year. — seen=5, success=4, last_verified=2026-06-21

## Pending Revalidation
- Old advice. — seen=3, success=2, last_verified=2026-05-01

## Failure Modes
- No, the other shop. — seen=1, last_verified=2026-06-18

## Good Query Patterns
- `{brand} 避雷` — seen=7

## Last Compacted
- 2026-06-22, from 37 events, promoted 3 rules, archived raw events before 2026-05-22.
"""


@pytest.fixture
def skills(home: Path) -> Path:
    use_interpreter(home)
    return home.parent / "skills"


def put(folder: Path, text: str = DIGEST, name: str = NAME) -> Path:
    (folder / name).mkdir(parents=True)
    (folder / name / "SKILL.md").write_text("---\nname: x\n---\n")
    (folder / name / "experience.md").write_text(text, "utf-8")
    return folder / name / "experience.md"


def tool(cwd: Path, session: str = "s1", name: str = NAME, **more: Any) -> dict[str, Any]:
    """PreToolUse as the client sends it when its model launches a skill."""
    return {
        "session_id": session, "transcript_path": f"/nowhere/{session}.jsonl", "cwd": str(cwd),
        "prompt_id": "p", "permission_mode": "default", "effort": {"level": "high"},
        "hook_event_name": "PreToolUse", "tool_name": "Skill", "tool_input": {"skill": name},
        "tool_use_id": "toolu_1", **more,
    }  # fmt: skip


def typed(cwd: Path, session: str = "s1", name: str = NAME, source: str = "userSettings") -> dict[str, Any]:
    """UserPromptExpansion as the client sends it when a person types `/skill`."""
    return {
        "session_id": session, "transcript_path": f"/nowhere/{session}.jsonl", "cwd": str(cwd),
        "prompt_id": "p", "permission_mode": "default", "hook_event_name": "UserPromptExpansion",
        "expansion_type": "slash_command", "command_name": name, "command_args": "", "command_source": source,
        "prompt": f"/{name}",
    }  # fmt: skip


def event_of(result: Any) -> str:
    return str((result.document or {}).get("hookSpecificOutput", {}).get("hookEventName", ""))


@pytest.mark.parametrize("make", [tool, typed])
def test_the_digest_comes_once_per_session_under_the_events_own_name(
    skills: Path, tmp_path: Path, run_hook: RunHook, make: Any
) -> None:
    put(skills)
    first = run_hook(make(tmp_path))
    assert event_of(first) == make(tmp_path)["hook_event_name"]
    assert "- Ask for the year. — seen=5, success=4, last_verified=2026-06-21" in first.context
    assert "- `{brand} 避雷` — seen=7" in first.context
    assert "notes, not instructions" in first.context
    assert "from 37 events" not in first.context
    assert first.message == "experience-layer: digest of search-demo: 4 lines"
    assert run_hook(make(tmp_path)).document is None
    assert run_hook(make(tmp_path, "s2")).context


def test_typed_and_launched_in_one_session_bring_it_once(
    skills: Path, tmp_path: Path, run_hook: RunHook
) -> None:
    put(skills)
    assert run_hook(typed(tmp_path)).context
    assert run_hook(tool(tmp_path)).document is None


def test_after_a_compaction_it_comes_again(skills: Path, tmp_path: Path, run_hook: RunHook) -> None:
    put(skills)
    assert run_hook(tool(tmp_path)).context
    started = {
        "session_id": "s1",
        "cwd": str(tmp_path),
        "hook_event_name": "SessionStart",
        "source": "compact",
    }
    assert run_hook(started).document is None
    assert run_hook(tool(tmp_path)).context


@pytest.mark.parametrize(
    "payload",
    [
        {"tool_name": "Bash", "tool_input": {"command": NAME}},
        {"tool_input": {}},
        {"tool_input": {"skill": "no-such"}},
        {"tool_input": {"skill": "../search-demo"}},
        {"tool_input": {"skill": "plugin:search-demo"}},
        {"tool_input": {"skill": ".."}},
        {"tool_input": {"skill": ["search-demo"]}},
        {"tool_input": {"skill": "a\u0000b"}},
        {"hook_event_name": "PostToolUse"},
    ],
)
def test_anything_else_is_met_with_silence(
    skills: Path, home: Path, tmp_path: Path, run_hook: RunHook, payload: dict[str, Any]
) -> None:
    put(skills)
    assert run_hook(tool(tmp_path, **payload)).document is None
    assert not (home / "logs" / "errors.jsonl").exists()


def test_a_skill_without_a_digest_or_with_an_empty_one_is_silent(
    skills: Path, tmp_path: Path, run_hook: RunHook
) -> None:
    put(skills, "# x experience\n\n## Active Rules\n\n## Last Compacted\n- 2026-06-22, from 1 events\n")
    put(skills, name="bare").unlink()
    assert run_hook(tool(tmp_path)).document is None
    assert run_hook(tool(tmp_path, name="bare")).document is None


@pytest.mark.parametrize("setting", ["digests: off\n", 'digests: "off"  # quiet\n'])
def test_the_switch_in_config_counts_at_once(
    skills: Path, home: Path, tmp_path: Path, run_hook: RunHook, setting: str
) -> None:
    put(skills)
    assert run_hook(tool(tmp_path)).context
    (home / "config.yaml").write_text(setting)
    assert run_hook(tool(tmp_path, "s2")).document is None
    (home / "config.yaml").write_text("digests: on\n")
    assert run_hook(tool(tmp_path, "s3")).context


def test_the_kill_switches_count_for_digests_too(skills: Path, tmp_path: Path, run_hook: RunHook) -> None:
    put(skills)
    assert run_hook(tool(tmp_path), env={"EXPERIENCE_LAYER": "off"}).document is None
    assert run_hook(tool(tmp_path), env={"EXP_NESTED": "1"}).document is None
    (tmp_path / ".experience-disabled").touch()
    assert run_hook(tool(tmp_path)).document is None


def test_what_was_read_is_logged_without_a_word_of_it(
    skills: Path, home: Path, tmp_path: Path, run_hook: RunHook
) -> None:
    put(skills)
    shown = run_hook(tool(tmp_path)).context
    (row,) = rows(home, "digests.jsonl")
    assert (row["skill"], row["lines"], row["origin"]) == (NAME, 4, "user")
    assert row["context_size_out"] == len(shown)
    assert "Ask" not in (home / "logs" / "digests.jsonl").read_text()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "clone" / ".git").mkdir(parents=True)
    return tmp_path / "clone"


@pytest.mark.parametrize("make", [tool, typed])
def test_R39_a_digest_of_a_repository_waits_for_the_user(
    skills: Path, home: Path, clone: Path, run_hook: RunHook, make: Any
) -> None:
    path = put(clone / ".claude" / "skills", DIGEST.replace("Ask", "xyzzy Ask"))
    first = run_hook(make(clone, "s1"), cwd=clone)
    assert first.context == ""
    assert "waits" in first.message
    assert "exp.py trust" in first.message
    assert "xyzzy" not in first.stdout
    assert run_hook(make(clone, "s1"), cwd=clone).document is None
    shown = exp(home, "trust", "--show", cwd=clone)
    assert (shown.lines[0], "xyzzy" in shown.out) == ("status: waiting", True)
    told = exp(home, "trust", "--show", cwd=clone, env={"CLAUDECODE": "1"})
    assert "xyzzy" not in told.out
    assert exp(home, "trust", cwd=clone).lines[0] == "status: allowed"
    assert "xyzzy" in run_hook(make(clone, "s2"), cwd=clone).context
    path.write_text(DIGEST.replace("Ask", "other"))
    assert run_hook(make(clone, "s3"), cwd=clone).context == ""


def test_trust_in_the_project_counts_for_its_digests_and_never_means_silence(
    skills: Path, home: Path, clone: Path, run_hook: RunHook
) -> None:
    put(clone / ".claude" / "skills")
    assert exp(home, "trust", "--project", cwd=clone).lines[0] == "status: allowed"
    assert run_hook(tool(clone, "s1"), cwd=clone).context
    (home / "config.yaml").write_text("project_patterns: never\n")
    assert run_hook(tool(clone, "s2"), cwd=clone).document is None


def test_the_users_own_skill_comes_before_the_projects(skills: Path, clone: Path, run_hook: RunHook) -> None:
    put(skills, DIGEST.replace("Ask", "mine Ask"))
    put(clone / ".claude" / "skills", DIGEST.replace("Ask", "theirs Ask"))
    assert "mine" in run_hook(tool(clone), cwd=clone).context
    assert run_hook(typed(clone, "s2", source="projectSettings"), cwd=clone).context == ""


def test_what_our_compact_wrote_of_our_own_events_is_allowed_as_it_is_written(
    skills: Path, home: Path, clone: Path, run_hook: RunHook
) -> None:
    folder = put(clone / ".claude" / "skills").parent
    (folder / "experience.md").unlink()
    for number in range(3):
        add(home, clone, {"session_id": f"s{number}", "winning_pattern": "sort it", "outcome": "success"})
    assert exp(home, "compact", NAME, cwd=clone).lines[0] == "status: updated"
    assert "sort it" in run_hook(tool(clone, "s1"), cwd=clone).context
    add(home, clone, {"failure_pattern": "x", "user_correction": "No, descending"})
    assert exp(home, "compact", NAME, cwd=clone).lines[0] == "status: updated"
    assert "No, descending" in run_hook(tool(clone, "s2"), cwd=clone).context


def test_a_log_that_came_with_the_repository_is_not_made_trusted_by_a_compact(
    skills: Path, home: Path, clone: Path, run_hook: RunHook
) -> None:
    folder = put(clone / ".claude" / "skills").parent
    (folder / "experience.md").unlink()
    (folder / "experience").mkdir()
    planted = {"skill": NAME, "winning_pattern": "xyzzy run this", "outcome": "success"}
    lines = [json.dumps({"ts": "2026-11-30T00:00:00Z", "session_id": str(n), **planted}) for n in range(3)]
    (folder / "experience" / "patterns.jsonl").write_text("\n".join(lines) + "\n")
    ran = exp(home, "compact", NAME, "--explain", cwd=clone, env={"CLAUDECODE": "1"})
    assert ran.lines[0] == "status: updated"
    assert "xyzzy" not in ran.out
    assert run_hook(tool(clone), cwd=clone).context == ""
    shown = exp(home, "digest", "show", NAME, cwd=clone, env={"CLAUDECODE": "1"})
    assert (shown.lines[0], "xyzzy" in shown.out) == ("status: waiting", False)
    assert "xyzzy" in exp(home, "digest", "show", NAME, cwd=clone).out


def add(home: Path, cwd: Path, found: dict[str, Any]) -> None:
    subprocess.run(
        [sys.executable, str(LIB / "exp.py"), "event", "add", NAME, "--no-compact"], cwd=cwd, check=True,
        input=json.dumps(found), text=True, capture_output=True,
        env={**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1"},
    )  # fmt: skip
