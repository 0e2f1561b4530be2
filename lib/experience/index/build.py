"""Corpus -> segment files: the whole base, or a small delta over it."""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from experience.files.lock import locked
from experience.files.read import Unreadable, read_regular
from experience.files.write import discard_unfinished, make_private_dir, write_atomic
from experience.hotpath import layers
from experience.hotpath.roster import Roster, config_mark
from experience.hotpath.scan import Entry
from experience.index import config
from experience.index.compiler import compile_patterns
from experience.index.writer import Writer
from experience.patterns import parse
from experience.vocabulary import MAX_PATTERN_BYTES

#: Seconds within which a second write to a file may leave its times as they are.
TICK = 0.02

#: Files that are compiled together.
AT_ONCE = 32

Progress = Callable[[int, int], None]


def silent(_done: int, _total: int) -> None:
    """No progress is shown."""


class Contents:
    """Compiled files: `patterns` as they will be written, and which file gave which."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.patterns = Writer()
        self.manifest: dict[str, list[Any]] = {}

    def add(self, entries: list[Entry]) -> None:
        """Compile files; one that does not load, or was not allowed as it is, gives no pattern."""
        parsed = [self._parsed(entry) for entry in entries]
        read = zip(parsed, entries, strict=True)
        loaded = [(one.pattern, entry) for one, entry in read if one is not None and one.pattern is not None]
        documents = map(self.patterns.add, compile_patterns(loaded))
        for one, entry in zip(parsed, entries, strict=True):
            document = next(documents) if one is not None and one.pattern is not None else None
            waits = [layers.WAITS] if one is None else []
            self.manifest[entry.rel] = [self.roster.mark(entry), document, *waits]

    def segment(self, header: dict[str, Any]) -> bytes:
        return self.patterns.segment(self.manifest, header)

    def _parsed(self, entry: Entry) -> parse.Parsed | None:
        """What was hashed is what is parsed: the file is read once. None: not what was allowed."""
        path, allowed = Path(entry.path), self.roster.allowed
        if allowed is None:
            return parse.parse_file(path)
        try:
            data = read_regular(path, MAX_PATTERN_BYTES)
        except Unreadable:
            return None
        from experience.patterns.trust import is_allowed  # few have a project's patterns

        return parse.parse_bytes(data, path) if is_allowed(data, allowed[entry.rel]) else None


def compile_files(roster: Roster, entries: list[Entry], progress: Progress = silent) -> Contents:
    contents = Contents(roster)
    with without_collector():
        _compile(contents, entries, progress)
    return contents


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """Parsing makes no cycles, and looking for them among so many objects costs a tenth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _compile(contents: Contents, entries: list[Entry], progress: Progress) -> None:
    for start in range(0, len(entries), AT_ONCE):
        contents.add(entries[start : start + AT_ONCE])
        progress(min(start + AT_ONCE, len(entries)), len(entries))


def is_settled(entries: Iterable[Entry], started: float) -> bool:
    """False if a file was written so shortly before we read it that another write could hide.
    A time of modification in the future says nothing about that (case L09); a clock of the file
    system that is ahead of ours by less than a minute does."""
    earliest, latest = (started - TICK) * 1e9, (started + 60) * 1e9
    times = (time_ns for entry in entries for time_ns in (entry.mtime_ns, entry.ctime_ns))
    return not any(earliest <= time_ns <= latest for time_ns in times)


def prints_of(layer: layers.Layer) -> dict[str, str]:
    """Both prints, to be taken before the files are read, so that an edit in between is met."""
    return {
        "folder_print": layer.roster.folder_print(),
        "full_print": layer.roster.full_print(),
    }


def header_of(layer: layers.Layer, files_count: int, prints: dict[str, str]) -> dict[str, Any]:
    """What layers.Layer reads. A print that is missing costs one more look on the next prompt."""
    mark = config_mark()  # before the file is read, so that an edit in between is met
    settings = config.compiled() if layer.roster.layout == "global" else {}
    return {"root": layer.root, "files": files_count, "config": settings, "config_mark": mark, **prints}


def write_base(layer: layers.Layer, progress: Progress = silent) -> Contents | None:
    """Compile every file of `layer`. None if another process is at it already."""
    make_private_dir(Path(layers.index_dir()))
    target = Path(layer.path("base"))
    with locked(target, wait=0) as alone:
        if not alone:
            return None
        discard_unfinished(target)
        discard_unfinished(Path(layer.path("delta")), age=60)
        started, prints = time.time(), prints_of(layer)
        entries = layer.roster.entries()
        header = header_of(layer, len(entries), prints if is_settled(entries, started) else {})
        contents = compile_files(layer.roster, entries, progress)
        header["build"] = os.urandom(8).hex()
        write_atomic(target, contents.segment(header))
    return contents
