"""The pattern that the hook has under an id here, archived ones too.

The file of that name is tried first: reading all of a large corpus takes seconds.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from experience.hotpath import scan
from experience.patterns.corpora import Corpus, corpora
from experience.patterns.parse import parse_file
from experience.patterns.pattern import Pattern


class Place(NamedTuple):
    """`policy`: `project_patterns` of the settings."""

    cwd: str
    policy: str

    @property
    def corpora(self) -> list[Corpus]:
        return corpora(self.cwd, self.policy)


def ids(place: Place) -> set[str]:
    """Every id that may be named here."""
    return {pattern.id for one in place.corpora for pattern in one.load(keep_archived=True).patterns}


def pattern_of(identity: str, place: Place) -> Pattern | None:
    """The global one, else that of the project; None where no file that loads has the id."""
    if found := file_of(identity, place):
        return found
    for corpus in place.corpora:
        for pattern in corpus.load(keep_archived=True).patterns:
            if pattern.id == identity:
                return pattern
    return None


def file_of(identity: str, place: Place) -> Pattern | None:
    """The pattern in the file that is named after its id."""
    if not re.fullmatch(r"[\w.-]{1,200}", identity):  # a name, and no way out of the folder
        return None
    for corpus in place.corpora:
        for path in _paths(corpus, f"{identity}.md"):
            pattern = _loaded(corpus, path)
            if pattern is not None and pattern.id == identity:
                return pattern
    return None


def _paths(corpus: Corpus, name: str) -> list[Path]:
    folders = (folder for folder, _ in scan.folders(str(corpus.root), corpus.origin))
    return [path for path in (Path(folder) / name for folder in folders) if os.path.lexists(path)]


def _loaded(corpus: Corpus, path: Path) -> Pattern | None:
    """The pattern of one file, if it counts: of a repository's only what the user allowed."""
    if corpus.allowed is None:
        counts = scan.entry_of(str(corpus.root), os.path.relpath(path, corpus.root)) is not None
        return parse_file(path, keep_archived=True).pattern if counts else None
    alone = Corpus(corpus.origin, corpus.root, {path.name: corpus.allowed.get(path.name, "")})
    patterns = alone.load(keep_archived=True).patterns
    return patterns[0] if patterns else None
