"""Drafts nobody approved: EXPERIENCE_HOME/candidates/<id>.md, patterns in form, never injected.

Beside the keys of a pattern a candidate has a table `candidate`: who drafted it and where it is to go.
Approved, dropped and replaced ones are kept in folders beside it; none is deleted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from experience.errors import ExperienceError
from experience.files.folder import made
from experience.files.lock import locked
from experience.files.move import move_into
from experience.files.read import read_regular
from experience.files.write import OvertakenError, write_atomic
from experience.hotpath import places, scan
from experience.patterns.parse import parse_file
from experience.patterns.pattern import Pattern
from experience.patterns.problem import ERROR, Problem
from experience.patterns.similarity import did_you_mean
from experience.patterns.writing import NOTE
from experience.vocabulary import MAX_PATTERN_BYTES

APPROVED, DROPPED, EARLIER = "approved", "dropped", "earlier"


@dataclass(frozen=True, slots=True)
class Note:
    """`source`: capture, harvest, onboard. `scope`: "global" or "project", then `project` is its root.
    `updates`: id of the pattern that this one adds to, "" for a pattern of its own."""

    source: str = ""
    scope: str = "global"
    project: str = ""
    updates: str = ""

    def table(self) -> dict[str, str]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Candidate:
    pattern: Pattern
    note: Note

    @property
    def id(self) -> str:
        return self.pattern.id

    @property
    def path(self) -> Path:
        return self.pattern.path


class Stock(NamedTuple):
    """Every candidate by file name, and the errors of files that are none."""

    candidates: tuple[Candidate, ...]
    problems: tuple[Problem, ...]


def folder() -> Path:
    return Path(places.home()) / "candidates"


def stock() -> Stock:
    """What waits for approval. Candidates of one id in two files: the first by name counts."""
    found: dict[str, Candidate] = {}
    problems: list[Problem] = []
    for entry in scan.files(str(folder()), "project"):
        pattern, said = parse_file(Path(entry.path), keep_archived=True)
        if pattern is None:
            problems += [problem for problem in said if problem.severity == ERROR]
        else:
            found.setdefault(pattern.id, Candidate(pattern, _note(pattern.extra.get(NOTE))))
    return Stock(tuple(found.values()), tuple(problems))


def _note(table: object) -> Note:
    given = table if isinstance(table, Mapping) else {}
    known = {key: value for key, value in given.items() if isinstance(value, str)}
    return Note(**{key: known[key] for key in Note.__dataclass_fields__ if key in known})


def chosen(wanted: str) -> Candidate:
    """The candidate with this id, or with the only id that begins so. Raises ExperienceError."""
    known, problems = stock()
    found = [one for one in known if one.id == wanted]
    found = found or [one for one in known if wanted and one.id.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise ExperienceError(f"{wanted!r} begins several: {', '.join(one.id for one in found)}; write more")
    for problem in problems:
        if wanted and problem.path.stem.startswith(wanted):
            raise ExperienceError(f"{problem}; mend it, or drop it")
    if decided := _decided(wanted):
        raise ExperienceError(decided)
    near = did_you_mean(wanted, [one.id for one in known]) if wanted else ""
    waiting = ", ".join(one.id for one in known) or "none"
    raise ExperienceError(f"no candidate {wanted!r}{near or f'; waiting: {waiting}'}")


def _decided(wanted: str) -> str:
    """That there was such a candidate, and what became of it; "" where there was none."""
    for why, told in ((APPROVED, "was approved already"), (DROPPED, "was dropped, and is kept as")):
        for entry in scan.files(str(folder() / why), "project"):
            if Path(entry.path).stem == wanted:
                return f"{wanted} {told}{f' {entry.path}' if why == DROPPED else ''}"
    return ""


def taken_ids() -> set[str]:
    """Ids that a candidate bears or bore: none is given twice."""
    kept = (folder(), *(folder() / name for name in (APPROVED, DROPPED, EARLIER)))
    return {Path(entry.path).stem for place in kept for entry in scan.files(str(place), "project")}


def data_of(candidate: Candidate) -> bytes:
    return read_regular(candidate.path, MAX_PATTERN_BYTES)


def store(identity: str, text: str) -> Path:
    """Keep a new candidate. Raises ExperienceError where there is a file of this name."""
    path = made(folder()) / f"{identity}.md"
    try:
        return write_atomic(path, text.encode(), instead_of=None)
    except OvertakenError as error:
        advice = "kept a moment ago by another session: look at it, or send the draft again for another id"
        raise ExperienceError(f"{path}: there is a candidate of this name already, {advice}") from error


def replace(candidate: Candidate, text: str) -> Path:
    """Put `text` in its place; what it was before is kept beside."""
    path = candidate.path
    with locked(path):
        kept = made(folder() / EARLIER)
        before = data_of(candidate)
        copy = next(at for at in _free_names(kept, path) if not at.exists())
        write_atomic(copy, before, instead_of=None)
        return write_atomic(path, text.encode(), instead_of=before)


def _free_names(kept: Path, path: Path) -> Iterator[Path]:
    number = 1
    while True:
        yield kept / f"{path.stem}-{number}{path.suffix}"
        number += 1


def put_aside(candidate: Candidate, why: str) -> Path:
    """Move it to the folder `why` (APPROVED, DROPPED). Returns where it is."""
    return move_into(folder() / why, candidate.path)


def drop(wanted: str) -> Path:
    """Move a candidate to DROPPED, also a file that does not load, by its name without `.md`."""
    for entry in scan.files(str(folder()), "project"):
        if Path(entry.path).stem == wanted:
            return move_into(folder() / DROPPED, Path(entry.path))
    return put_aside(chosen(wanted), DROPPED)
