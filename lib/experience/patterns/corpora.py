"""The folders of patterns that count here: the user's own, and the project's of a folder.

Of a project only what the user allowed is read: what these commands print may be read by a model.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from experience.files.read import Unreadable, read_regular
from experience.hotpath import places, trusted
from experience.hotpath.roster import Roster
from experience.patterns.corpus import Loaded, gather
from experience.patterns.parse import Parsed, parse_bytes, parse_file
from experience.patterns.trust import is_allowed
from experience.vocabulary import MAX_PATTERN_BYTES

if TYPE_CHECKING:
    from experience.hotpath.roster import Allowed

Origin = Literal["global", "project"]


class Corpus(NamedTuple):
    """`origin` names the layout too; `allowed`: file name -> sha256 of what may be read, None for all."""

    origin: Origin
    root: Path
    allowed: Allowed = None

    def load(self, *, keep_archived: bool = False) -> Loaded:
        return gather(self._parsed(keep_archived))

    def files(self) -> list[Path]:
        return [Path(entry.path) for entry in self._roster().entries()]

    def waiting(self) -> str:
        """How many files wait for the user's decision: "3", "200+", "" for none."""
        if self.allowed is None:
            return ""
        return trusted.waiting(str(self.root), {name for name, _, _ in self._allowed_contents()})

    def _roster(self) -> Roster:
        return Roster(str(self.root), self.origin, self.allowed)

    def _allowed_contents(self) -> Iterator[tuple[str, Path, bytes]]:
        for entry in self._roster().entries():
            try:
                data = read_regular(entry.path, MAX_PATTERN_BYTES)
            except Unreadable:
                continue
            if is_allowed(data, (self.allowed or {}).get(entry.rel)):
                yield entry.rel, Path(entry.path), data

    def _parsed(self, keep_archived: bool) -> Iterator[Parsed]:
        if self.allowed is None:
            for path in self.files():
                yield parse_file(path, keep_archived=keep_archived)
        else:
            for _, path, data in self._allowed_contents():
                yield parse_bytes(data, path, keep_archived=keep_archived)


def corpora(cwd: str, policy: str) -> list[Corpus]:
    """The global corpus, and that of the project of `cwd` under `project_patterns: policy`."""
    found = [Corpus("global", Path(places.global_corpus()))]
    root = places.project_root(cwd)
    folder = places.project_corpus(root) if root else None
    if root is not None and folder is not None:
        found.append(Corpus("project", Path(folder), trusted.allowed(root, policy)))
    return found
