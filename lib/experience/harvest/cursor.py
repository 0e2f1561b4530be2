"""Which transcripts were harvested as they are now: state/harvest/cursor.jsonl, a line each, the last counts.

Written as the work goes on, so that a run that is killed loses at most the last seconds. One that is lost
costs time only: the logs themselves say what was appended.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from experience.errors import ExperienceError
from experience.files import journal
from experience.files.lock import locked
from experience.files.tree import explained
from experience.files.write import make_private_dir, write_atomic
from experience.hotpath import places
from experience.transcripts import finder

#: Lines that are out of date before the file is written anew.
SLACK = 5000
_LINE = 16 * 1024

#: (bytes, nanoseconds of the last change) of the transcript, and bytes of its subagents' files.
Stamp = tuple[int, int, int]


def folder() -> Path:
    return Path(places.state_dir()) / "harvest"


def _file() -> Path:
    return folder() / "cursor.jsonl"


def stamp(path: Path, agents: Iterable[Path] | None = None) -> Stamp:
    """(0, 0, 0) for a file that vanished."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0, 0
    others = finder.subagents_of(path) if agents is None else agents
    return status.st_size, status.st_mtime_ns, sum(map(_size, others))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


class Cursor:
    """`seen`: real path -> stamp at which it was harvested."""

    def __init__(self) -> None:
        self.seen: dict[str, Stamp] = {}
        lines = 0
        for line in journal.lines(_file(), _LINE):
            lines += 1
            row = _row(line)
            if row:
                self.seen[row[0]] = row[1]
        if lines > len(self.seen) + SLACK:
            self._rewrite()

    def is_done(self, path: Path) -> bool:
        return self.seen.get(os.path.realpath(path)) == stamp(path)

    def done(self, found: Iterable[tuple[Path, Stamp]]) -> None:
        """Remember files; `found`: with the stamp they had when they were read."""
        rows = [(os.path.realpath(path), at) for path, at in found]
        if rows:
            self.seen.update(rows)
            with journal.held(_file(), folder()):
                journal.append(_file(), b"\n".join(_line(path, at) for path, at in rows))

    def _rewrite(self) -> None:
        """Without what is gone and what is out of date."""
        self.seen = {path: at for path, at in self.seen.items() if Path(path).exists()}
        with journal.held(_file(), folder()):
            write_atomic(_file(), b"".join(_line(path, at) + b"\n" for path, at in self.seen.items()))


def _line(path: str, at: Stamp) -> bytes:
    return json.dumps({"path": path, "at": at}, ensure_ascii=True).encode()


def _row(line: bytes | None) -> tuple[str, Stamp] | None:
    try:
        found = json.loads(line or b"")
        size, changed, agents = (int(one) for one in found["at"])
        return str(found["path"]), (size, changed, agents)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


@contextmanager
def alone(*, wait: float) -> Iterator[None]:
    """One harvest at a time. Raises ExperienceError where another is at it for `wait` seconds."""
    with explained(folder()):
        make_private_dir(folder())
    with locked(folder() / "worker", wait=wait) as mine:
        if not mine:
            raise ExperienceError("another harvest is running; what it leaves is taken by the next one")
        yield
