"""Which warnings went out, in which session: from `injections.jsonl` and its archives."""

from __future__ import annotations

from typing import Any, NamedTuple

from experience.events import log
from experience.events.rows import rows, text
from experience.vocabulary import LOG_INJECTIONS


class Injection(NamedTuple):
    """One prompt that was answered with warnings. `prompt_hash`: see hotpath.record.prompt_hash."""

    injection_id: str
    session_id: str
    ts: str
    patterns: tuple[str, ...]
    prompt_hash: str


def _injection(row: dict[str, Any]) -> Injection | None:
    listed = row.get("patterns_injected")
    patterns = tuple(one for one in listed if isinstance(one, str)) if isinstance(listed, list) else ()
    injection_id = text(row, "injection_id")
    if not patterns or not injection_id:
        return None
    return Injection(
        injection_id, text(row, "session_id"), text(row, "ts"), patterns, text(row, "prompt_hash")
    )


def _holding(value: str) -> list[Injection]:
    found = (_injection(row) for row in rows(LOG_INJECTIONS, value))
    return [one for one in found if one is not None]


def of_session(session_id: str) -> list[Injection]:
    """The injections of one session, newest last; prompts that stayed without a warning are left out."""
    return [one for one in _holding(session_id) if one.session_id == session_id] if session_id else []


def of_pattern(pattern_id: str) -> list[Injection]:
    """The injections of one pattern in any session, newest last."""
    return [one for one in _holding(pattern_id) if pattern_id in one.patterns] if pattern_id else []


def by_id(injection_id: str) -> Injection | None:
    found = [one for one in _holding(injection_id) if one.injection_id == injection_id]
    return found[-1] if found else None


def recent(most: int) -> list[Injection]:
    """The last `most` (1 or more) injections of any session, newest last."""
    found = (_injection(row) for row in log.tail(LOG_INJECTIONS).rows)
    return [one for one in found if one is not None][-most:]
