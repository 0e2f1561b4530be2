"""`exp.py lint`: path:line: message [check], and an exit code for CI."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.commands.cold import exp
from tests.corpus_files import CORPUS
from tests.house import ROOT, WritePattern

EXAMPLES: dict[str, Any] = {"fire": ["open tabs are blank after we deploy"], "quiet": ["rename the chunk"]}


def test_a_clean_corpus(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend", **EXAMPLES)
    ran = exp(home, "lint")
    assert (ran.code, ran.lines) == (0, ["status: clean", "1 file, 0 errors, 0 warnings"])


def test_an_empty_home_is_clean(home: Path) -> None:
    assert exp(home, "lint").lines[-1] == "0 files, 0 errors, 0 warnings"


def test_a_warning_alone_does_not_fail(home: Path, write_pattern: WritePattern) -> None:
    path = write_pattern(home / "global" / "frontend", quiet=EXAMPLES["quiet"])
    ran = exp(home, "lint", str(path))
    assert (ran.code, ran.lines[0]) == (0, "status: problems")
    assert ran.lines[1].startswith(f"{path}:21: warning: examples.fire: none")
    assert ran.lines[1].endswith("[XP201]")


def test_errors_fail_and_every_problem_has_path_and_line(home: Path) -> None:
    ran = exp(home, "lint", str(CORPUS / "bad"))
    assert (ran.code, ran.lines[0]) == (1, "status: problems")
    assert len(ran.lines) > 40
    for line in ran.lines[1:-1]:
        path, number, rest = line.split(":", 2)
        assert Path(path).is_file()
        assert number.isdigit()
        assert rest.endswith("]")


def test_the_good_samples_are_clean(home: Path) -> None:
    ran = exp(home, "lint", str(CORPUS / "good"), "--json")
    assert ran.document["problems"] == []
    assert ran.document["files"] >= 8


def test_a_path_without_patterns_is_an_error(home: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    ran = exp(home, "lint", str(empty))
    assert (ran.code, ran.lines) == (1, ["status: error"])
    assert "nothing was checked" in ran.err
    assert "no such file" in exp(home, "lint", str(tmp_path / "absent.md")).err


def test_the_same_id_in_two_files_names_both(home: Path, write_pattern: WritePattern) -> None:
    first = write_pattern(home / "global" / "frontend", filename="a.md", **EXAMPLES)
    second = write_pattern(home / "global" / "frontend", filename="b.md", **EXAMPLES)
    (problem,) = exp(home, "lint", "--json").document["problems"]
    assert (problem["path"], problem["check"], problem["line"]) == (str(second), "duplicate", 2)
    assert str(first) in problem["message"]


def test_files_that_nobody_loads_are_named(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend" / "deeper", **EXAMPLES)
    os.mkfifo(home / "global" / "frontend" / "pipe.md") if (home / "global" / "frontend").is_dir() else None
    ran = exp(home, "lint", "--json")
    assert [problem["check"] for problem in ran.document["problems"]] == ["corpus", "corpus"]
    assert ran.document["files"] == 0


def test_the_project_of_the_folder_is_checked_too(
    home: Path, tmp_path: Path, write_pattern: WritePattern
) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    write_pattern(project / ".claude" / "experience", keywords=[])
    assert exp(home, "lint", cwd=project).code == 0  # nobody allowed it yet: it is not read
    assert exp(home, "lint", ".claude/experience", cwd=project).code == 1
    assert exp(home, "trust", "--project", cwd=project).code == 0
    ran = exp(home, "lint", cwd=project)
    assert ran.code == 1
    assert "could never fire" in ran.out


def test_an_archived_pattern_is_no_problem(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend", review_status="archived", **EXAMPLES)
    assert exp(home, "lint").lines[0] == "status: clean"


def test_control_characters_of_a_file_do_not_reach_the_terminal(
    home: Path, write_pattern: WritePattern
) -> None:
    write_pattern(home / "global" / "frontend", severity='"\\e[31mred"', **EXAMPLES)
    ran = exp(home, "lint")
    assert "\x1b" not in ran.out
    assert ran.code == 1


def test_file_names_of_a_clone_are_written_out(
    home: Path, tmp_path: Path, write_pattern: WritePattern
) -> None:
    folder = tmp_path / "clone"
    write_pattern(folder, filename="a\x1b[31m\nb.md", **EXAMPLES)
    write_pattern(folder, filename="b\x1b[2Jc.md", severity="loud", **EXAMPLES)
    ran = exp(home, "lint", str(folder))
    assert ran.code == 1
    assert "\x1b" not in ran.out + ran.err
    assert "\\u{1B}" in ran.out
    ran = exp(home, "lint", str(folder / "\x1babsent.md"))
    assert "\x1b" not in ran.out + ran.err


def slips(home: Path, *arguments: str, cwd: Path | None = None) -> list[tuple[str, int, str]]:
    """(check, line, message) of what lint says about examples."""
    problems = exp(home, "lint", "--json", *arguments, cwd=cwd).document["problems"]
    return [
        (one["check"], one["line"], one["message"]) for one in problems if one["check"] in ("XP203", "XP204")
    ]


def test_examples_that_do_not_do_as_they_say_are_named(home: Path, write_pattern: WritePattern) -> None:
    path = write_pattern(
        home / "global" / "frontend",
        none=["storybook"],
        fire=["a stale chunk in storybook", "/plan a stale chunk", "ChunkLoadError after a deploy"],
        quiet=["after a deploy ChunkLoadError", "rename the button"],
    )
    vetoed, command, warns = slips(home)
    text = path.read_text("utf-8").splitlines()
    assert vetoed[:2] == ("XP203", 1 + next(at for at, line in enumerate(text) if line.startswith("  fire")))
    assert "in storybook' does not bring the warning (veto" in vetoed[2]
    assert "does not look at" in command[2]
    assert warns[:2] == ("XP204", vetoed[1] + 1)
    assert "ChunkLoadError' brings the warning" in warns[2]
    assert not (home / "state").exists(), "lint leaves no trace"
    assert slips(home, str(path)) == [vetoed, command, warns]
    assert exp(home, "lint").code == 0


def test_examples_are_played_over_the_corpus_that_a_file_lies_in(
    home: Path, tmp_path: Path, write_pattern: WritePattern
) -> None:
    veto: dict[str, Any] = {"fire": ["a stale chunk again"], "quiet": ["rename it"], "none": ["stale chunk"]}
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    path = write_pattern(project / ".claude" / "experience", **veto)
    other = write_pattern(home / "global" / "frontend", **EXAMPLES)
    assert len(slips(home, str(path), cwd=project)) == 1, "in no corpus yet: by itself"
    assert exp(home, "trust", "--project", cwd=project).code == 0
    assert slips(home, cwd=project) == [], "the global one of the same id counts"
    other.unlink()
    (slip,) = slips(home, cwd=project)
    assert "veto" in slip[2]


def test_lint_sees_edits_that_no_index_knows_yet(home: Path, write_pattern: WritePattern) -> None:
    folder = home / "global" / "frontend"
    write_pattern(folder, **EXAMPLES)
    assert exp(home, "index").code == 0
    assert slips(home) == []
    write_pattern(folder, **{**EXAMPLES, "none": ["open tabs"]})
    assert [check for check, _, _ in slips(home)] == ["XP203"]


def test_an_example_that_is_crowded_out_is_no_fault(home: Path, write_pattern: WritePattern) -> None:
    for number in range(6):
        name = f"frontend-2026-04-18-twin-{number}"
        write_pattern(
            home / "global" / "frontend", id=name, fire=["a stale chunk again"], quiet=["rename it"]
        )
    assert slips(home) == []


@pytest.mark.timing
def test_fifty_files_take_less_than_three_seconds(home: Path) -> None:
    shutil.copytree(ROOT / "templates" / "starter", home / "global")
    before = os.times()
    ran = exp(home, "lint", "--json")
    after = os.times()
    assert ran.document["files"] >= 50
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    assert 0.1 < spent < 3, "of processor, whatever else the machine does"
