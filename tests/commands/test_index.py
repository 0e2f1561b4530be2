"""`exp.py index`: everything compiled, one process at a time."""

from __future__ import annotations

from pathlib import Path

from experience.files.lock import locked
from tests.commands.cold import exp
from tests.house import RunHook, WritePattern, prompt_payload


def test_it_counts_what_it_indexed(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    (home / "global" / "frontend" / "broken.md").write_text("no frontmatter\n", encoding="utf-8")
    ran = exp(home, "index")
    assert (ran.code, ran.lines[0]) == (0, "status: indexed")
    assert ran.lines[1].startswith("1 of 2 files indexed")


def test_a_second_process_leaves_it_to_the_first(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    assert exp(home, "index").code == 0
    with locked(home / "state" / "index" / "global.base") as held:
        assert held
        ran = exp(home, "index")
    assert (ran.code, ran.lines[0]) == (0, "status: busy")


def test_the_projects_corpus_is_indexed_only_where_the_user_said_always(
    home: Path, tmp_path: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    write_pattern(project / ".claude" / "experience", id="general-2026-04-18-mine", keywords=["wobbler"])
    asked = prompt_payload("the wobbler is off", cwd=str(project))
    assert len(exp(home, "index", "--json", cwd=project).document["indexed"]) == 1
    assert run_hook(asked, cwd=project).context == ""
    (home / "config.yaml").write_text("project_patterns: always\n", encoding="utf-8")
    assert len(exp(home, "index", "--json", cwd=project).document["indexed"]) == 2
    context = run_hook(prompt_payload("the wobbler is off", cwd=str(project)), cwd=project).context
    assert "general-2026-04-18-mine" in context
    assert "from this repository" in context


def test_a_wrong_setting_is_refused_with_its_line(home: Path) -> None:
    (home / "config.yaml").write_text("# mine\nproject_pattern: always\n", encoding="utf-8")
    ran = exp(home, "list")
    assert ran.code == 1
    assert f"{home / 'config.yaml'}:2" in ran.err
    assert "project_patterns" in ran.err


def test_the_index_is_private(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    assert exp(home, "index").code == 0
    base = home / "state" / "index" / "global.base"
    assert base.stat().st_mode & 0o777 == 0o600
    assert base.parent.stat().st_mode & 0o777 == 0o700
