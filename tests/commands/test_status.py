"""`exp.py status`: what a person looks at to know whether it lives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.house import RunHook, WritePattern, prompt_payload


def test_an_empty_home_is_no_error(home: Path) -> None:
    ran = exp(home, "status")
    assert (ran.code, ran.lines[0]) == (0, "status: on")
    assert "0 patterns" in ran.out
    assert "0 evaluated" in ran.out


def test_it_shows_the_corpus_and_what_fired(
    home: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    write_pattern(home / "global" / "frontend")
    run_hook(prompt_payload("ChunkLoadError: a stale chunk again"))
    run_hook(prompt_payload("rename the settings page"))
    ran = exp(home, "status")
    assert "1 pattern: frontend 1" in ran.out
    assert "2 evaluated, 1 with a warning" in ran.out
    assert "frontend-2026-04-18-stale-chunk" in ran.out


def test_a_file_that_does_not_load_is_counted(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    (home / "global" / "frontend" / "broken.md").write_text("---\nid: [\n---\n", encoding="utf-8")
    assert "1 file did not load: exp.py lint" in exp(home, "status").out


def test_patterns_that_wait_for_trust_are_counted(
    home: Path, tmp_path: Path, write_pattern: WritePattern
) -> None:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    folder = tmp_path / "project" / ".claude" / "experience"
    write_pattern(folder)
    assert "1 more is not allowed: exp.py trust" in exp(home, "status", cwd=folder).out
    write_pattern(folder, id="frontend-2026-04-19-other")
    assert "2 more are not allowed: exp.py trust" in exp(home, "status", cwd=folder).out


def test_L12_L13_lines_that_are_no_records_are_counted_not_met(home: Path) -> None:
    log = home / "logs" / "injections.jsonl"
    log.parent.mkdir(mode=0o700, exist_ok=True)
    good = json.dumps({"ts": "2026-04-18T10:00:00Z", "patterns_injected": ["a-2026-01-01-b"]})
    log.write_text(f'{good}\n[1]\n3\n{{"ts": NaN, "patterns_injected": 7}}\n{{"torn\n', encoding="utf-8")
    ran = exp(home, "status")
    assert ran.code == 0
    assert "2 evaluated, 1 with a warning" in ran.out
    assert "3 lines cannot be read" in ran.out


def test_one_line_that_is_no_record_is_one_line(home: Path) -> None:
    (home / "logs").mkdir(mode=0o700, exist_ok=True)
    (home / "logs" / "injections.jsonl").write_text("[1]\n", encoding="utf-8")
    assert "1 line cannot be read and is skipped" in exp(home, "status").out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "project_pattern: always\n",
            ":1: unknown setting 'project_pattern'; did you mean 'project_patterns'?",
        ),
        ("# why\nproject_patterns: sometimes\n", ":2: project_patterns must be one of ask, always, never"),
        ("- always\n", ":1: expected `setting: value` lines"),
    ],
)
def test_a_broken_config_is_a_row_and_the_safe_defaults_count(
    home: Path, tmp_path: Path, write_pattern: WritePattern, text: str, says: str
) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    write_pattern(project / ".claude" / "experience")
    write_pattern(home / "global" / "frontend")
    (home / "config.yaml").write_text(text, encoding="utf-8")
    ran = exp(home, "status", cwd=project)
    assert (ran.code, ran.lines[0]) == (0, "status: on")
    assert f"config   {home / 'config.yaml'}{says}" in ran.lines
    assert "global   1 pattern: frontend 1" in ran.lines
    assert ran.lines[-1] == "switch   on here"
    document = exp(home, "status", "--json", cwd=project).document
    assert document["config"].endswith(says)
    assert document["project_patterns"] == "ask"
    (project / ".experience-disabled").touch()
    assert exp(home, "status", cwd=project).lines[0] == "status: off"


def test_a_sound_config_has_no_row(home: Path) -> None:
    (home / "config.yaml").write_text("project_patterns: never\n", encoding="utf-8")
    ran = exp(home, "status")
    assert not [line for line in ran.lines if line.startswith("config")]
    assert exp(home, "status", "--json").document["config"] == ""


def test_the_switch_in_force_is_named(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    (project / ".experience-disabled").touch()
    ran = exp(home, "status", cwd=project)
    assert ran.lines[0] == "status: off"
    assert str(project / ".experience-disabled") in ran.lines[-1]


def test_errors_of_the_hook_are_shown(home: Path) -> None:
    (home / "logs").mkdir(mode=0o700, exist_ok=True)
    row = {
        "ts": "2026-04-18T10:00:00Z",
        "where": "retrieve",
        "error": "KeyError",
        "at": "match.py:7",
        "detail": "",
    }
    (home / "logs" / "errors.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert "retrieve KeyError match.py:7" in exp(home, "status").out


def test_json_is_the_one_object(home: Path) -> None:
    document = exp(home, "status", "--json").document
    assert document["status"] == "on"
    assert document["corpora"][0]["origin"] == "global"


def test_what_the_setting_keeps_out_is_not_put_on_trust(
    home: Path, tmp_path: Path, write_pattern: WritePattern
) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    write_pattern(project / ".claude" / "experience")
    (home / "config.yaml").write_text("project_patterns: never\n", encoding="utf-8")
    ran = exp(home, "status", cwd=project)
    assert "1 more is switched off by config.yaml" in ran.out
    assert "exp.py trust" not in ran.out
