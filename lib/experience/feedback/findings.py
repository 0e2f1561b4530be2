"""The cache of what was looked up for patterns: kept with its sources, redacted, capped, with an end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from experience.errors import ExperienceError
from experience.files.folder import made
from experience.files.lock import locked
from experience.files.tree import remove_file
from experience.files.write import write_atomic
from experience.hotpath import clock, jsonlite
from experience.hotpath import preflight as hot
from experience.hotpath.sanitize import one_line
from experience.patterns.pattern import Pattern
from experience.patterns.preflight import Wish, wish
from experience.patterns.redact import redact

#: Characters of a finding and of an address; addresses; files in the cache, beyond which the oldest go.
MAX_FINDING, MAX_SOURCE, MAX_SOURCES, MAX_FILES = 600, 300, 5, 200


class Finding(NamedTuple):
    """`stored_at`: seconds since the epoch; `ttl`: seconds."""

    id: str
    query: str
    finding: str
    sources: tuple[str, ...]
    stored_at: float
    ttl: float
    path: Path

    @property
    def fresh(self) -> bool:
        return -60 <= clock.now() - self.stored_at < self.ttl

    def document(self) -> dict[str, Any]:
        stored, ends = clock.stamp(self.stored_at), clock.stamp(self.stored_at + self.ttl)
        return {
            "id": self.id, "query": self.query, "finding": self.finding, "sources": list(self.sources),
            "stored": stored, "fresh_until": ends, "fresh": self.fresh,
        }  # fmt: skip


def wish_of(pattern: Pattern) -> Wish:
    found = wish(pattern)
    if found is None:
        raise ExperienceError(
            f"{pattern.id}: wants nothing looked up; add `preflight: {{query: ..., ttl: 7d}}` to its file"
        )
    return found


def source(given: str) -> str:
    """An address of the web without what is secret in it. Raises ExperienceError for anything else."""
    parts = urlsplit(one_line(given, 2000))
    if parts.scheme not in ("http", "https") or not parts.hostname or "." not in parts.hostname:
        raise ExperienceError(f"{one_line(given, 80)!r}: a source is an http or https address, such as"
                              " https://example.org/page")  # fmt: skip
    if parts.username or parts.password:
        raise ExperienceError("a source must not hold a name or password")
    address = redact(parts._replace(fragment="").geturl())
    if len(address) > MAX_SOURCE:
        raise ExperienceError(f"a source of more than {MAX_SOURCE} characters")
    return address


def store(pattern: Pattern, said: str, sources: Sequence[str]) -> Finding:
    """Keep a finding in the place of an older one. Raises ExperienceError; then nothing was written."""
    wanted = wish_of(pattern)
    text = one_line(redact(said), MAX_FINDING)
    if not text:
        raise ExperienceError("nothing was found? give the finding on standard input, in a sentence or two")
    kept = tuple(dict.fromkeys(source(one) for one in sources))[:MAX_SOURCES]
    if not kept:
        raise ExperienceError("where was it found? --source URL is required")
    now = clock.now()
    path = Path(hot.path(pattern.id, wanted.query))
    document = {
        "id": pattern.id, "query": wanted.query, "finding": text, "sources": list(kept),
        "stored": clock.stamp(now), "stored_at": now, "ttl": wanted.ttl,
    }  # fmt: skip
    made(path.parent)
    with locked(path.parent / "cache"):
        write_atomic(path, (json.dumps(document) + "\n").encode("ascii"))
        _cap()
    return Finding(pattern.id, wanted.query, text, kept, now, wanted.ttl, path)


def everything() -> list[Finding]:
    """All findings that can be read, the newest first."""
    return sorted(_read(), key=lambda one: -one.stored_at)


def _read() -> Iterator[Finding]:
    for path in sorted(Path(hot.folder()).glob("*.json")):
        try:
            with path.open("rb") as file:
                found = jsonlite.loads(file.read(hot.MOST_BYTES).decode("utf-8"))
        except (OSError, ValueError):
            continue
        if hot.is_finding(found):
            ttl = found.get("ttl")
            yield Finding(
                found["id"], found["query"], found["finding"], tuple(found["sources"]),
                float(found["stored_at"]), float(ttl) if isinstance(ttl, (int, float)) else 0.0, path,
            )  # fmt: skip


def _cap() -> None:
    """A cache stays small: of more files than MAX_FILES what has ended goes first, then the oldest."""
    known = everything()
    for one in sorted(known, key=lambda one: (one.fresh, one.stored_at))[: max(0, len(known) - MAX_FILES)]:
        remove_file(one.path)


def purge(identity: str = "", *, expired: bool = False) -> list[Finding]:
    """Take findings away: of one pattern, those that have ended, or all."""
    chosen = [one for one in everything() if identity in ("", one.id) and not (expired and one.fresh)]
    if chosen:
        with locked(Path(hot.folder()) / "cache"):
            for one in chosen:
                remove_file(one.path)
    return chosen
