"""config.yaml, edited: the one line meant, comments and order stay. And copies of what we edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.folder import made
from experience.files.frontmatter_edit import set_values
from experience.files.lock import locked
from experience.files.read import Unreadable, read_regular
from experience.files.write import write_atomic
from experience.hotpath import places
from experience.hotpath.roster import config_path
from experience.index import config
from experience.vocabulary import MAX_PATTERN_BYTES

_FENCE = b"---\n"


def change(name: str, was: str, now: str, entry: str) -> None:
    """Set a number, if it is `was` now; what the file was is kept under `entry`. Raises ExperienceError; then
    nothing was written."""
    _replace(name, was, lambda data: _with(data, name, now), entry)


def take_back(name: str, was: str, now: str, entry: str) -> None:
    """Undo a change from `was` to `now`: the very bytes from before, where nothing else was edited since."""
    before = backup(f"{entry}-config.yaml")
    _replace(name, now, lambda data: before if _with(before, name, now) == data else _with(data, name, was))


def _replace(name: str, was: str, made_of: Callable[[bytes], bytes], entry: str = "") -> None:
    path = Path(config_path())
    with locked(path):
        in_force = f"{getattr(config.load(), name):g}"
        if in_force != was:
            raise ExperienceError(f"{path}: {name} is {in_force} now, not {was}; exp.py tune looks again")
        before = _content(path)
        if before is not None and entry:
            store_backup(f"{entry}-config.yaml", before)
        write_atomic(path, made_of(before or b""), instead_of=before)
    config.load()


def _with(data: bytes, name: str, now: str) -> bytes:
    body = data if not data or data.endswith(b"\n") else data + b"\n"
    edited = set_values(_FENCE + body + _FENCE, {name: now})[len(_FENCE) : -len(_FENCE)]
    return edited.replace(f'{name}: "{now}"'.encode(), f"{name}: {now}".encode())


def _content(path: Path) -> bytes | None:
    try:
        return read_regular(path, config.MAX_BYTES)
    except Unreadable as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return None
        raise ExperienceError(f"{path}: {error}") from error


def folder() -> Path:
    return Path(places.home()) / "backups" / "tune"


def store_backup(name: str, data: bytes) -> None:
    write_atomic(made(folder()) / name, data)


def backup(name: str) -> bytes:
    """The copy of this name, b"" where it is gone."""
    try:
        return read_regular(folder() / name, MAX_PATTERN_BYTES)
    except Unreadable:
        return b""
