"""The folders of patterns that count here: the user's own, and the project's of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from experience.hotpath import places, scan
from experience.patterns.corpus import Loaded, load

Origin = Literal["global", "project"]


class Corpus(NamedTuple):
    """`origin` names the layout too."""

    origin: Origin
    root: Path

    def load(self, *, keep_archived: bool = False) -> Loaded:
        return load(self.root, self.origin, keep_archived=keep_archived)

    def files(self) -> list[Path]:
        return [Path(entry.path) for entry in scan.files(str(self.root), self.origin)]


def corpora(cwd: str) -> list[Corpus]:
    """The global corpus, and that of the project of `cwd` when there is one."""
    found = [Corpus("global", Path(places.global_corpus()))]
    root = places.project_root(cwd)
    folder = places.project_corpus(root) if root else None
    if folder is not None and Path(folder).is_dir():
        found.append(Corpus("project", Path(folder)))
    return found
