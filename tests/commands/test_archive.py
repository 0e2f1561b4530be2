"""`exp.py archive` and `restore`: out of use and back, with nothing else of the file changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.feedback.judged import loaded, write
from tests.hotpath.machine import MATCHING, PATTERN, told


@pytest.mark.parametrize("status", ["pending", "validated"])
def test_archived_it_never_warns_and_restored_it_is_what_it_was(home: Path, status: str) -> None:
    path = write(home, review_status=status)
    before = path.read_bytes()
    assert exp(home, "archive", PATTERN).lines[0] == "status: archived"
    assert told(home, MATCHING) == ""
    assert exp(home, "archive", PATTERN).lines[0] == "status: unchanged"
    assert exp(home, "restore", PATTERN).lines[0] == "status: restored"
    assert path.read_bytes() == before
    assert PATTERN in told(home, MATCHING)
    assert exp(home, "restore", PATTERN).lines[0] == "status: unchanged"


def test_what_a_person_archived_comes_back_as_unreviewed(home: Path) -> None:
    write(home, review_status="archived")
    exp(home, "restore", PATTERN)
    assert loaded(home).review_status == "pending"


def test_it_wants_an_id_and_acts_on_no_other(home: Path) -> None:
    write(home)
    assert exp(home, "archive").code == 2
    assert exp(home, "archive", "frontend-2026-04-18-stale-chnuk").lines[0] == "status: unknown"
    assert exp(home, "archive", "--stdin", said="$(touch x); '").code == 1
    assert loaded(home).review_status == "validated"


def test_a_file_that_cannot_be_edited_is_refused(home: Path) -> None:
    path = write(home)
    kept = path.with_suffix(".txt")
    path.rename(kept)
    path.symlink_to(kept)
    ran = exp(home, "archive", PATTERN)
    assert (ran.code, ran.lines[0]) == (1, "status: error")
    assert path.is_symlink()
