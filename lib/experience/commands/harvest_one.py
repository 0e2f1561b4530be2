"""One session or one trace: judged, explained, its lessons shown, named and appended."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.commands import free_text, tuning
from experience.commands.reply import Reply
from experience.commands.typed import typed
from experience.digest import worker as digests
from experience.errors import ExperienceError, UsageError
from experience.files.read import Unreadable, read_regular
from experience.harvest import batch, cursor, emission, jobs, naming, proposals, redacted, selection, traces
from experience.harvest.emission import Emission
from experience.harvest.jobs import Found
from experience.harvest.proposals import Proposed
from experience.hotpath import record
from experience.patterns.hidden import visible
from experience.transcripts import finder

#: Seconds after which a transcript that does not grow is taken for written, and that are waited at most.
STILL, PATIENCE = 0.4, 4.0


@dataclass(frozen=True)
class How:
    """`explain`: write nothing. `propose`: nor, if there are lessons to be named. `names`: id -> name."""

    explain: bool = False
    propose: bool = False
    names: Mapping[str, str] | None = None
    root: str = ""


@dataclass
class Outcome:
    found: Found
    made: Emission = field(default_factory=Emission)
    lessons: int = 0
    proposed: list[Proposed] = field(default_factory=list)


def names_in(source: str | None) -> dict[str, str] | None:
    """The lines `ID name` of a file, or of standard input for `-`; None where no names are given."""
    if source is None:
        return None
    if source == "-":
        return naming.read(free_text.read())
    try:
        return naming.read(read_regular(source, 64 * 1024).decode("utf-8", "replace"))
    except Unreadable as error:
        raise UsageError(f"{source}: {error}") from error


def run(wanted: str, how: How) -> Reply:
    """`wanted`: a path or a session's id."""
    found, path = _found(wanted)
    if how.explain:
        return _reply(found.verdict.accepted, _planned(found, how), explained=True)
    if how.propose and found.verdict.accepted:
        planned = _planned(found, how)
        if any(not emission.is_there(one) for one in planned.made.lessons):
            return _lessons(planned)
    outcome = take(found, path, how)
    return _reply(found.verdict.accepted, outcome)


def _found(wanted: str) -> tuple[Found, Path | None]:
    """What stands in a trace or a transcript, and the latter's path."""
    path = Path(wanted).expanduser()
    if path.suffix in (".json", ".jsonl") or "/" in wanted:
        if not path.is_file():
            raise UsageError(f"{wanted}: no such file")
        if _is_trace(path):
            return _of_trace(path), None
    else:
        transcript = finder.transcript_of(wanted)
        if transcript is None:
            raise ExperienceError(f"no transcript of session {wanted!r} in {finder.projects_dir()}")
        path = transcript
    return jobs.look(str(path)), path


def _is_trace(path: Path) -> bool:
    """A transcript is lines of records, each with a type; a trace is one object."""
    with path.open("rb") as file:
        head = file.read(4096)
    return path.suffix == ".json" or (b'"type":' not in head[:600] and b'"session_id"' in head)


def _of_trace(path: Path) -> Found:
    trace = redacted.redacted(traces.read(path))
    verdict = selection.judge(trace)
    return Found(str(path), trace, verdict, (), has_signal=True, is_own=False, turns=1, cwd=trace.cwd)


def _planned(found: Found, how: How) -> Outcome:
    accepted = found.verdict.accepted and not found.is_own
    return Outcome(found, emission.planned(found.trace, found.cwd, how.root) if accepted else Emission())


def take(found: Found, path: Path | None, how: How) -> Outcome:
    """Append what it taught; unknown ids of names are refused before anything is written."""
    outcome = _planned(found, how)
    naming.refuse_unknown(how.names or {}, [one.id for one in outcome.made.lessons])
    at = cursor.stamp(path) if path else None
    with cursor.alone(wait=5.0):
        taking = batch.Taking(batch.Totals(), how.root, how.names or {})
        outcome.made = taking.take(found)
        outcome.lessons = taking.totals.lessons
        outcome.proposed = proposals.propose(taking.known, found.cwd or str(Path.cwd()))
        if path and at:
            cursor.Cursor().done([(path, at)])
    return outcome


def ended(session: str, cwd: str) -> Reply:
    """At the end of a session: harvest it if the user said something of the work, then compact what is due.
    In the background: nothing printed is read."""
    path = finder.transcript_of(session)
    outcome = None
    if path is not None:
        _wait_until_written(path)
        try:
            found = jobs.look(str(path))
            if found.has_signal and not found.is_own:
                outcome = take(found, path, How())
        except ExperienceError as error:  # the nightly run comes
            record.note("harvest", type(error).__name__, session[:80], str(error))
    done = digests.compact_due(digests.used_here(cwd), session)
    tuned = tuning.at_session_end(cwd)
    data = {
        "harvested": outcome is not None,
        "events": outcome.made.added if outcome else 0,
        "compacted": len(done),
        "tuned": tuned.told if tuned else "",
    }
    return Reply("done", data)


def _wait_until_written(path: Path) -> None:
    """The client may still write its last rows."""
    deadline = time.monotonic() + PATIENCE
    before = cursor.stamp(path)
    while time.monotonic() < deadline:
        time.sleep(STILL)
        now = cursor.stamp(path)
        if now == before:
            return
        before = now


def _lessons(planned: Outcome) -> Reply:
    """`data`: {"session_id", "rule", "lessons": [{"id", "skill", "winning_pattern", "good_query"}]}."""
    rows = [_row(one) for one in planned.made.lessons if not emission.is_there(one)]
    data = {"session_id": planned.found.trace.session_id, "rule": planned.found.verdict.rule, "lessons": rows}
    lines = [f"{row['id']}  {row['skill']}: {row['winning_pattern']}  ({row['good_query']})" for row in rows]
    told = (
        "Nothing was written yet. Better names, a line `ID name` each, or an empty line for none: --names -"
    )
    return Reply("lessons", data, [f"rule: {data['rule']}", *map(visible, lines), told])


def _row(one: emission.Lesson) -> dict[str, str]:
    event = one.event
    names = ("winning_pattern", "good_query")
    return {"id": one.id, "skill": one.skill.name, **{name: event[name] for name in names}}


def _reply(accepted: bool, outcome: Outcome, *, explained: bool = False) -> Reply:
    """`data`: {"session_id", "rule", "evidence": [line], "trace", "lessons": [row], "events", "known",
    "skipped": [name], "candidates": [{"id", "name", "sessions"}]}. Explained: `events` is 0."""
    found, made = outcome.found, outcome.made
    data: dict[str, Any] = {
        "session_id": found.trace.session_id,
        "rule": found.verdict.rule,
        "evidence": list(found.verdict.evidence),
        "lessons": [_row(one) for one in made.lessons],
        "events": made.added,
        "known": made.known,
        "skipped": made.skipped,
        "failed": made.failed,
        "candidates": [
            {"id": one.id, "name": one.name, "sessions": one.sessions} for one in outcome.proposed
        ],
    }
    if explained:
        data["trace"] = found.trace.as_document()
        data["episodes"] = [f"{one.kind}: {one.signature or one.said}" for one in found.lessons]
    lines = [*_judged(found), *_told(data, found, explained=explained)]
    return Reply(
        "accepted" if accepted else "rejected", data, list(map(visible, lines)), code=int(bool(made.failed))
    )


def _judged(found: Found) -> Iterator[str]:
    word = "accepted" if found.verdict.accepted else "rejected"
    yield f"{word}: {found.verdict.rule}"
    yield from (f"  {line}" for line in found.verdict.evidence)
    if found.is_own:
        yield "A headless run of our own: it is never harvested."


def _told(data: dict[str, Any], found: Found, *, explained: bool) -> Iterator[str]:
    for row in data["lessons"]:
        yield f"{row['skill']}: {row['winning_pattern']}  ({row['good_query']})"
    if data["skipped"]:
        yield f"without a skill folder: {len(data['skipped'])} ({', '.join(data['skipped'][:8])})"
    yield from (f"not appended: {line}" for line in data["failed"])
    if explained:
        yield from (f"episode: {line}" for line in data["episodes"])
        yield "Nothing was written."
        return
    if data["lessons"] or found.verdict.accepted:
        yield f"events appended: {data['events']}, there already: {data['known']}"
    yield from candidates(data["candidates"])


def candidates(rows: list[dict[str, Any]]) -> Iterator[str]:
    """New candidates, best first, and how one is looked at."""
    for row in rows:
        count = f"{row['sessions']} session{'s' * (row['sessions'] != 1)}"
        yield f"candidate {row['id']}: {row['name']} ({count})"
    if rows:
        first = rows[0]["id"]
        way = typed("exp-capture", f"approve {first}", f"capture --approve {first}")
        yield f"Nothing of it warns before you approve it: {way}"
