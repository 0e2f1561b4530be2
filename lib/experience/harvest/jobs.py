"""One transcript looked at: what a worker process does and sends back. It writes nothing.

What comes back is redacted and small, so that it may cross a network.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from experience.harvest import reading, redacted, selection
from experience.harvest.lessons import Lesson, lesson
from experience.harvest.selection import Verdict
from experience.harvest.trace import Trace


@dataclass(frozen=True, slots=True)
class Found:
    """`trace`: redacted; without its calls where the session was not accepted. `cwd`: as on the disk."""

    path: str
    trace: Trace
    verdict: Verdict
    lessons: tuple[Lesson, ...]
    has_signal: bool
    is_own: bool
    turns: int
    cwd: str


def look(path: str, agents: Iterable[str] | None = None) -> Found:
    """`agents`: files of its subagents; those that the client keeps with it by default."""
    session = reading.read(Path(path), None if agents is None else [Path(one) for one in agents])
    return found_in(session, path)


def found_in(session: reading.Session, path: str) -> Found:
    trace = session.trace
    verdict = selection.judge(trace)
    if not verdict.accepted:
        trace.tool_calls.clear()
    kept = (
        () if session.is_own else tuple(lesson(one, trace.session_id, trace.cwd) for one in session.episodes)
    )
    return Found(
        path,
        redacted.redacted(trace),
        verdict,
        kept,
        session.has_signal,
        session.is_own,
        session.turns,
        trace.cwd,
    )
