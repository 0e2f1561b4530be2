"""What a person did to the files counts from the next prompt (design: Freshness)."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house import WritePattern
from tests.index.living import Living, keep_times, pattern_id, word


def test_the_compiled_corpus_answers(living: Living) -> None:
    assert [living.warns(number) for number in range(8)] == [True] * 8
    assert not living.warns(50)
    assert sorted(path.name for path in living.index.iterdir() if path.name[0] != ".") == ["global.base"]


def test_a_new_file(living: Living) -> None:
    living.write(20)
    assert living.warns(20)
    assert living.warns(3)


def test_a_new_file_in_a_new_domain(living: Living) -> None:
    living.write(21, domain="brand-new")
    assert living.warns(21)


def test_an_edit(living: Living) -> None:
    living.write(3, said=33)
    assert living.warns(33, by=3)
    assert not living.warns(3)


def test_an_edit_of_the_same_size_in_the_same_second(living: Living) -> None:
    for said in (31, 41, 51, 61):
        before = living.path(3).stat()
        text = living.text(3, said=said)
        living.path(3).write_text(text)
        keep_times(living.path(3), before)
        assert living.path(3).stat().st_size == len(text.encode())
        assert living.warns(said, by=3)
    assert not living.warns(51, by=3)


def test_two_edits_with_a_prompt_between_them_and_no_pause(living: Living) -> None:
    for said in range(100, 110):
        living.write(5, said=said)
        assert living.warns(said, by=5), f"edit {said}"
        living.write(5, said=said + 50)
        assert not living.warns(said, by=5), f"the stale one after edit {said}"


def test_an_edit_by_replacing_the_file(living: Living) -> None:
    other = living.path(3).with_suffix(".tmp")
    other.write_text(living.text(3, said=33))
    keep_times(other, living.path(3).stat())
    other.replace(living.path(3))
    assert living.warns(33, by=3)


def test_a_rename(living: Living) -> None:
    living.path(3).rename(living.path(3).with_name("renamed.md"))
    assert living.warns(3)
    (living.home / "global" / "moved").mkdir()
    living.path(3).with_name("renamed.md").rename(living.home / "global" / "moved" / "x.md")
    assert living.warns(3)
    (living.home / "global" / "moved").rename(living.home / "global" / "again")
    assert living.warns(3)


def test_two_files_that_swap_their_names(living: Living) -> None:
    aside = living.path(1).with_suffix(".aside")
    living.path(1).rename(aside)
    living.path(2).rename(living.path(1))
    aside.rename(living.path(2))
    assert living.warns(1)
    assert living.warns(2)
    living.path(1).unlink()
    assert living.warns(1)
    assert not living.warns(2)


def test_a_removal_and_a_return(living: Living) -> None:
    text = living.path(3).read_text()
    for _ in range(2):
        living.path(3).unlink()
        assert not living.warns(3)
        living.path(3).write_text(text)
        assert living.warns(3)


def test_a_domain_that_goes(living: Living) -> None:
    living.write(22, domain="short-lived")
    assert living.warns(22)
    living.path(22, "short-lived").unlink()
    living.path(22, "short-lived").parent.rmdir()
    assert not living.warns(22)
    (living.home / "global").rename(living.home / "global.away")
    assert not living.warns(3)
    (living.home / "global.away").rename(living.home / "global")
    assert living.warns(3)


def into_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def into_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_text("---\nid: x\n"),
        lambda path: path.write_bytes(b"\xff\xfe\x00"),
        lambda path: path.write_text(""),
        lambda path: path.write_text(path.read_text().replace("validated", "archived")),
        lambda path: path.write_text(path.read_text().replace("url:", "url: null #")),
        lambda path: path.write_text(path.read_text() + "x" * 70_000),
        into_fifo,
        into_folder,
    ],
    ids=["torn", "bytes", "empty", "archived", "no provenance", "too large", "FIFO", "folder"],
)
def test_a_file_that_no_longer_loads_warns_no_more_and_costs_no_other(
    living: Living, spoil: Callable[[Path], object]
) -> None:
    text = living.path(3).read_text()
    spoil(living.path(3))
    assert not living.warns(3)
    assert living.warns(4)
    if living.path(3).is_dir():
        living.path(3).rmdir()
    else:
        living.path(3).unlink()
    living.path(3).write_text(text)
    assert living.warns(3)


def git(living: Living, *arguments: str) -> None:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
    subprocess.run(command, cwd=living.home / "global", check=True, capture_output=True)


def test_git_checkout_of_another_branch_with_older_times(living: Living) -> None:
    git(living, "init", "-q", "-b", "main")
    git(living, "add", ".")
    git(living, "commit", "-qm", "one")
    git(living, "checkout", "-qb", "other")
    living.write(3, said=33)
    living.path(4).unlink()
    living.write(23)
    git(living, "add", "-A")
    git(living, "commit", "-qm", "two")
    for branch, other in (("main", False), ("other", True), ("main", False)):
        git(living, "checkout", "-q", branch)
        for path in (living.home / "global").rglob("*.md"):
            os.utime(path, (1_000_000_000, 1_000_000_000))
        assert living.warns(33, by=3) == other
        assert living.warns(3) != other
        assert living.warns(4) != other
        assert living.warns(23) == other


@pytest.mark.parametrize("policy", ["ask", "never"])
def test_a_setting_counts_from_the_next_prompt(
    living: Living, write_pattern: WritePattern, tmp_path: Path, policy: str
) -> None:
    root = tmp_path / "project"
    (root / ".git").mkdir(parents=True)
    write_pattern(root / ".claude" / "experience", id=pattern_id(70), keywords=[f"{word(70)} overflow"])
    config = living.home / "config.yaml"
    for written, wanted in (("always", True), (policy, False), ("always", True), ("alwys", False)):
        config.write_text(f"project_patterns: {written}\n")
        assert (pattern_id(70) in living.told(70, root)) == wanted, written
        assert living.warns(2)
    config.write_text("project_patterns: always\n")
    assert pattern_id(70) in living.told(70, root)
    config.unlink()
    assert living.told(70, root) == ""


def test_L09_a_time_in_the_future_does_not_make_every_prompt_index(living: Living) -> None:
    living.write(24)
    os.utime(living.path(24), (4_000_000_000, 4_000_000_000))
    assert [living.warns(24) for _ in range(2)] == [True, True]
    before = {path: path.stat().st_mtime_ns for path in living.index.iterdir()}
    assert [living.warns(24) for _ in range(2)] == [True, True]
    assert {path: path.stat().st_mtime_ns for path in living.index.iterdir()} == before


def test_nothing_is_written_where_nothing_changed(living: Living) -> None:
    assert living.warns(1)
    before = {path: path.stat().st_mtime_ns for path in living.index.rglob("*")}
    for number in range(4):
        assert living.warns(number)
    assert {path: path.stat().st_mtime_ns for path in living.index.rglob("*")} == before
