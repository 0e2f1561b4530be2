"""The rules of the house, each a function from sources to offences; test_architecture.py runs them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from experience.commands.door import VERBS
from tests.disk_writes import writes
from tests.source_tree import Source, imports, room_of

#: Top to bottom: a room imports rooms of lines below its own, never of its own line.
ORDER: tuple[tuple[str, ...], ...] = (
    ("commands",),
    ("installation",),
    ("memory",),
    ("harvest",),
    ("digest",),
    ("feedback",),
    ("events",),
    ("transcripts",),
    ("runners",),
    ("checks", "index"),
    ("patterns",),
    ("files",),
    ("hotpath",),
    ("errors", "vocabulary"),
)
LEVEL = {room: level for level, rooms in enumerate(ORDER) for room in rooms}

#: What each door opens onto. exp.py and retrieve.py import their second room lazily.
DOORS = {
    "exp": {"commands"},
    "retrieve": {"hotpath", "errors", "vocabulary", "index"},
    "nudge": {"hotpath", "errors", "vocabulary"},
}
HOT_DOORS = ("retrieve", "nudge")

#: Standard library that the hot path may import at the top, and why. All of it is in C or frozen
#: into the interpreter (from 3.11 on); together it costs about a millisecond.
HOT_STDLIB = {
    "__future__": "annotations stay text, so `typing` is not needed",
    "binascii": "in C: check sums of segments and lines",
    "bisect": "in C: look-up in sorted tables",
    "faulthandler": "built in: ends the process at its deadline, even inside a regex",
    "math": "in C: the score",
    "mmap": "in C: the index is mapped, not read",
    "os": "frozen: paths, descriptors",
    "stat": "frozen: kinds of files",
    "sys": "built in",
    "time": "built in: budgets and time stamps",
}

#: What it may import inside a function, after a cheap test said that it is needed, and when that is.
HOT_LAZY = {
    "_blake2": "in C: the hash of a prompt, without hashlib and its OpenSSL",
    "_json": "in C: JSON without json, re and enum",
    "_signal": "built in: the timer that ends a runaway regex",
    "fcntl": "in C: only when a log is put aside or an edit is indexed",
    "hashlib": "only where an interpreter lacks _blake2, or a project's digest was decided on",
    "json": "only where an interpreter lacks _json",
    "json.encoder": "only where an interpreter lacks _json",
    "re": "only when a pattern's regex has its literal in the prompt",
    "time": "built in",
    "unicodedata": "in C: only for text that is not ASCII",
}

#: (module, what it does) -> why files/ cannot do it for it.
MAY_WRITE: dict[tuple[str, str], str] = {
    (
        "experience.installation.steps",
        "compileall.compile_dir",
    ): "byte code beside the sources, by Python itself",
    ("experience.hotpath.detach", "os.O_RDWR"): "/dev/null, the three streams of the detached worker",
}
WRITING_ROOM = "files"
WRITING_MODULES = ("experience.hotpath.record", "experience.hotpath.ledger")

MAX_LINES = 300
VAGUE = frozenset({"utils", "util", "helpers", "helper", "common", "misc", "stuff", "tools"})


def wrong_imports(tree: Mapping[str, Source]) -> Iterator[str]:
    """Imports that go up or sideways, those of a door that opens onto another room, and strangers."""
    for source in tree.values():
        for found in imports(source, frozenset(tree)):
            if found.what.partition(".")[0] != "experience":
                continue
            room = room_of(found.what)
            if room and not _may_import(source, room):
                yield f"{source.name}:{found.line} imports {found.what}"


def _may_import(source: Source, room: str) -> bool:
    if room not in LEVEL:
        return False
    if source.name in DOORS:
        return room in DOORS[source.name]
    if source.room not in LEVEL:
        return False
    return room == source.room or LEVEL[room] > LEVEL[source.room]


def verbs_that_import_verbs(tree: Mapping[str, Source]) -> Iterator[str]:
    """Verbs are siblings: what two of them share belongs into a room below, or into a module of this
    room that is no verb, such as the door's files."""
    verbs = {f"experience.commands.{module}" for module, _ in VERBS.values()}
    shared = {"experience.commands", "experience.commands.door", "experience.commands.reply", *tree} - verbs
    for source in tree.values():
        if source.room == "commands":
            for found in imports(source, frozenset(tree)):
                if room_of(found.what) == "commands" and found.what not in shared:
                    yield f"{source.name}:{found.line} imports {found.what}"


def circles(tree: Mapping[str, Source]) -> Iterator[str]:
    """Modules from which one comes back to oneself, lazy and typing imports counted."""
    known = frozenset(tree)
    graph = {
        name: {found.what for found in imports(source, known)} & known - {name}
        for name, source in tree.items()
    }
    for start, direct in graph.items():
        reached: set[str] = set()
        waiting = set(direct)
        while waiting:
            name = waiting.pop()
            reached.add(name)
            waiting |= graph[name] - reached
        if start in reached:
            yield start


def is_hot(source: Source) -> bool:
    return source.room in ("hotpath", "vocabulary", "errors") or source.name in HOT_DOORS


def hot_strangers(tree: Mapping[str, Source]) -> Iterator[str]:
    """Modules that the hot path imports though they are neither ours nor on the list for that place."""
    for source in filter(is_hot, tree.values()):
        for found in imports(source, frozenset(tree)):
            ours = found.what.partition(".")[0] == "experience"
            listed = found.what in HOT_STDLIB or (found.lazy and found.what in HOT_LAZY)
            if not (found.typing_only or ours or listed):
                yield f"{source.name}:{found.line} imports {found.what}"


def eager_index(tree: Mapping[str, Source]) -> Iterator[str]:
    """`index` imported at the top of a hot door, where it would be paid for on every prompt."""
    for source in tree.values():
        if source.name in HOT_DOORS:
            for found in imports(source, frozenset(tree)):
                if room_of(found.what) == "index" and not found.lazy:
                    yield f"{source.name}:{found.line}"


def shadowed(names: list[str]) -> Iterator[str]:
    """Names directly in lib/ that would hide a standard module: lib/ is first on the path."""
    yield from (name for name in names if name.partition(".")[0] in sys.stdlib_module_names)


def stray_writes(tree: Mapping[str, Source]) -> Iterator[str]:
    for source in tree.values():
        if source.room == WRITING_ROOM or source.name in WRITING_MODULES:
            continue
        for found in writes(source):
            if (source.name, found.what) not in MAY_WRITE:
                yield f"{source.name}:{found.line} {found.what}"


def vague_names(names: list[str]) -> Iterator[str]:
    yield from (name for name in names if VAGUE & set(name.removesuffix(".py").split("_")))
