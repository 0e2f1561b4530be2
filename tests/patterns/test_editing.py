"""An edit of a pattern's file: whole or not at all, only what was meant, never where it may not write."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from experience.files.frontmatter_edit import EditRefused, append_items, set_values
from experience.files.write import OvertakenError
from experience.index.compiler import content_hash
from experience.patterns.editing import Unwritable, edit
from experience.patterns.parse import parse_file
from experience.patterns.trust import digest
from tests.house import pattern_text


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EXPERIENCE_HOME", str(tmp_path / "home"))
    path = tmp_path / "corpus" / "a.md"
    path.parent.mkdir()
    path.write_text(pattern_text())
    return path


def counted(data: bytes) -> bytes:
    hits = int(data.split(b"\nhits: ")[1].split(b"\n")[0])
    return set_values(data, {"hits": hits + 1})


def test_a_counter_goes_up_and_the_identity_stays(page: Path) -> None:
    page.chmod(0o640)
    before = parse_file(page).pattern
    done = edit(page, counted, keys={"hits"})
    after = parse_file(page).pattern
    assert before is not None
    assert after is not None
    assert (after.hits, done.keys, done.changed) == (1, frozenset({"hits"}), True)
    assert content_hash(after) == content_hash(before)
    assert digest(done.after) == digest(done.before), "a counter is no news to decide on"
    assert page.stat().st_mode & 0o777 == 0o640
    assert os.listdir(page.parent) == ["a.md"], "nothing is left beside a file of a repository"


def test_two_sessions_that_count_at_once_lose_nothing(page: Path) -> None:
    workers = [threading.Thread(target=lambda: [edit(page, counted) for _ in range(10)]) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert b"\nhits: 40\n" in page.read_bytes()


def test_a_key_that_was_not_meant_is_refused(page: Path) -> None:
    before = page.read_bytes()
    with pytest.raises(EditRefused, match="severity"):
        edit(page, lambda data: set_values(data, {"hits": 1, "severity": "high"}), keys={"hits"})
    with pytest.raises(EditRefused, match="id"):
        edit(page, lambda data: set_values(data, {"id": "other"}))
    with pytest.raises(EditRefused):
        edit(page, lambda data: data + b"more\n")
    with pytest.raises(EditRefused):
        edit(page, lambda data: data.replace(b"keywords:", b"words:"))
    with pytest.raises(EditRefused):
        edit(page, lambda _: b"")
    assert page.read_bytes() == before


def test_an_item_that_the_format_refuses_is_refused(page: Path) -> None:
    with pytest.raises(EditRefused, match="too many"):
        edit(page, lambda data: append_items(data, ("triggers", "none"), ["x" * 5000]))


def test_a_symlink_a_folder_and_a_read_only_file_are_unwritable(page: Path) -> None:
    link = page.with_name("link.md")
    link.symlink_to(page)
    with pytest.raises(Unwritable, match="symlink"):
        edit(link, counted)
    page.chmod(0o444)
    for path, word in ((page, "read-only"), (page.parent, "regular"), (page.with_name("no.md"), "No such")):
        with pytest.raises(Unwritable, match=word):
            edit(path, counted)
    assert link.is_symlink()


def test_what_another_program_writes_meanwhile_is_kept(page: Path) -> None:
    def slow(data: bytes) -> bytes:
        page.write_bytes(data + b"theirs\n")
        return counted(data)

    with pytest.raises(Unwritable) as caught:
        edit(page, slow)
    assert isinstance(caught.value.__cause__, OvertakenError)
    assert page.read_bytes().endswith(b"theirs\n")
