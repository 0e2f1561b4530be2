"""Where things lie, without git."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from experience.hotpath import places


def test_the_default_is_below_the_clients_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert places.home() == f"{tmp_path}/.claude/experience"
    assert places.global_corpus() == f"{tmp_path}/.claude/experience/global"


@pytest.mark.parametrize("kind", ["folder", "file", "dangling link"])
def test_R32_the_root_holds_dot_git_of_any_kind(tmp_path: Path, kind: str) -> None:
    root = tmp_path / "p"
    (root / "a" / "b").mkdir(parents=True)
    mark = root / ".git"
    if kind == "folder":
        mark.mkdir()
    elif kind == "file":
        mark.write_text("gitdir: /nowhere\n")
    else:
        mark.symlink_to("/nowhere/at/all")
    for cwd in (root, root / "a", root / "a" / "b", root / "a" / ".." / "a"):
        assert places.project_root(str(cwd)) == str(root)


def test_R32_the_nearest_root_counts(tmp_path: Path) -> None:
    inner = tmp_path / "outer" / "inner"
    (inner / ".git").mkdir(parents=True)
    (tmp_path / "outer" / ".git").mkdir()
    assert places.project_root(str(inner)) == str(inner)
    assert places.project_root(str(tmp_path / "outer")) == str(tmp_path / "outer")


def test_R32_a_bare_repository_is_no_project(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "x.git")], check=True)
    assert places.project_root(str(tmp_path / "x.git")) is None
    assert places.project_root(str(tmp_path / "x.git" / "refs")) is None


@pytest.mark.parametrize(
    "cwd", ["", "relative", ".", "~", "C:\\x", "/nowhere/at/all", "/etc/passwd", "/a\0b", "/\ud800"]
)
def test_R36_an_unknown_folder_is_no_project(cwd: str) -> None:
    assert places.project_root(cwd) is None
    assert places.disabling_marker(cwd) == ""


def test_without_a_repository_the_folder_itself(tmp_path: Path) -> None:
    assert places.project_root(str(tmp_path)) == str(tmp_path)
    assert places.project_root("/") == "/"


def test_a_home_that_is_a_repository_is_not_its_own_project(home: Path) -> None:
    (home.parent.parent / ".git").mkdir()
    assert places.project_root(str(home)) == str(home.parent.parent)
    assert places.project_corpus(str(home.parent.parent)) is None


def test_nor_through_a_symlink(home: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(home.parent.parent)
    assert places.project_corpus(str(tmp_path / "link")) is None


@pytest.mark.parametrize(
    "lines", ["", "/usr/bin/python3", "/usr/bin/python3\n", "/usr/bin/python3\n/site\n", "\xff"]
)
def test_the_interpreter_file_may_be_short(home: Path, lines: str) -> None:
    (home / "state").mkdir()
    (home / "state" / "interpreter").write_bytes(lines.encode("latin-1"))
    found = places.interpreter()
    assert found[1] == ("/site" if "/site" in lines else "")
