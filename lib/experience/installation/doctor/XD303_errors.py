"""What the hook noted in the last seven days, since it was installed: it fails open, but not unseen."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator

from experience.events import log
from experience.hotpath import clock
from experience.installation.doctor.finding import OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.vocabulary import LOG_ERRORS

ID = "XD303"
TITLE = "errors"

SECONDS = 7 * 24 * 3600
SHOWN = 3
#: Seconds a line may be ahead of the clock: one of 2099 would be told of for ever (case L09).
AHEAD = 24 * 3600


def check(around: Surroundings) -> Iterator[Finding]:
    since = clock.stamp(max(time.time() - SECONDS, _installed(around)))
    until = clock.stamp(time.time() + AHEAD)
    rows = [row for row in log.tail(LOG_ERRORS).rows if since <= _when(row) <= until]
    if not rows:
        yield Finding(OK, f"none since {since}")
        return
    kinds = Counter(_told(row) for row in rows)
    for told, count in kinds.most_common(SHOWN):
        last = max(_when(row) for row in rows if _told(row) == told)
        often = "once" if count == 1 else f"{count} times, last"
        yield Finding(WARNING, f"{often} {last}: {told}", around.verb("log"))
    if len(kinds) > SHOWN:
        yield Finding(WARNING, f"{len(kinds) - SHOWN} more kinds", around.verb("log"))


def _when(row: dict[str, object]) -> str:
    """A stamp of ours; "" for a line that has none."""
    stamp = row.get("ts")
    return stamp if isinstance(stamp, str) else ""


def _told(row: dict[str, object]) -> str:
    return " ".join(str(row.get(key, "")) for key in ("where", "error", "at", "detail")).strip()


def _installed(around: Surroundings) -> float:
    """The last install: what was noted before it, it may have mended."""
    try:
        return (around.layout.state / "interpreter").stat().st_mtime
    except OSError:
        return 0.0
