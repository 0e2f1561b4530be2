"""Harvest many sessions: look at them in parallel, write here, in one process, and remember how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from experience.harvest import cursor, emission, jobs, pool, proposals, supports, traces
from experience.harvest.cursor import Cursor, Stamp
from experience.harvest.jobs import Found
from experience.harvest.proposals import Proposed
from experience.harvest.trace import Trace
from experience.hotpath import places
from experience.transcripts import finder

#: Seconds of work that a kill may cost.
FLUSH = 0.5

#: Told how many of how many files and bytes are done.
Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Totals:
    """What a run did. `looked`: transcripts that were read; `unchanged`: harvested before, as they are."""

    looked: int = 0
    unchanged: int = 0
    accepted: int = 0
    rejected: int = 0
    own: int = 0
    switched_off: int = 0
    bytes: int = 0
    seconds: float = 0.0
    events: int = 0
    known: int = 0
    without_skill: int = 0
    lessons: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    proposed: list[Proposed] = field(default_factory=list)


def of_archive(folder: Path) -> list[Path]:
    """Sessions anywhere below a folder; files of subagents are read with theirs."""
    found = folder.absolute().rglob(f"*{finder.ENDING}")
    return sorted(path for path in found if not path.name.startswith("agent-") and path.is_file())


def run(
    paths: Iterable[Path], cwd: str, make: Callable[[], pool.Pool] | None = None,
    tell: Progress | None = None,
    *, root: str = "", anew: bool = False,
) -> Totals:  # fmt: skip
    """Harvest `paths` as far as they changed since they were harvested; `anew`: all of them. `make`: of a
    pool; this machine's cores by default. `root`: a folder of skills to look in instead."""
    totals, started = Totals(), time.monotonic()
    with cursor.alone(wait=5.0):
        seen = Cursor()
        todo = _todo(paths, seen, totals, anew=anew)
        taking = Taking(totals, root)
        with _pool(make, len(todo)) as workers:
            _work(todo, workers, taking, seen, tell or _silent)
        totals.proposed = proposals.propose(taking.known, cwd)
    totals.seconds = time.monotonic() - started
    return totals


def _silent(_done: int, _bytes: int) -> None:
    """No progress is shown."""


def _todo(paths: Iterable[Path], seen: Cursor, totals: Totals, *, anew: bool) -> dict[str, Stamp]:
    """The largest first: the last one to end is then a small one."""
    found: dict[str, Stamp] = {}
    for path in paths:
        if not anew and seen.is_done(path):
            totals.unchanged += 1
        else:
            found[str(path)] = cursor.stamp(path)
    return dict(sorted(found.items(), key=lambda item: -item[1][0]))


@contextmanager
def _pool(make: Callable[[], pool.Pool] | None, count: int) -> Iterator[pool.Pool | None]:
    if make is None and (count < 2 or pool.cores() < 2):
        yield None
    else:
        with pool.opened(make or (lambda: pool.local(count))) as workers:
            yield workers


def _work(
    todo: dict[str, Stamp], workers: pool.Pool | None, taking: Taking, seen: Cursor, tell: Progress
) -> None:
    """Take results as they come, and remember every FLUSH seconds how far it is."""
    waiting: list[tuple[Path, Stamp]] = []
    flushed = time.monotonic()
    try:
        for path, found, why in pool.results(list(todo), jobs.look, workers):
            if found is None:
                taking.totals.failed.append(f"{path}: {why}")
                continue
            taking.take(found)
            taking.totals.bytes += todo[path][0] + todo[path][2]
            waiting.append((Path(path), todo[path]))
            if time.monotonic() - flushed > FLUSH:
                seen.done(waiting)
                waiting, flushed = [], time.monotonic()
            tell(taking.totals.looked, taking.totals.bytes)
    finally:
        seen.done(waiting)


class Taking:
    """Writes what was found: traces, events, lessons."""

    def __init__(self, totals: Totals, root: str = "", names: Mapping[str, str] | None = None) -> None:
        self.totals = totals
        self.root = root
        self.names = names or {}
        self.known = supports.load()

    def take(self, found: Found) -> emission.Emission:
        """One session. Our own runs and those where the layer is switched off teach nothing."""
        totals = self.totals
        totals.looked += 1
        totals.own += found.is_own
        if found.is_own or not found.turns:
            return emission.Emission()
        if is_switched_off(found.cwd):
            totals.switched_off += 1
            return emission.Emission()
        totals.lessons += supports.add(found.lessons, self.known)
        totals.rules[found.verdict.rule] = totals.rules.get(found.verdict.rule, 0) + 1
        if not found.verdict.accepted:
            totals.rejected += 1
            return emission.Emission()
        totals.accepted += 1
        return self._emit(found)

    def _emit(self, found: Found) -> emission.Emission:
        made = emitted(found.trace, found.cwd, self.root, self.names)
        self.totals.events += made.added
        self.totals.known += made.known
        self.totals.without_skill += len(made.skipped)
        self.totals.failed += made.failed
        return made


def emitted(trace: Trace, cwd: str, root: str, names: Mapping[str, str]) -> emission.Emission:
    """Append what an accepted, redacted trace teaches; first the trace, to which the events refer."""
    made = emission.planned(trace, cwd, root)
    if made.lessons:
        traces.write(trace)
        emission.append(made, names)
    return made


def is_switched_off(cwd: str) -> bool:
    return bool(cwd and places.disabling_marker(cwd))
