"""The nudge in order: a prompt a person typed? -> cooldown -> transcript -> signals -> claim -> record."""

from __future__ import annotations

import os
import time

from experience.hotpath import clock, ledger, payload, record, switches
from experience.hotpath.nudges import complaint, cooldown, failures, session, tail, wording
from experience.vocabulary import LOG_NUDGES

PROMPT = "prompt"
DOOR = "nudge"


class Nudge:
    """What goes out: text for the model, line for the user; both may be empty."""

    def __init__(self, model: str = "", user: str = "") -> None:
        self.model = model
        self.user = user


class Signs:
    """`names` of the signals, none for silence; `circle`: the plainest one of the transcript."""

    def __init__(self, names: list[str], circle: failures.Circle | None = None) -> None:
        self.names = names
        self.circle = circle


def signs(prompt: str, transcript_path: str) -> Signs:
    """What prompt and transcript say together; leaves no trace."""
    read = tail.read(transcript_path)
    if read is None:
        return Signs([])
    seen = session.Session(read)
    said = complaint.kind(prompt)
    circles = failures.circles(seen, hinted=bool(said))
    names = [circle.signal for circle in circles]
    if said == complaint.STRONG and seen.is_retry:
        names.append(PROMPT)
    return Signs(list(dict.fromkeys(names)), circles[0] if circles else None)


def answer(data: bytes) -> Nudge:
    """`data`: the payload as it came on stdin."""
    started, now = time.perf_counter(), clock.now()
    asked = payload.parse(data)
    if asked is None or not _may_be_nudged(asked, now):
        return Nudge()
    found = signs(asked.prompt, asked.transcript_path)
    if not found.names or not _is_first(asked, now):
        return Nudge()
    try:
        _remember(asked, found, started)
    except OSError as error:  # a nudge that nobody remembers would come with every prompt
        record.error(DOOR, error)
        return Nudge()
    return Nudge(wording.for_model(found.circle), wording.for_user(found.circle))


def _may_be_nudged(asked: payload.Payload, now: float) -> bool:
    """Machine messages end here and touch nothing (case R25)."""
    return (
        bool(asked.transcript_path)
        and asked.is_typed_prompt()
        and wording.HEADING not in asked.prompt
        and not switches.off_because(asked.cwd)
        and cooldown.is_over(asked.session_id, now)
    )


def _is_first(asked: payload.Payload, now: float) -> bool:
    """Whether this is the first hook that meets the prompt: twins nudge once (case S29)."""
    hashed = "" if asked.prompt_id else record.prompt_hash(asked.prompt)
    return ledger.Ledger(asked.session_id).claim_prompt(DOOR, asked.prompt_id, hashed, now)


def _remember(asked: payload.Payload, found: Signs, started: float) -> None:
    fields = {
        "ts": clock.stamp(clock.now()),
        "session_id": asked.session_id,
        "nudge_id": os.urandom(6).hex(),
        "signals": found.names,
        "count": found.circle.count if found.circle else 1,
        "ms": round((time.perf_counter() - started) * 1000, 1),
    }
    record.append(LOG_NUDGES, fields)
