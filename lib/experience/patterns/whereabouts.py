"""Every pattern that lies here under some id, also those that the hook never gets to see, and why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from experience.errors import ExperienceError
from experience.hotpath import scan
from experience.patterns.corpora import Corpus, corpora
from experience.patterns.parse import parse_file
from experience.patterns.pattern import Pattern
from experience.patterns.problem import ERROR
from experience.patterns.similarity import did_you_mean

ARCHIVED = "archived: never injected; exp.py restore uses it again"
HIDDEN = "the global one of the same id counts"
WAITS = "waits for your decision: exp.py trust"
SWITCHED_OFF = "switched off by config.yaml: project_patterns: never"


class Place(NamedTuple):
    """One file with an id. `absent`: why the hook has no such pattern, "" where it has."""

    id: str
    origin: str
    path: Path
    absent: str
    pattern: Pattern | None = None


def places(cwd: str, policy: str) -> list[Place]:
    """What the hook may read in `cwd`, the global corpus first; of a project only what is allowed."""
    found: list[Place] = []
    for corpus in corpora(cwd, policy):
        found += _places_of(corpus, {one.id for one in found if not one.absent})
    return found


def _places_of(corpus: Corpus, taken: set[str]) -> Iterator[Place]:
    loaded = corpus.load(keep_archived=True)
    for pattern in loaded.patterns:
        absent = HIDDEN if pattern.id in taken else ""
        absent = ARCHIVED if pattern.review_status == "archived" else absent
        yield Place(pattern.id, corpus.origin, pattern.path, absent, pattern)
    seen = {pattern.path for pattern in loaded.patterns}
    for problem in loaded.problems:
        if problem.severity == ERROR and problem.path not in seen:
            seen.add(problem.path)
            absent = f"not loaded: line {problem.line}: {problem.message} (exp.py lint)"
            yield Place(id_in(problem.path), corpus.origin, problem.path, absent)


def id_in(path: Path) -> str:
    """The id that a file bears or seems to bear, else its name: it may be broken."""
    pattern = parse_file(path, keep_archived=True).pattern
    if pattern is not None:
        return pattern.id
    try:
        head = path.read_bytes()[:4096].decode("utf-8", "replace") if path.is_file() else ""
    except OSError:
        head = ""
    written = (line[3:].partition("#")[0].strip(" \t\"'") for line in head.splitlines() if line[:3] == "id:")
    return next(filter(None, written), path.stem)


def unread(cwd: str, policy: str, wanted: str) -> list[Place]:
    """Files of the project with exactly this id that the user did not allow as they are. Nothing else
    is told of them: what a repository wrote may be read by a model here."""
    absent = SWITCHED_OFF if policy == "never" else WAITS
    found: list[Place] = []
    for corpus in corpora(cwd, policy)[1:]:
        allowed = {one.path for one in _places_of(corpus, set())}
        paths = [Path(entry.path) for entry in scan.files(str(corpus.root), "project")]
        hits = (path for path in paths if path not in allowed and wanted in (path.stem, id_in(path)))
        found += [Place(wanted, "project", corpus.root, absent) for _ in hits]
    return found


def chosen(wanted: str, cwd: str, policy: str) -> list[Place]:
    """The files under one id, that of the hook first; `wanted` may be the beginning of one id.

    Raises ExperienceError for no id, and for several.
    """
    known = places(cwd, policy)
    ids = {place.id for place in known}
    ids = {wanted} if wanted in ids else {one for one in ids if wanted and one.startswith(wanted)}
    if len(ids) > 1:
        shown = ", ".join(sorted(ids)[:5]) + (", ..." if len(ids) > 5 else "")
        raise ExperienceError(f"{wanted!r} begins {len(ids)} ids: {shown}; write more of it")
    found = [place for place in known if place.id in ids] or unread(cwd, policy, wanted)
    if not found:
        near = did_you_mean(wanted, {place.id for place in known})
        raise ExperienceError(f"no pattern {wanted!r}{near or '; exp.py list shows them all'}")
    return sorted(found, key=lambda place: bool(place.absent))
