"""One corpus as the hook reads it: a base segment, the edits since it (the delta), what is dead.

Fresh as long as the print of its roster is the one that was taken when the index was written.
Only a difference costs a look at the manifest.
"""

from __future__ import annotations

import os
from binascii import crc32

from experience.hotpath import places, scan, segment
from experience.hotpath.roster import Roster, config_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from experience.hotpath.roster import Allowed

#: Up to this many files every file is looked at on every prompt; above it only folders and
#: the files of matched patterns, and a sweep in the background finds the rest.
MANY_FILES = 5000
#: Seconds between two sweeps.
SWEEP_SECONDS = 10
#: Third in a row of the manifest: the file is not (or no longer) what the user allowed.
WAITS = "waits"


def index_dir() -> str:
    return os.path.join(places.state_dir(), "index")


class Changes:
    """What a scan found to differ from the manifest."""

    def __init__(self, changed: list[scan.Entry], removed: list[str]) -> None:
        self.changed = changed
        self.removed = removed

    def __len__(self) -> int:
        return len(self.changed) + len(self.removed)


class Layer:
    """A corpus root with its compiled form; `base` and `delta` are None where there is none."""

    def __init__(self, name: str, roster: Roster) -> None:
        self.name = name
        self.roster = roster
        self.root = roster.root
        self.seen: dict[str, str] = {}
        self.base: segment.Segment | None = None
        self.open()

    def open(self) -> None:
        """Take into use what lies on disk now; a base that is still the same has read its manifest."""
        base, known = segment.read(self.path("base")), self.base
        if base is not None and base.header.get("root") != self.root:
            base = None
        if base is None or known is None or base.header["build"] != known.header["build"]:
            self.base = base
        self.adopt(segment.read(self.path("delta")))

    def path(self, part: str) -> str:
        return os.path.join(index_dir(), f"{self.name}.{part}")

    def adopt(self, delta: segment.Segment | None) -> None:
        """Take `delta` into use if it belongs to this base."""
        if delta is not None and (delta.header["base"], delta.header["root"]) != (self.build, self.root):
            delta = None
        self.delta = delta
        self.dead: set[int] = set(self.delta.header["dead"]) if self.delta else set()
        self.dead_in_delta: set[int] = set()

    @property
    def build(self) -> str:
        """Identity of the base segment; "" for none."""
        return str(self.base.header["build"]) if self.base else ""

    @property
    def newest(self) -> segment.Segment | None:
        return self.delta or self.base

    @property
    def header(self) -> dict[str, Any]:
        return self.newest.header if self.newest else {}

    def config(self) -> dict[str, Any]:
        """The settings of config.yaml as compiled into the global layer; none if it was edited since."""
        if self.header.get("config_mark") != config_mark():
            return {}
        found: dict[str, Any] = self.header.get("config", {})
        return found

    @property
    def has_many_files(self) -> bool:
        return int(self.header.get("files", 0)) > MANY_FILES

    def is_stale(self) -> bool:
        """Take the print of now and compare. It is kept as `seen`: an index made of what is found
        after it bears it, so that an edit in between is met on the next prompt."""
        kind = "folder_print" if self.has_many_files else "full_print"
        roster = self.roster
        taken = roster.folder_print() if self.has_many_files else roster.full_print(remember=True)
        self.seen = {kind: taken}
        return taken != self.header.get(kind)

    def sweep_is_due(self, now: float) -> bool:
        """Whether nobody has looked at all of many files lately."""
        if not self.has_many_files:
            return False
        try:
            return os.stat(self.path("swept")).st_mtime < now - SWEEP_SECONDS
        except OSError:
            return True

    def written(self) -> float:
        """When its index was last written, in seconds of the system's clock; 0 for never."""
        last = 0.0
        for part in ("base", "delta"):
            try:
                last = max(last, os.stat(self.path(part)).st_mtime)
            except OSError:
                continue
        return last

    def manifest(self) -> dict[str, list[Any]]:
        """`rel` -> [mark, document or None] and perhaps WAITS, the delta's word over the base's."""
        known = self.base.manifest() if self.base else {}
        if self.delta:
            for rel in self.delta.header["gone"]:
                known.pop(rel, None)
            known.update(self.delta.manifest())
        return known

    def current(self) -> set[str]:
        """Files that are what the user allowed, as far as is known, whether they load or not. One that
        was not compiled yet counts: it was allowed a moment ago."""
        allowed = self.roster.allowed or {}
        rows = self.manifest().items()
        return allowed.keys() - {
            rel for rel, row in rows if WAITS in row[2:] and row[0][-1] == allowed.get(rel)
        }

    def changes(self) -> Changes:
        """Compare the folder with the manifest: every file, or of many only which there are."""
        return self._listed() if self.has_many_files else self.all_changes()

    def all_changes(self) -> Changes:
        return Changes(*self.roster.differences(self.manifest()))

    def knows(self, changes: Changes) -> bool:
        """Whether these changes are in the index: another process was at it meanwhile."""
        if not len(changes):
            return all(self.header.get(kind) == taken for kind, taken in self.seen.items())
        known = self.manifest()
        return known.keys().isdisjoint(changes.removed) and all(
            entry.rel in known and known[entry.rel][0] == self.roster.mark(entry) for entry in changes.changed
        )

    def _listed(self) -> Changes:
        known = self.manifest()
        present = set(self.roster.names())
        added = (self.roster.entry(rel) for rel in sorted(present - known.keys()))
        return Changes([entry for entry in added if entry], sorted(known.keys() - present))

    def edits(self, paths: list[tuple[str, list[int]]]) -> Changes:
        """Which of the files (path, signature when indexed) were edited or removed since."""
        changes = Changes([], [])
        for path, signature in paths:
            rel = os.path.relpath(path, self.root)
            entry = self.roster.entry(rel)
            if entry is None:
                changes.removed.append(rel)
            elif list(entry.signature()) != signature:
                changes.changed.append(entry)
        return changes

    def bury(self, changes: Changes) -> None:
        """Leave what changed out of this prompt: an old warning may be wrong, silence is not."""
        rels = {entry.rel for entry in changes.changed}.union(changes.removed)
        for part, dead in ((self.base, self.dead), (self.delta, self.dead_in_delta)):
            if part is not None:
                known = part.manifest()
                dead.update(known[rel][1] for rel in rels & known.keys() if known[rel][1] is not None)

    def segments(self) -> list[tuple[segment.Segment, set[int]]]:
        """(segment, documents in it that are no longer true)."""
        parts = ((self.base, self.dead), (self.delta, self.dead_in_delta))
        return [(part, dead) for part, dead in parts if part is not None]


def settings(corpora: list[Layer]) -> dict[str, Any]:
    """The settings that hold for these corpora: those of the global one; none where it is not among them."""
    return next((layer.config() for layer in corpora if layer.name == "global"), {})


def global_layer() -> Layer:
    return Layer("global", Roster(places.global_corpus(), "global"))


def project_layer(corpus: str, allowed: Allowed) -> Layer:
    """The layer of a project's corpus folder; its index files are told apart by a hash of the path."""
    name = f"project-{crc32(os.fsencode(corpus)):08x}{len(corpus):x}"
    return Layer(name, Roster(corpus, "project", allowed))
