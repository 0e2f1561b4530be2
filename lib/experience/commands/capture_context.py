"""What a model needs before it drafts: the telling parts of the session, what is known, the domains."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from experience.commands import drafting
from experience.commands.drafting import Ask
from experience.commands.reply import Reply
from experience.hotpath import match, places, query, scan
from experience.hotpath.sanitize import one_line
from experience.index import reach, rehearsal
from experience.patterns import candidates
from experience.patterns.draft import DOMAIN
from experience.patterns.hidden import visible
from experience.patterns.pattern import Pattern
from experience.patterns.redact import redact
from experience.transcripts import finder
from experience.transcripts.context import CaptureContext, capture_context

#: Bytes of the whole answer; of them what the transcript may fill, and characters of the hint.
MOST, OF_TRANSCRIPT, HINT = 12_000, 8_500, 1_000
#: Patterns, candidates and domains that are named.
NEAREST, DOMAINS = 5, 20


def reply(hint: str, turns: int, ask: Ask) -> Reply:
    """`data`: {"hint", "session": what transcripts.context documents or null, "nearest": [{"id", "name"}],
    "candidates": [id], "domains": {name: patterns}}. At most MOST bytes as text."""
    told = _session(ask.session, turns)
    hint = redact(hint)[:HINT]
    known = drafting.known_patterns(ask.cwd)
    near = nearest("\n".join([hint, told.as_text() if told else ""]), ask.cwd)
    waiting = [one.id for one in candidates.stock().candidates]
    data: dict[str, Any] = {
        "hint": hint,
        "session": told.as_dict() if told else None,
        "nearest": near,
        "candidates": waiting,
        "domains": domains(known),
    }
    return Reply("context", data, _lines(data, told))


def _session(session: str, turns: int) -> CaptureContext | None:
    path = finder.transcript_of(session)
    return capture_context(path, turns, limit=OF_TRANSCRIPT) if path else None


def domains(known: list[Pattern]) -> dict[str, int]:
    """Domains with how many patterns each has, the largest first; folders that wait for a first one too."""
    found = Counter(dict.fromkeys(_folders(), 0))
    found.update(pattern.domain for pattern in known)
    return dict(found.most_common(DOMAINS))


def _folders() -> list[str]:
    """The domains that the global corpus has a folder for."""
    folders = (Path(folder) for folder, _ in scan.folders(places.global_corpus(), "global"))
    return sorted(folder.name for folder in folders if DOMAIN.fullmatch(folder.name))


def nearest(text: str, cwd: str) -> list[dict[str, str]]:
    """The patterns that the live matcher finds nearest to `text`, whether they would fire or not."""
    layers = [rehearsal.as_it_is(layer) for layer in reach.layers_for(cwd)]
    found = match.search(query.Query(text), layers)[:NEAREST]
    return [{"id": one.record["id"], "name": one_line(one.record["name"], 100)} for one in found]


def nearest_lines(near: list[dict[str, str]]) -> list[str]:
    return ["nearest patterns:" + " none" * (not near), *(f"- {one['id']}: {one['name']}" for one in near)]


def _lines(data: dict[str, Any], told: CaptureContext | None) -> list[str]:
    lines = [visible(f"hint: {data['hint'] or 'none'}")]
    counted = ", ".join(f"{name} {count}" for name, count in data["domains"].items())
    lines.append(f"domains: {counted or 'none yet'}")
    lines += nearest_lines(data["nearest"])
    if data["candidates"]:
        lines.append(f"waiting for approval: {', '.join(data['candidates'][-DOMAINS:])}")
    if told is None:
        lines.append("No transcript of this session was found: draft from the conversation itself.")
        return lines
    head = len("\n".join(lines).encode())
    return [*lines, "", _cut(told.as_text(), MOST - head - 40)]


def _cut(text: str, most: int) -> str:
    """At most `most` bytes, whole lines."""
    while len(text.encode("utf-8", "replace")) > most:
        text = text.rpartition("\n")[0]
    return text
