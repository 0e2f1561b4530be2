"""Logs -> the small file that the hook reads (hotpath/verdicts.py). Rebuildable at any time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from experience.errors import ExperienceError
from experience.events import edits, verdicts
from experience.events.rows import files_of
from experience.feedback import tallies
from experience.files.lock import locked
from experience.files.write import make_private_dir, write_atomic
from experience.hotpath import jsonlite
from experience.hotpath import verdicts as compiled

#: Seconds to wait for another verdict that is being written.
PATIENCE = 10.0


@contextmanager
def alone() -> Iterator[None]:
    """Hold the one lock of verdicts: what is counted, logged and compiled belongs together."""
    path = Path(compiled.path())
    try:
        make_private_dir(path.parent)
    except OSError as error:
        raise ExperienceError(
            f"{path.parent}: cannot be made ({error.strerror}); nothing was counted"
        ) from error
    with locked(path, wait=PATIENCE) as held:
        if not held:
            raise ExperienceError(f"{path}: another verdict is being written; try again")
        yield


def known() -> tallies.Tallies:
    """All tallies, from the logs."""
    return tallies.tallies(verdicts.in_force(), edits.tightenings())


def document(counted: tallies.Tallies) -> dict[str, Any]:
    """What the hook reads: only what has an effect."""
    patterns: dict[str, Any] = {}
    for pattern, contents in sorted(counted.items()):
        rows = {
            content: [round(tally.factor, 4), tally.needs, tally.why(), tally.saved]
            for content, tally in sorted(contents.items())
            if tally.saves or tally.false_positives
        }
        if rows:
            patterns[pattern] = rows
    return {"format": compiled.FORMAT, "patterns": patterns}


def rebuild() -> None:
    """Compile the logs anew. Call it under `alone`. Raises ExperienceError where it cannot be written."""
    write_atomic(Path(compiled.path()), (jsonlite.dumps(document(known())) + "\n").encode("ascii"))


def refresh() -> None:
    """Compile the logs anew where anything was ever said: `state/` may have been deleted. What cannot be
    written now has no effect, until the next verdict."""
    path = Path(compiled.path())
    if not path.exists() and not any(files_of(name) for name in verdicts.LOGS.values()):
        return
    with suppress(ExperienceError, OSError), alone():
        rebuild()
