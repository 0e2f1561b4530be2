"""When the hook last did its work, and whether the client was used since without it: death in silence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from experience.events import log
from experience.hotpath import clock
from experience.installation.doctor.finding import INFO, OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.vocabulary import LOG_INJECTIONS

ID = "XD302"
TITLE = "last prompt"

#: Seconds by which prompts may be newer than the hook's last line: built-in commands, switched-off
#: projects and machine messages are prompts to the client and not to us.
SLACK = 24 * 3600


def check(around: Surroundings) -> Iterator[Finding]:
    rows = log.tail(LOG_INJECTIONS).rows
    typed = _last_typed(around.layout.config / "history.jsonl")
    last = str(rows[-1].get("ts", "")) if rows else ""
    if typed and last < clock.stamp(typed - SLACK):
        seen = f"the hook last saw one at {last}" if last else "the hook never saw one"
        cause = f"a prompt was typed in Claude Code at {clock.stamp(typed)}, {seen}"
        yield Finding(WARNING, f"{cause}: start a new session; if that changes nothing, install again")
    elif not rows:
        yield Finding(INFO, "none yet: it is met by the hook in the next session that starts")
    else:
        yield Finding(OK, _told(rows, last))


def _told(rows: list[dict[str, object]], last: str) -> str:
    warned = [row for row in rows if row.get("patterns_injected")]
    told = f"; last warning {warned[-1].get('ts', '?')}" if warned else "; no warning so far"
    return f"{last}{told}"


def _last_typed(history: Path) -> float:
    """When the client last wrote down a typed prompt; 0.0 when it never did."""
    try:
        return history.stat().st_mtime
    except OSError:
        return 0.0
