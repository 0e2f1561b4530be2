"""Only small regular files are read; nothing is waited for."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from experience.files.read import Unreadable, read_regular


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_bytes(b"abc")
    assert read_regular(path, 3) == b"abc"
    with pytest.raises(Unreadable, match="too many"):
        read_regular(path, 2)


@pytest.mark.parametrize("kind", ["fifo", "folder", "device", "absent", "dangling"])
def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.md"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "dangling":
        path.symlink_to(tmp_path / "nowhere")
    started = time.perf_counter()
    with pytest.raises(Unreadable):
        read_regular(path, 100)
    assert time.perf_counter() - started < 0.5


def test_F20_a_huge_file_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    with path.open("wb") as file:
        file.truncate(20 * 1024 * 1024)
    with pytest.raises(Unreadable, match="20,971,520"):
        read_regular(path, 65536)
