"""A candidate becomes a pattern: a file of its own in a corpus, or an addition to one that is there."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from experience.errors import ExperienceError
from experience.files import frontmatter_edit
from experience.files.folder import made
from experience.files.write import OvertakenError, content, write_atomic
from experience.hotpath import places, trusted
from experience.patterns import candidates, own_edit, trust
from experience.patterns.candidates import Candidate
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Pattern
from experience.patterns.problem import ERROR
from experience.patterns.writing import NOTE, without_note

#: Mode of a file that goes into a repository; the user's own are private.
SHARED = 0o644

Items = Callable[[Pattern], tuple[str, ...]]

#: What an addition may add: (list of the frontmatter, what a pattern has in it).
LISTS: dict[tuple[str, str], Items] = {
    ("triggers", "keywords"): lambda pattern: pattern.triggers.keywords,
    ("triggers", "regex"): lambda pattern: pattern.triggers.regex,
    ("triggers", "none"): lambda pattern: pattern.triggers.none,
    ("examples", "fire"): lambda pattern: pattern.examples.fire,
    ("examples", "quiet"): lambda pattern: pattern.examples.quiet,
}


#: Keys of the top level that an addition changes.
EXTENDED = ("triggers", "examples", "last_seen")


def target(pattern: Pattern, root: str) -> Path:
    """Where the file will lie: in the project `root`, or with "" in the global corpus. Raises
    ExperienceError where the hook would not read it, or it would come to lie elsewhere."""
    if root:
        folder, bounds = Path(root) / trusted.FOLDER, Path(root)
    else:
        folder, bounds = Path(places.global_corpus()) / pattern.domain, Path(places.global_corpus())
    real = os.path.realpath(folder)
    if real == os.path.realpath(places.home()):
        raise ExperienceError(f"{root}: no project, its .claude/experience is your own: use --global")
    if not real.startswith(os.path.realpath(bounds) + os.sep):
        raise ExperienceError(f"{folder}: leads out of {bounds}: patterns are read from inside only")
    return folder / f"{pattern.id}.md"


def admit(candidate: Candidate, root: str) -> Path:
    """Write the candidate's file into a corpus; one in a project is allowed as it is written."""
    path = target(candidate.pattern, root)
    data = as_pattern(candidates.data_of(candidate), path)
    made(path.parent)
    try:
        write_atomic(path, data, mode=SHARED if root else 0o600, instead_of=None)
    except OvertakenError as error:
        if content(path) != data:  # else an approval that was cut off: it goes on
            raise ExperienceError(f"{path}: is there already and says something else") from error
    if root:
        allow(root, path, data)
    candidates.put_aside(candidate, candidates.APPROVED)
    return path


def as_pattern(data: bytes, path: Path) -> bytes:
    """The bytes of a candidate without its note. Raises ExperienceError for what would not load."""
    parsed = parse_bytes(data, path, keep_archived=True)
    errors = [problem for problem in parsed.problems if problem.severity == ERROR]
    if parsed.pattern is None or errors:
        raise ExperienceError(f"{errors[0] if errors else path}; mend the candidate first")
    bare = without_note(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    extra = {key: value for key, value in parsed.pattern.extra.items() if key != NOTE}
    wanted = dataclasses.replace(parsed.pattern, extra=extra)
    if parse_bytes(bare, path, keep_archived=True).pattern != wanted:
        raise ExperienceError(f"{path}: take the table `{NOTE}` out of the candidate by hand first")
    return bare


def allow(root: str, path: Path, data: bytes) -> None:
    """What our own command wrote is the user's word: it need not wait for trust."""
    trust.allow(root, [trust.Waiting(path, trusted.FOLDER + path.name, data, edited=False)])


def additions(pattern: Pattern, known: Pattern) -> dict[tuple[str, str], tuple[str, ...]]:
    """By list what `pattern` has and `known` lacks; without case, as the matcher reads them."""
    found = {}
    for key, items in LISTS.items():
        have = {item.casefold() for item in items(known)}
        if new := tuple(item for item in items(pattern) if item.casefold() not in have):
            found[key] = new
    return found


def extended(data: bytes, new: dict[tuple[str, str], tuple[str, ...]], day: str) -> bytes:
    """The bytes of a pattern file with `new` appended; it was met again on `day`."""
    for key, items in new.items():
        data = frontmatter_edit.append_items(data, key, items)
    return frontmatter_edit.set_values(data, {"last_seen": day})


def merge(candidate: Candidate, known: Pattern, day: str) -> Path:
    """Add to the file of `known` what the candidate has and it lacks; trust goes along."""
    new = additions(candidate.pattern, known)
    own_edit.change(known.path, lambda data, _: extended(data, new, day), EXTENDED)
    candidates.put_aside(candidate, candidates.APPROVED)
    return known.path


def told(new: dict[tuple[str, str], tuple[str, ...]]) -> Iterator[str]:
    """The additions as lines."""
    for (table, key), items in new.items():
        yield f"{table}.{key}:"
        yield from (f"  + {item}" for item in items)
