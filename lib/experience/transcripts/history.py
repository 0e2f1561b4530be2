"""Every prompt that the user typed, once: from all transcripts, and from the client's own history.

`history.jsonl` of the client (2.1.332; one line a prompt: display, pastedContents, timestamp in
milliseconds, project, sessionId) outlives transcripts, which go after 30 days by default. A prompt
typed in a session that has a transcript stands in both; a session that was forked repeats its rows
with their uuids. Places are gathered first, then sorted, then read again one by one, so that neither
gigabytes of transcripts nor long pastes are ever held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from experience.hotpath import clock, places
from experience.hotpath.payload import is_slash_command
from experience.transcripts import finder, lines, pastes, reader, record
from experience.transcripts.record import USER, Record
from experience.transcripts.typed import PROMPT, typed, without_ours

HISTORY = "history.jsonl"
_USER = (USER,)


class PastPrompt(NamedTuple):
    """`ts`: UTC, YYYY-MM-DDTHH:MM:SSZ, "" unknown; `session_id` "" where an old history has none."""

    text: str
    ts: str
    session_id: str
    cwd: str


class _Place(NamedTuple):
    """Where a prompt stands; sorts by when it was typed. `file` is a number in a list of paths."""

    moment: str
    file: int
    offset: int
    size: int


def past_prompts(*, since: str | None = None, newest: int | None = None) -> Iterator[PastPrompt]:
    """Every typed prompt, the newest last. `since`: as PastPrompt.ts; earlier ones are left out. `newest`:
    at most so many, from 1.

    Slash commands, shell lines and what machines wrote are none; nor is anything we injected.
    """
    history = Path(places.config_dir()) / HISTORY
    paths = [*finder.all_transcripts(_seconds(since)), history]
    known: Counter[int] = Counter()
    seen: set[int] = set()
    found: list[_Place] = []
    for number, path in enumerate(paths[:-1]):
        found += _of_transcript(number, path, since, known, seen)
    found += _of_history(len(paths) - 1, history, since, known)
    for place in sorted(found)[-(newest or 0) :]:
        prompt = _again(paths[place.file], place, is_history=paths[place.file] is history)
        if prompt is not None:
            yield prompt


def _seconds(since: str | None) -> float | None:
    """A day of slack: files are only left out by it, prompts by their own time."""
    day = clock.day_number(since) if since else None
    return None if day is None else (day - 1.0) * clock.DAY


def _of_transcript(
    number: int, path: Path, since: str | None, known: Counter[int], seen: set[int]
) -> Iterator[_Place]:
    for found in reader.records(path, kinds=_USER, may_matter=_may_be_prompt):
        prompt = _prompt(found)
        if prompt is None:
            continue
        known.update(_keys(prompt))
        if found.uuid and hash(found.uuid) in seen:
            continue
        seen.add(hash(found.uuid))
        if since is None or prompt.ts >= since:
            yield _Place(found.moment, number, found.offset, found.size)


def _of_history(number: int, path: Path, since: str | None, known: Counter[int]) -> Iterator[_Place]:
    """The entries that no transcript has."""
    for line in _history_lines(path):
        display, entry = _entry(line.data)
        if entry is None or (since is not None and entry.ts < since):
            continue
        key = _keys(entry._replace(text=display))[0]
        if known[key] > 0:
            known[key] -= 1
        else:
            yield _Place(entry.ts, number, line.offset, len(line.data))


def _history_lines(path: Path) -> Iterator[lines.Line]:
    file = lines.open_regular(path)
    if file is not None:
        with file:
            yield from lines.forwards(file, Counter())


def _may_be_prompt(line: bytes) -> bool:
    """Most rows of the user are results of tools; they and what the client marked need no parsing."""
    return b'"tool_result"' not in line and b'"isMeta":true' not in line and b'"isSidechain":true' not in line


def _prompt(found: Record) -> PastPrompt | None:
    said = typed(found)
    if said is None or said.kind != PROMPT or is_slash_command(said.text.lstrip()):
        return None
    return PastPrompt(said.text, found.ts, found.session_id, found.cwd)


def _entry(data: bytes) -> tuple[str, PastPrompt | None]:
    """(what stood in the input box, the prompt or None) of one line of the history."""
    row = record.parse(data) or {}
    display = row.get("display")
    if not isinstance(display, str) or not _is_prompt(display.lstrip()):
        return "", None
    said = without_ours(pastes.filled_in(display, row.get("pastedContents")))
    ids = [value if isinstance(value := row.get(key), str) else "" for key in ("sessionId", "project")]
    prompt = PastPrompt(said, record.stamp(row.get("timestamp")), *ids) if said.strip() else None
    return display, prompt


def _is_prompt(display: str) -> bool:
    return bool(display) and display[0] != "!" and not is_slash_command(display)


def _keys(prompt: PastPrompt) -> list[int]:
    """What tells that a prompt of the history is one of a transcript: session and own words. An old
    history knows only the folder."""
    own = " ".join(pastes.without(prompt.text).split())
    if prompt.session_id:
        return [hash((prompt.session_id, own)), hash(("", prompt.cwd, own))]
    return [hash(("", prompt.cwd, own))]


def _again(path: Path, place: _Place, *, is_history: bool) -> PastPrompt | None:
    """Read the prompt at a place; None where the file changed meanwhile."""
    data = lines.piece(path, place.offset, place.size)
    if is_history:
        return _entry(data)[1]
    row = record.parse(data)
    return _prompt(Record(row)) if row is not None else None
