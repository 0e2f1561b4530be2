"""All events of a skill, from its log and those archives that overlap the window, streamed.

An archive never changes, so what was learned of it is remembered: its last day, its lines, its
corrections. One that ended before the window is not read again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.digest import event as events
from experience.digest.fingerprints import Fingerprints
from experience.digest.numbers import MAX_ARCHIVED_CORRECTIONS, MAX_LINE_BYTES, REMOVAL_DAYS
from experience.digest.skills import SkillFolder
from experience.digest.tally import Tallies
from experience.files import journal

#: Beside the reasons of digest/event.py: what is no plain file is not read.
NO_ARCHIVE = "an archive that is a link or no file"


@dataclass
class History:
    """`lines`: events in log and archives, however old. `bad`: why lines are none, counted.
    `first_day`, `last_day`, `opened` (of its first line): days of the log; `newest`: fingerprint of its
    last event; `last_archived`: last day of the archives; 0 for none. `strangers`: not known to `is_own`."""

    tallies: Tallies
    lines: int = 0
    bad: Counter[str] = field(default_factory=Counter)
    first_day: int = 0
    last_day: int = 0
    opened: int = 0
    newest: int = 0
    last_archived: int = 0
    strangers: int = 0


def read(
    skill: SkillFolder, now: int, known: dict[str, Any], is_own: Callable[[int], bool] = lambda _: True
) -> History:
    """Evaluate everything. `known`: what is remembered of archives, by name; it is brought up to date."""
    history = History(Tallies(now))
    if others := _named(skill) - len(archives(skill)):
        history.bad[NO_ARCHIVE] = others
    met = Fingerprints()
    fresh: dict[str, Any] = {}
    for path in archives(skill):
        fresh[path.name] = _archive(path, skill, history, met, known.get(path.name), is_own)
    known.clear()
    known.update(fresh)
    for found in _events(skill.log, skill, history):
        history.lines += 1
        history.opened = history.opened or found.day
        history.newest = found.fingerprint
        history.first_day = min(history.first_day or found.day, found.day)
        history.last_day = max(history.last_day, found.day)
        _count(found, history, met, is_own)
    return history


def archives(skill: SkillFolder) -> list[Path]:
    """By name: in the order in which they were made."""
    if skill.archive.is_symlink():
        return []
    found = [path for path in skill.archive.glob("*.jsonl") if path.is_file() and not path.is_symlink()]
    return sorted(found, key=lambda path: (path.stem[:7], len(path.stem), path.stem))


def _named(skill: SkillFolder) -> int:
    """How many are named like an archive, links, pipes and folders among them."""
    return 0 if skill.archive.is_symlink() else len(list(skill.archive.glob("*.jsonl")))


def _events(path: Path, skill: SkillFolder, history: History) -> Any:
    for line in journal.lines(path, MAX_LINE_BYTES):
        if line is not None and not line.strip():
            continue
        found = events.read(line, skill.name, history.tallies.now)
        if isinstance(found, str):
            history.bad[found] += 1
        else:
            yield found


def _count(found: events.Event, history: History, met: Fingerprints, is_own: Callable[[int], bool]) -> None:
    if met.add(found.fingerprint):
        history.tallies.add(found)
        history.strangers += not is_own(found.fingerprint)


def stamp_of(path: Path) -> list[int]:
    status = path.stat()
    return [status.st_size, status.st_mtime_ns, status.st_ino]


def _archive(
    path: Path,
    skill: SkillFolder,
    history: History,
    met: Fingerprints,
    known: dict[str, Any] | None,
    is_own: Callable[[int], bool],
) -> dict[str, Any]:
    """What is to be remembered of one archive; read only where it is new or reaches into the window."""
    stamp = stamp_of(path)
    if known and known["stamp"] == stamp and history.tallies.now - known["last"] > REMOVAL_DAYS:
        _recall(known, history)
        return known
    before, bad = history.lines, history.bad.copy()
    last, corrections = 0, []
    for found in _events(path, skill, history):
        history.lines += 1
        last = max(last, found.day)
        if found.correction:
            corrections.append(found)
            if len(corrections) > 4 * MAX_ARCHIVED_CORRECTIONS:
                corrections = _newest(corrections)
        _count(found, history, met, is_own)
    history.last_archived = max(history.last_archived, last)
    return {
        "stamp": stamp, "last": last, "lines": history.lines - before, "bad": dict(history.bad - bad),
        "corrections": [[one.correction, one.key, one.day] for one in _newest(corrections)],
    }  # fmt: skip


def _newest(corrections: list[events.Event]) -> list[events.Event]:
    """The newest ones, each text once."""
    by_text = {one.correction: one for one in sorted(corrections, key=lambda one: one.day)}
    return sorted(by_text.values(), key=lambda one: (one.day, one.correction))[-MAX_ARCHIVED_CORRECTIONS:]


def _recall(known: dict[str, Any], history: History) -> None:
    """Count an archive that ended before what is evaluated, without reading it; its corrections stay."""
    history.lines += known["lines"]
    history.bad.update(known["bad"])
    history.last_archived = max(history.last_archived, known["last"])
    for text, key, day in known["corrections"]:
        history.tallies.remember(text, key, day)
