"""Logs -> the small file that the hook reads (hotpath/verdicts.py). Rebuildable at any time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from experience.errors import ExperienceError
from experience.events import edits, tunings, verdicts
from experience.events.rows import files_of
from experience.feedback import tallies
from experience.files.lock import locked
from experience.files.write import make_private_dir, write_atomic
from experience.hotpath import jsonlite
from experience.hotpath import verdicts as compiled
from experience.vocabulary import LOG_TUNING

#: Seconds to wait for another verdict that is being written.
PATIENCE = 10.0
#: Why a warning is held back that was muted by a proposal.
BY_TUNE = "muted by exp.py tune; exp.py tune --undo takes that back"


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


def muted_contents() -> dict[str, set[str]]:
    """Pattern id -> hashes of what is muted by `exp.py tune`, and of what our own edits made of it."""
    found = tunings.muted()
    for edit in edits.tightenings() if found else ():
        if edit.before in found.get(edit.id, ()):
            found[edit.id].add(edit.after)
    return found


def _mute(patterns: dict[str, Any], counted: tallies.Tallies) -> None:
    """Add the rows of what was muted by `exp.py tune`; a person's edit makes another content of it."""
    for identity, contents in muted_contents().items():
        rows = patterns.setdefault(identity, {})
        for content in sorted(contents):
            tally = tallies.of(identity, content, counted)
            rows[content] = [round(tally.factor, 4), tallies.NEVER, BY_TUNE, tally.saved]


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
    _mute(patterns, counted)
    return {"format": compiled.FORMAT, "patterns": patterns}


def rebuild() -> None:
    """Compile the logs anew. Call it under `alone`. Raises ExperienceError where it cannot be written."""
    write_atomic(Path(compiled.path()), (jsonlite.dumps(document(known())) + "\n").encode("ascii"))


def refresh() -> None:
    """Compile the logs anew where anything was ever said: `state/` may have been deleted. What cannot be
    written now has no effect, until the next verdict."""
    path = Path(compiled.path())
    logs = (*verdicts.LOGS.values(), LOG_TUNING)
    if not path.exists() and not any(files_of(name) for name in logs):
        return
    with suppress(ExperienceError, OSError), alone():
        rebuild()
