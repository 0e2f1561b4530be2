"""From a trace that was accepted to events of the skills it used: the mission's output object.

Each lesson of a session goes into a skill's log once, however often it is harvested: the log itself says
what is there. `experience.md` is never written here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.digest import events, skills
from experience.digest.numbers import MAX_LINE_BYTES
from experience.digest.skills import SkillFolder
from experience.errors import ExperienceError
from experience.files import journal
from experience.harvest import lessons, selection, templates
from experience.harvest.leaves import Leaf, joined, leaves
from experience.harvest.trace import ACCEPTED, Trace
from experience.hotpath import clock

#: Lessons of one skill and session; citations that an event bears.
MOST, EVIDENCE = 3, 5
_EDITING = ("Edit", "Write", "MultiEdit", "NotebookEdit")


@dataclass(frozen=True, slots=True)
class Lesson:
    """`id`: what a better name is given for; `event`: as it is appended."""

    id: str
    skill: SkillFolder
    event: dict[str, Any]


@dataclass(slots=True)
class Emission:
    """`skipped`: names of leaves without a skill folder."""

    lessons: list[Lesson] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    added: int = 0
    known: int = 0
    failed: list[str] = field(default_factory=list)


def planned(trace: Trace, cwd: str, root: str = "") -> Emission:
    """What an accepted trace teaches. It must be redacted. `cwd`: the session's folder, whose project may
    have skills; `root`: a folder of skills to look in instead."""
    here = cwd if cwd and Path(cwd).is_dir() else str(Path.cwd())
    known = skills.everywhere(here, root)
    found = Emission()
    used: dict[Path, tuple[Leaf, SkillFolder]] = {}
    for leaf in leaves(trace.tool_calls):
        skill = folder_of(leaf.names, known)
        if skill is not None:
            used[skill.path] = (joined(used[skill.path][0], leaf) if skill.path in used else leaf, skill)
        elif not _is_tool(leaf.names[0]):
            found.skipped.append(leaf.names[0])
    order = list(used.values())
    for at, (leaf, skill) in enumerate(order):
        later = [other.name for _, other in order[at + 1 :]]
        found.lessons += _lessons(trace, leaf, skill, later)
    return found


def folder_of(names: Sequence[str], known: Sequence[SkillFolder]) -> SkillFolder | None:
    """The user's own before the project's, as the client has it."""
    for name in names:
        for skill in known:
            if skill.name == name:
                return skill
    return None


def _is_tool(name: str) -> bool:
    """A tool of the client itself (`Bash`, `WebSearch`) is no leaf that lacks its folder."""
    return name[:1].isupper() and name.isalnum()


def _lessons(trace: Trace, leaf: Leaf, skill: SkillFolder, later: list[str]) -> list[Lesson]:
    asked = leaf.queries[::-1] or [trace.query]
    found: dict[str, Lesson] = {}
    for said in asked:
        query = templates.of_query(said)
        if query.text and query.pattern not in found and len(found) < MOST:
            event = _event(trace, leaf, skill, later, query)
            found[query.pattern] = Lesson(lessons.digest(f"{skill.name}\n{query.pattern}")[:6], skill, event)
    return list(found.values())


def _event(
    trace: Trace, leaf: Leaf, skill: SkillFolder, later: list[str], query: templates.Query
) -> dict[str, Any]:
    metrics: dict[str, Any] = {"led_to_user_acceptance": trace.user_feedback == ACCEPTED}
    if leaf.relevant is not None and leaf.returned:
        metrics["relevant_out_of_returned"] = f"{leaf.relevant}/{leaf.returned}"
    return {
        "ts": leaf.ts or trace.ts or clock.stamp(clock.now()),
        "session_id": trace.session_id,
        "skill": skill.name,
        "key": query.pattern,
        "winning_pattern": query.pattern,
        "good_query": query.text,
        "outcome": "partial" if leaf.failed and not leaf.queries else "success",
        "user_feedback": trace.user_feedback,
        "rubrics_passed": trace.rubrics_passed,
        "rubrics_failed": trace.rubrics_failed,
        "context": {
            "task_domain": _domain(trace),
            "clarify_had_rubrics": _clarified(trace),
            "subsequent_channels_used": later,
        },
        "metrics": metrics,
        "evidence": [one._asdict() for one in selection.cited(trace)[:EVIDENCE]],
        "promote_candidate": True,
        "trace_ref": f"traces/{file_name(trace.session_id)}",
    }


def _domain(trace: Trace) -> str:
    """What kind of work it was, by what was used; the trace may say it itself."""
    told = (trace.clarify_result or {}).get("task_domain")
    if isinstance(told, str) and told:
        return told
    if trace.rubrics_passed or trace.rubrics_failed or any(one.name in _EDITING for one in trace.tool_calls):
        return "coding"
    return "research" if selection.cited(trace) else "unknown"


def _clarified(trace: Trace) -> int:
    rubrics = (trace.clarify_result or {}).get("rubrics")
    if isinstance(rubrics, list):
        return len(rubrics)
    return len(trace.rubrics_passed) + len(trace.rubrics_failed)


def file_name(session_id: str) -> str:
    """Of its trace: the id itself where that is a name."""
    plain = all(char.isalnum() or char in "-_." for char in session_id) and session_id.isascii()
    name = (
        session_id
        if plain and 0 < len(session_id) <= 128 and session_id[0] != "."
        else lessons.digest(session_id)
    )
    return f"{name}.jsonl"


def append(found: Emission, names: Mapping[str, str]) -> None:
    """Into the skills' logs. `names`: id of a lesson -> a better winning_pattern."""
    for one in found.lessons:
        named = {"winning_pattern": names[one.id]} if one.id in names else {}
        try:
            if is_there(one):
                found.known += 1
                continue
            found.added += events.append_event(one.skill, {**one.event, **named}).added
        except (ExperienceError, OSError) as error:
            found.failed.append(f"{one.skill.name}: {error}")


def is_there(one: Lesson) -> bool:
    """Whether the skill's log or an archive of it has this lesson of this session."""
    session, key = one.event["session_id"], one.event["key"]
    wanted = json.dumps(session, ensure_ascii=False).encode()
    logs = [one.skill.log, *sorted(one.skill.archive.glob("*.jsonl"))]
    return any(
        wanted in (line or b"") and _is_lesson(line or b"", session, key)
        for path in logs
        for line in journal.lines(path, MAX_LINE_BYTES)
    )


def _is_lesson(line: bytes, session: str, key: str) -> bool:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and (found.get("session_id"), found.get("key")) == (session, key)
