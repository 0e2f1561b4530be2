"""Many sessions: all of the client, those of the last day, or an archive; with a bar on a terminal."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from experience.commands.harvest_one import candidates
from experience.commands.reply import Reply
from experience.errors import UsageError
from experience.harvest import batch, pool
from experience.harvest.batch import Progress, Totals
from experience.hotpath import clock
from experience.patterns.hidden import visible
from experience.transcripts import finder

_AGE = re.compile(r"(\d{1,5})\s*([smhdw])")
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
#: Failures that are told.
SHOWN = 10


@dataclass(frozen=True)
class Batch:
    """`since`: an age or a date, "" for all; `archive`: a folder instead of the client's own."""

    since: str = ""
    archive: str = ""
    executor: str = ""
    root: str = ""
    anew: bool = False
    explain: bool = False


def run(wanted: Batch) -> Reply:
    """`data`: the fields of harvest.batch.Totals; `mb_per_second`."""
    if wanted.explain:
        raise UsageError("harvest --explain: of one session; give its id, or a trace")
    make = pool.factory(wanted.executor) if wanted.executor else None
    paths = chosen(wanted)
    sizes = sum(map(_size, paths))
    with progress(len(paths), sizes) as tell:
        totals = batch.run(paths, str(Path.cwd()), make, tell, root=wanted.root, anew=wanted.anew)
    status = "harvested" if totals.looked else "failed" if totals.failed else "nothing-new"
    return Reply(status, _data(totals), list(map(visible, _lines(totals))), code=int(bool(totals.failed)))


def chosen(wanted: Batch) -> list[Path]:
    since = seconds(wanted.since) if wanted.since else None
    if not wanted.archive:
        return finder.all_transcripts(since)
    folder = Path(wanted.archive).expanduser()
    if not folder.is_dir():
        raise UsageError(f"--archive {wanted.archive}: no such folder")
    found = batch.of_archive(folder)
    return [path for path in found if since is None or path.stat().st_mtime >= since]


def seconds(since: str) -> float:
    """Seconds since the epoch of `24h`, `7d`, or a date. Raises UsageError."""
    age = _AGE.fullmatch(since.strip())
    if age:
        return time.time() - int(age[1]) * _SECONDS[age[2]]
    day = clock.day_number(since)
    if day is None:
        raise UsageError(f"--since {since}: write 24h, 7d or a date such as 2026-11-30")
    return day * clock.DAY


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


@contextmanager
def progress(files: int, size: int) -> Iterator[Progress | None]:
    """A bar over the bytes, on a terminal only."""
    if not sys.stderr.isatty() or not files:
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar
    except ImportError:  # the system's python3, before there is a venv
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{files} sessions", total=size)
        yield lambda done, at: bar.update(task, completed=at, description=f"{done} of {files} sessions")


def _data(totals: Totals) -> dict[str, Any]:
    found = asdict(totals)
    found["proposed"] = [{**row, "path": str(row["path"])} for row in found["proposed"]]
    found["seconds"] = round(totals.seconds, 2)
    found["mb_per_second"] = round(totals.bytes / 1e6 / totals.seconds, 1) if totals.seconds else 0.0
    return found


def _lines(totals: Totals) -> Iterator[str]:
    speed = _data(totals)["mb_per_second"]
    yield f"sessions: {totals.looked} read, {totals.unchanged} unchanged since the last harvest"
    if totals.looked:
        yield f"          {totals.bytes / 1e6:,.1f} MB in {totals.seconds:.1f} s, {speed} MB/s"
        yield f"accepted: {totals.accepted}, rejected: {totals.rejected}"
        yield from (
            f"  {count:>5}  {rule}" for rule, count in sorted(totals.rules.items(), key=lambda one: -one[1])
        )
    if totals.own or totals.switched_off:
        yield f"left out: {totals.own} runs of our own, {totals.switched_off} where the layer is switched off"
    without = f"{totals.without_skill} uses without a skill folder"
    yield f"events: {totals.events} appended, {totals.known} there already, {without}"
    yield f"lessons: {totals.lessons} new episodes counted"
    yield from candidates(
        [{"id": one.id, "name": one.name, "sessions": one.sessions} for one in totals.proposed]
    )
    yield from (f"failed: {line}" for line in totals.failed[:SHOWN])
