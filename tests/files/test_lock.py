"""Locks where nothing can be locked, and locks that somebody left behind (case R35).

NFS is not to be had here: the error that it gives is raised in its place.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from pathlib import Path

import pytest

from experience.files.lock import locked
from experience.hotpath import record, turn


@pytest.fixture(params=[errno.ENOLCK, errno.EBADF, errno.EOPNOTSUPP], ids=errno.errorcode.get)
def no_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(request.param, os.strerror(request.param))

    monkeypatch.setattr(fcntl, "flock", refused)


@pytest.mark.usefixtures("no_locks")
def test_R35_a_file_system_without_locks_holds_nobody_up(tmp_path: Path) -> None:
    began = time.monotonic()
    with locked(tmp_path / "x") as held, turn.Turn(str(tmp_path), began + 9) as mine:
        assert held
        assert mine
    assert time.monotonic() - began < 0.1


@pytest.mark.usefixtures("no_locks")
def test_R35_nor_does_a_log_that_should_be_put_aside(tmp_path: Path) -> None:
    log = tmp_path / "injections.jsonl"
    log.write_bytes(b"x" * 3_000_000)
    began = time.monotonic()
    record.rotate(str(log))
    assert time.monotonic() - began < 0.1
    assert log.stat().st_size == 3_000_000, "nothing is lost"


@pytest.mark.parametrize("kind", ["file", "folder", "link to nowhere"])
def test_R35_a_lock_left_an_hour_ago_holds_nobody_up(tmp_path: Path, kind: str) -> None:
    lock = tmp_path / ".x.lock"
    if kind == "file":
        lock.touch()
    elif kind == "folder":
        lock.mkdir()
    else:
        lock.symlink_to(tmp_path / "nowhere" / "lock")
    os.utime(lock, (time.time() - 3600,) * 2, follow_symlinks=False)
    began = time.monotonic()
    with locked(tmp_path / "x") as held:
        assert held
    assert time.monotonic() - began < 0.1


def test_one_holder_at_a_time_and_a_waiter_gives_up_in_time(tmp_path: Path) -> None:
    with locked(tmp_path / "x") as first:
        began = time.monotonic()
        with locked(tmp_path / "x", wait=0.2) as second:
            assert first
            assert not second
        assert 0.1 < time.monotonic() - began < 2
    with locked(tmp_path / "x", wait=0) as third:
        assert third
