"""Add an event to a skill's log: checked, redacted, capped, once, by one write."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any, NamedTuple

from experience.digest import days, event, fingerprints, state, wording
from experience.digest.numbers import MAX_EVENT_BYTES, MAX_LINE_BYTES
from experience.digest.skills import SkillFolder
from experience.errors import UsageError
from experience.files import journal
from experience.patterns.redact import redact

#: The mission's order; other keys come after them, sorted.
ORDER = (
    "ts", "session_id", "skill", "key", "winning_pattern", "good_query", "outcome", "user_feedback",
    "user_correction", "failure_pattern", "rubrics_passed", "rubrics_failed", "context", "metrics",
    "evidence", "promote_candidate", "trace_ref",
)  # fmt: skip
_TEXTS = (
    "session_id", "skill", "key", "winning_pattern", "good_query", "user_correction", "failure_pattern",
    "trace_ref",
)  # fmt: skip
_TABLES = ("context", "metrics")
_LISTS = ("rubrics_passed", "rubrics_failed", "evidence")
_MAX_DEPTH = 40


class Added(NamedTuple):
    """`added`: False where the log holds this event already. `dropped_evidence`: without title or url."""

    added: bool
    dropped_evidence: int


def append_event(skill: SkillFolder, found: Mapping[str, Any]) -> Added:
    """Add one event. Raises UsageError that names the key for what is no event of this skill."""
    skill.refuse_links()
    checked = _checked(skill, found)
    evidence, dropped = _complete(checked.get("evidence"))
    if evidence is not None:
        checked["evidence"] = evidence
    if days.lies_ahead(checked.get("ts"), days.today()):  # it would count as today for years (case L09)
        checked["ts_given"] = checked.pop("ts")
    stamped = "ts" not in checked
    if stamped:
        checked["ts"] = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    checked.setdefault("skill", skill.name)
    line = _line(checked)
    with journal.held(skill.log, skill.archive):
        added = not _is_there(skill, line, checked if stamped else None)
        if added:
            journal.append(skill.log, line)
    if added:
        _remember(skill, fingerprints.of(line))
    return Added(added, dropped)


def _remember(skill: SkillFolder, fingerprint: int) -> None:
    """As ours, and that there is such a skill: --due looks there."""
    state.remember_own(skill, fingerprint)
    remembered = state.load(skill)
    if not remembered["day"] and not remembered["archives"]:
        state.save(skill, remembered)


def _is_there(skill: SkillFolder, line: bytes, stamped: dict[str, Any] | None) -> bool:
    """By content. An event that came without a time is the one of the same session on the same day."""
    for other in journal.lines(skill.log, MAX_LINE_BYTES):
        if other is None:
            continue
        if other.strip() == line or (stamped and _differs_in_time_only(stamped, other)):
            return True
    if fingerprints.of(line) not in state.own(skill):
        return False
    aside = sorted(skill.archive.glob("*.jsonl"), reverse=True)
    return any(
        (other or b"").strip() == line for path in aside for other in journal.lines(path, MAX_LINE_BYTES)
    )


def _differs_in_time_only(stamped: dict[str, Any], other: bytes) -> bool:
    ahead = "ts_given" in stamped
    session = str(stamped.get("session_id") or "").encode("utf-8", "replace")
    if not ahead and not (session and session in other):
        return False
    try:
        found = json.loads(other)
    except (ValueError, RecursionError):
        return False
    same_day = isinstance(found, dict) and (ahead or str(found.get("ts"))[:10] == stamped["ts"][:10])
    return same_day and _line({**found, "ts": ""}) == _line({**stamped, "ts": ""})


def _line(found: Mapping[str, Any]) -> bytes:
    keys = [key for key in ORDER if key in found] + sorted(found.keys() - set(ORDER))
    ordered = {key: _redacted(found[key]) for key in keys}
    line = json.dumps(ordered, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    if len(line) > MAX_EVENT_BYTES:
        raise UsageError(
            f"event: {len(line):,} bytes; at most {MAX_EVENT_BYTES:,}: leave out what is no lesson"
        )
    return line


def _redacted(value: Any, depth: int = 0) -> Any:
    """Without secrets, in whatever place: also in keys and in keys that we do not know (case T16)."""
    if depth > _MAX_DEPTH:
        raise UsageError(f"event: nested deeper than {_MAX_DEPTH} levels")
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [_redacted(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {redact(str(key)): _redacted(item, depth + 1) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def _complete(evidence: Any) -> tuple[list[Any] | None, int]:
    """(items with a title and a url, how many had not)."""
    if evidence is None:
        return None, 0
    kept = [
        item
        for item in evidence
        if isinstance(item, dict)
        and all(isinstance(item.get(key), str) and item[key].strip() for key in ("title", "url"))
    ]
    return kept, len(evidence) - len(kept)


def _checked(skill: SkillFolder, found: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of the event once every known key has its type (references/schemas/event.schema.json)."""
    event_ = {key: value for key, value in found.items() if value is not None or key == "user_feedback"}
    for keys, kind, name in ((_TEXTS, str, "a text"), (_TABLES, dict, "an object"), (_LISTS, list, "a list")):
        for key in keys:
            if key in event_ and not isinstance(event_[key], kind):
                raise UsageError(f"event: {key}: expected {name}")
    _one_of(event_, "outcome", event.OUTCOMES)
    _one_of(event_, "user_feedback", (*event.FEEDBACK, None))
    if "promote_candidate" in event_ and not isinstance(event_["promote_candidate"], bool):
        raise UsageError("event: promote_candidate: expected true or false")
    if "ts" in event_ and days.of_stamp(event_["ts"], days.today()) is None:
        raise UsageError("event: ts: expected a time such as 2026-04-21T10:30:00Z")
    if not wording.same_name(event_.get("skill", skill.name), skill.name):
        raise UsageError(
            f"event: skill is {event_['skill']!r}, but the folder is {skill.name!r} ({skill.path})"
        )
    if not any(
        event_.get(key) for key in ("winning_pattern", "good_query", "failure_pattern", "user_correction")
    ):
        _needs_more(event_)
    return event_


def _one_of(found: dict[str, Any], key: str, choices: tuple[str | None, ...]) -> None:
    if key in found and found[key] not in choices:
        listed = ", ".join("null" if choice is None else choice for choice in choices)
        raise UsageError(f"event: {key}: expected one of {listed}")


def _needs_more(found: dict[str, Any]) -> None:
    """An event without a lesson still says how a call went; one that says nothing at all is refused."""
    if not found.keys() - {"ts", "session_id", "skill"}:
        raise UsageError(
            "event: says nothing: give winning_pattern, good_query, failure_pattern or user_correction"
        )
