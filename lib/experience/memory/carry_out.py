"""A checked change-set carried out, and taken back: backup, log, the file in one rename, log.

Killed between any two of these steps the memory is the old one or the new one, never half, and backup
and log hold all of it; the next run says in the log which.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.folder import made
from experience.files.lock import locked
from experience.files.read import Unreadable, read_regular
from experience.files.write import OvertakenError, content, write_atomic
from experience.hotpath import places
from experience.memory import limits, removals, whose
from experience.memory.check import Checked
from experience.memory.removals import Run
from experience.memory.whose import Memory

_ENDING = "_memory.backup.md"


class Busy(ExperienceError):
    """Another run has the lock of this memory."""


@dataclass(frozen=True)
class Applied:
    """`before`, `after`: characters."""

    run: str
    backup: Path
    before: int
    after: int


@contextlib.contextmanager
def alone(memory: Memory, wait: float = 0.0) -> Iterator[None]:
    """Keeps every other run of this memory out. The kernel holds the lock: a killed run leaves none."""
    folder = made(Path(places.state_dir()) / "memory")
    with locked(folder / memory.key, wait=wait) as held:
        if not held:
            raise Busy(f"{memory.path}: another run is at it; try again when it has ended")
        yield


def apply(memory: Memory, data: bytes, checked: Checked, now: float) -> Applied:
    """Write the new text in the place of `data`, which is what was checked; only inside `alone`.

    Raises OvertakenError where the file is another by now, ExperienceError where something cannot be
    written; in both cases the memory is untouched.
    """
    new = checked.text.encode("utf-8")
    run = _backed_up(memory, data, removals.sha256(new), now)
    removals.begin(memory, run, checked)
    try:
        write_atomic(memory.path, new, instead_of=data)
    except ExperienceError as error:
        if content(memory.path) == new:  # it failed after the rename
            return _ended(memory, run, data, checked)
        with contextlib.suppress(ExperienceError):
            why = "the file changed meanwhile" if isinstance(error, OvertakenError) else str(error)
            removals.end(memory, run, removals.NOT_APPLIED, why)
        raise
    return _ended(memory, run, data, checked)


def _ended(memory: Memory, run: Run, data: bytes, checked: Checked) -> Applied:
    with contextlib.suppress(ExperienceError):  # no room for this line: the next run adds it
        removals.end(memory, run, removals.APPLIED)
    return Applied(run.id, Path(run.backup), len(data.decode("utf-8")), len(checked.text))


def _backed_up(memory: Memory, data: bytes, after: str, now: float) -> Run:
    """`backup/<YYYY-MM-DD_HHMM>_memory.backup.md`; a second one in a minute gets `-2`."""
    stamp = time.strftime("%Y-%m-%d_%H%M", time.gmtime(now))
    folder = made(memory.backups)
    for number in range(1, 1000):
        name = stamp if number == 1 else f"{stamp}-{number}"
        try:
            path = write_atomic(folder / f"{name}{_ENDING}", data, instead_of=None)
        except OvertakenError:
            continue
        return Run(name, str(path), removals.sha256(data), after)
    raise ExperienceError(f"{folder}: a thousand backups of one minute; something is wrong here")


def snapshot(memory: Memory, name: str, data: bytes, now: float) -> Path:
    """A copy of a file that a program with tools of its own may touch, from before it ran."""
    stamp = time.strftime("%Y-%m-%d_%H%M%S", time.gmtime(now))
    return write_atomic(made(memory.backups) / f"{stamp}_before-run_{name}", data)


def undo(memory: Memory, named: str = "") -> Run:
    """Bring back what was there before a run, the last one unless `named`; only inside `alone`.

    Raises ExperienceError where the file changed since, or there is nothing to take back.
    """
    current = whose.contents(memory)
    removals.settle(memory, current)
    run = _to_undo(memory, named)
    if removals.sha256(current) != run.after:
        raise ExperienceError(
            f"{memory.path}: changed since run {run.id}; nothing was changed. What was there before it is in "
            f"{run.backup}, what was taken out in {memory.log}"
        )
    before = _backup_of(run)
    write_atomic(memory.path, before, instead_of=current)
    removals.end(memory, run, removals.UNDONE)
    return run


def _to_undo(memory: Memory, named: str) -> Run:
    known = removals.runs(memory)
    if named:
        known = [run for run in known if run.id == named]
        if not known:
            raise ExperienceError(f"no run {named!r} in {memory.log}")
        if known[0].end != removals.APPLIED:
            raise ExperienceError(f"run {named} is {known[0].end or 'under way'}: nothing to take back")
    applied = [run for run in known if run.end == removals.APPLIED]
    if not applied:
        raise ExperienceError(f"{memory.path}: no run to take back in {memory.log}")
    return applied[-1]


def _backup_of(run: Run) -> bytes:
    try:
        before = read_regular(run.backup, limits.MAX_MEMORY_BYTES)
    except Unreadable as error:
        raise ExperienceError(f"{run.backup}: {error}; nothing was changed") from error
    if removals.sha256(before) != run.before:
        raise ExperienceError(f"{run.backup}: is not what was backed up by run {run.id}; nothing was changed")
    return before
