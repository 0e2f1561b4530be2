"""What this machine's verdicts make of a warning: a factor on the order, probation, mute.

Read from one small file that the verbs compile (feedback/standings.py), and only when a pattern passed
the gate. A file that is absent, torn or strange has no effect: `state/` is rebuildable, silence is not
the safe side.
"""

from __future__ import annotations

import os

from experience.hotpath import jsonlite, places
from experience.vocabulary import LOG_FALSE_POSITIVES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from experience.hotpath.candidate import Candidate

#: Raise when the rows change their meaning.
FORMAT = 2
#: Bytes read; a pattern with verdicts takes about a hundred.
MOST_BYTES = 4 * 1024 * 1024
#: Row of verdicts of which nobody knows what the pattern said then.
ANY_CONTENT = "*"


def path() -> str:
    return os.path.join(places.state_dir(), "verdicts.json")


def standings() -> dict[str, Any]:
    """Pattern id -> content hash -> [factor on the order, least match, why it is held below that, day of
    the last save]."""
    try:
        with open(path(), "rb") as file:
            found = jsonlite.loads(file.read(MOST_BYTES).decode("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        return {}
    patterns = found.get("patterns")
    return patterns if isinstance(patterns, dict) else {}


def is_lost() -> bool:
    """Whether false alarms were logged and the file is gone: `state/` may be deleted at any time."""
    log = os.path.join(places.logs_dir(), LOG_FALSE_POSITIVES)
    return not os.path.lexists(path()) and os.path.exists(log)


def row_of(record: dict[str, Any], known: dict[str, Any]) -> tuple[float, float, str, str] | None:
    """The standing of a pattern as it is now: after a person's edit it is another one, with none yet."""
    contents = known.get(record["id"])
    row = (contents.get(record["hash"]) or contents.get(ANY_CONTENT)) if isinstance(contents, dict) else None
    if not isinstance(row, list) or len(row) != 4 or not all(isinstance(one, str) for one in row[2:]):
        return None
    factor, needs, why, saved = row
    if not all(isinstance(number, (int, float)) for number in (factor, needs)) or not 0 < factor < 10:
        return None
    return float(factor), float(needs), why, saved


def weigh(candidates: list[Candidate]) -> None:
    """Fill in `standing` of what passed the gate, and `why_not` of what is muted or on probation."""
    known = standings()
    for candidate in candidates:
        row = None if candidate.why_not else row_of(candidate.record, known)
        if row is not None:
            candidate.standing, needs, why, candidate.saved = row
            if candidate.match < needs:
                candidate.why_not = why
