"""log/memory-clean.log: append-only, mode 0600: what every run took out, to the letter, and how it ended.

JSON lines. `begin` and one `removed` per change are written before the memory is, in one write; then
`applied`, `not applied` or `undone`. A run without an end was killed: `settle` finds out what became of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from experience.files import journal
from experience.hotpath import clock
from experience.memory.check import Checked
from experience.memory.whose import Memory

#: A line holds the text of one change, of a memory of some megabytes at most.
_MAX_LINE = 32 * 1024 * 1024
APPLIED, NOT_APPLIED, UNDONE, UNCLEAR = "applied", "not applied", "undone", "unclear"


@dataclass(frozen=True)
class Run:
    """`end`: one of the words above, "" while it is under way or killed. Hashes are of the memory's bytes."""

    id: str
    backup: str
    before: str
    after: str
    changes: int = 0
    end: str = ""
    ts: str = ""


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def begin(memory: Memory, run: Run, checked: Checked) -> None:
    """Note what will go. Raises ExperienceError; then nothing was noted and nothing may be changed."""
    head = {
        "run": run.id, "event": "begin", "path": str(memory.path), "sha256_before": run.before,
        "sha256_after": run.after, "backup": run.backup, "changes": len(checked.placed),
    }  # fmt: skip
    _append(memory, [head, *_removed(run, checked)])


def _removed(run: Run, checked: Checked) -> Iterator[dict[str, Any]]:
    for change, spans in checked.placed:
        yield {
            "run": run.id, "event": "removed", "change": change.number, "category": change.category,
            "reason": change.reason, "lines": [[span.start + 1, span.end] for span in spans],
            "removed": ["".join(checked.page.rows[slice(*span)]) for span in spans], "merged": change.merged,
        }  # fmt: skip


def end(memory: Memory, run: Run, word: str, why: str = "") -> None:
    _append(memory, [{"run": run.id, "event": word, **({"why": why} if why else {})}])


def _append(memory: Memory, rows: list[dict[str, Any]]) -> None:
    stamp = clock.stamp(clock.now())
    lines = [json.dumps({"ts": stamp, **row}, ensure_ascii=False).encode("utf-8") for row in rows]
    with journal.held(memory.log, memory.log.parent / "archive"):
        journal.append(memory.log, b"\n".join(lines))


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a log; those that are torn or somebody else's are passed over."""
    for line in journal.lines(path, _MAX_LINE):
        try:
            found = json.loads(line) if line else None
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and isinstance(found.get("run"), str):
            yield found


def runs(memory: Memory) -> list[Run]:
    """Oldest first, those of this memory alone."""
    found: dict[str, Run] = {}
    for row in rows(memory.log):
        name, event = row["run"], row.get("event")
        if event == "begin" and row.get("path") == str(memory.path):
            found[name] = _begun(name, row)
        elif event in (APPLIED, NOT_APPLIED, UNDONE, UNCLEAR) and name in found:
            found[name] = replace(found[name], end=str(event))
    return list(found.values())


def _begun(name: str, row: dict[str, Any]) -> Run:
    backup, before, after = (str(row.get(key, "")) for key in ("backup", "sha256_before", "sha256_after"))
    changes = row.get("changes")
    return Run(
        name, backup, before, after, changes if isinstance(changes, int) else 0, "", str(row.get("ts"))
    )


def settle(memory: Memory, current: bytes) -> None:
    """Say of a run that was killed what became of it: the memory is the old one, the new one, or another."""
    now = sha256(current)
    for run in runs(memory):
        if not run.end:
            word = {run.after: APPLIED, run.before: NOT_APPLIED}.get(now, UNCLEAR)
            end(memory, run, word, "the run was killed; this was found afterwards")
