"""What people said of warnings: `saves.jsonl` and `false_positives.jsonl`, append-only.

A line is `{ts, id, injection_id, session_id, why, undone, content}`; `content` is the hash of what the
pattern said when it was shown ("" unknown), so that an edit by a person gives it a fresh start. One with
`undone: true` takes back what was said before of the same warning.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from experience.events.rows import rows, text
from experience.hotpath import clock, record
from experience.vocabulary import LOG_FALSE_POSITIVES, LOG_SAVES

Kind = Literal["saved", "falsepositive"]
LOGS: dict[Kind, str] = {"saved": LOG_SAVES, "falsepositive": LOG_FALSE_POSITIVES}


class Verdict(NamedTuple):
    """`injection_id` names the warning; of a verdict on no warning that we know of it says when (`typed`)."""

    kind: Kind
    ts: str
    id: str
    injection_id: str
    session_id: str
    why: str
    content: str

    @property
    def warning(self) -> tuple[str, str]:
        """What can be judged once."""
        return self.id, self.injection_id


def typed(session_id: str, day: str) -> str:
    """Stands for an injection_id where no injection is logged: once a day and session."""
    return f"typed-{day}-{session_id}" if session_id else f"typed-{day}"


def opposite(kind: Kind) -> Kind:
    return "falsepositive" if kind == "saved" else "saved"


def in_force() -> list[Verdict]:
    """Every verdict that was not taken back, oldest first; each warning has at most one of a kind."""
    found = [verdict for kind in LOGS for verdict in _of_kind(kind)]
    return sorted(found, key=lambda verdict: verdict.ts)


def _of_kind(kind: Kind) -> list[Verdict]:
    now = clock.stamp(clock.now())
    last: dict[tuple[str, str], Verdict] = {}
    for row in rows(LOGS[kind]):
        verdict = _verdict(kind, row, now)
        if verdict is None:
            continue
        if row.get("undone") is True:
            last.pop(verdict.warning, None)
        else:  # the first counts: it is the same verdict
            last.setdefault(verdict.warning, verdict)
    return list(last.values())


def _verdict(kind: Kind, row: dict[str, Any], now: str) -> Verdict | None:
    """None for a row that names no pattern. A time in the future is now (case L09), none is the oldest."""
    pattern, ts = text(row, "id"), text(row, "ts")
    if not pattern:
        return None
    ts = min(ts, now) if clock.day_number(ts) is not None else ""
    session, why = text(row, "session_id"), text(row, "why")
    injection = text(row, "injection_id") or typed(session, ts[:10])
    return Verdict(kind, ts, pattern, injection, session, why, text(row, "content"))


def append(verdict: Verdict, *, undone: bool = False) -> None:
    """Add a line. OSError where the log cannot be written. `why` must be redacted."""
    fields = verdict._asdict()
    fields.pop("kind")
    content = fields.pop("content")
    record.append(LOGS[verdict.kind], {**fields, "undone": undone, "content": content})
