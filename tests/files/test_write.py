"""Replace a file whole or not at all, and never what another program wrote meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from experience.files import write
from experience.files.exchange import exchange
from experience.files.write import OvertakenError, write_atomic


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def test_two_files_change_places(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("1")
    other.write_text("2")
    swapped = exchange(one, other)
    assert (one.read_text(), other.read_text()) == (("2", "1") if swapped else ("1", "2"))
    assert not exchange(one, tmp_path / "missing")


@pytest.mark.parametrize("can_swap", [True, False])
def test_a_file_that_is_what_we_read_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_swap: bool
) -> None:
    if not can_swap:
        monkeypatch.setattr(write, "exchange", lambda _one, _other: False)
    path = tmp_path / "settings.json"
    write_atomic(path, b"first", instead_of=None)
    write_atomic(path, b"second", instead_of=b"first")
    assert path.read_bytes() == b"second"
    assert names(tmp_path) == ["settings.json"]


@pytest.mark.parametrize("instead_of", [b"what we read", None])
def test_a_file_that_changed_meanwhile_stays(tmp_path: Path, instead_of: bytes | None) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"theirs")
    with pytest.raises(OvertakenError):
        write_atomic(path, b"ours", instead_of=instead_of)
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["settings.json"]


@pytest.mark.parametrize("before", [b"what we read", None])
def test_a_write_in_the_very_last_moment_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bytes | None
) -> None:
    """Another program writes after our last look and before our swap."""
    path = tmp_path / "settings.json"
    if before is not None:
        path.write_bytes(before)
    look = write.content

    def overtaken(target: Path) -> bytes | None:
        seen = look(target)
        path.write_bytes(b"theirs")
        return seen

    monkeypatch.setattr(write, "content", overtaken)
    if before is not None and not exchange(path, path):
        pytest.skip("no atomic swap on this system")
    with pytest.raises(OvertakenError):
        write_atomic(path, b"ours", instead_of=before)
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["settings.json"]
