"""Give a verdict: once per warning, logged, counted in the pattern's file, compiled for the hook."""

from __future__ import annotations

from typing import Literal, NamedTuple

from experience.errors import ExperienceError
from experience.events import edits, verdicts
from experience.events.edits import Edit
from experience.events.verdicts import Kind, Verdict
from experience.feedback import standings, tallies
from experience.feedback.meant import Meant
from experience.hotpath import clock, ledger
from experience.index.compiler import content_hash
from experience.patterns import own_edit
from experience.patterns.lifecycle import PENDING
from experience.patterns.own_edit import Values
from experience.patterns.pattern import Pattern
from experience.patterns.redact import redact

#: Characters of a reason.
MAX_WHY = 500
NO_FILE = "no file of this id loads"


class Given(NamedTuple):
    """`word`: counted, already (the same was said of this warning), changed (the opposite was).
    `unwritten`: why the file or what the hook reads does not have it yet, "" where they do."""

    word: Literal["counted", "already", "changed"]
    verdict: Verdict
    unwritten: str
    tally: tallies.Tally


def give(kind: Kind, about: Meant, session: str, why: str = "") -> Given:
    """Say `kind` of the warning that `about` names. Raises ExperienceError where nothing can be logged."""
    verdict = _verdict(kind, about, session, why)
    with standings.alone():
        before = {(one.kind, one.warning): one for one in verdicts.in_force() if one.id == about.id}
        same = before.get((kind, verdict.warning))
        if same is not None:
            return Given("already", same, "", tally_of(about.id, same.content))
        other = before.get((verdicts.opposite(kind), verdict.warning))
        if other is not None:
            retract(other, about.pattern)
        append(verdict)
        unwritten = "; ".join(filter(None, [_counted(verdict, about.pattern), _compiled()]))
    word: Literal["counted", "changed"] = "changed" if other is not None else "counted"
    return Given(word, verdict, unwritten, tally_of(about.id, verdict.content))


def tally_of(pattern_id: str, content: str) -> tallies.Tally:
    return tallies.of(pattern_id, content, standings.known())


def _verdict(kind: Kind, about: Meant, session: str, why: str) -> Verdict:
    now = clock.stamp(clock.now())
    injection = about.injection.injection_id if about.injection else verdicts.typed(session, now[:10])
    said_in = session or (about.injection.session_id if about.injection else "")
    reason = " ".join(redact(why).split())[:MAX_WHY]
    return Verdict(kind, now, about.id, injection, said_in, reason, _content(about))


def _content(about: Meant) -> str:
    """Hash of what was shown: by the session's ledger, else of what the pattern says now."""
    now = content_hash(about.pattern) if about.pattern else ""
    shown = ledger.contents_shown(about.injection.session_id, about.id) if about.injection else []
    return shown[0] if len(shown) == 1 else now


def append(verdict: Verdict, *, undone: bool = False) -> None:
    try:
        verdicts.append(verdict, undone=undone)
    except OSError as error:
        raise ExperienceError(
            f"{error.filename}: not written ({error.strerror}); nothing was counted"
        ) from error


def _counted(verdict: Verdict, pattern: Pattern | None) -> str:
    """Bring the counters in the pattern's file up to date; why not, where that cannot be."""
    try:
        before = _set(verdict, pattern)
    except ExperienceError as error:
        note(Edit(verdict.id, edits.UNCOUNTED, verdict.injection_id))
        return str(error)
    was: dict[str, str | int | None] = {}
    if verdict.kind == "saved":
        was = {
            "review_status": before.review_status,
            "last_save_at": before.last_save_at,
            "last_seen": before.last_seen,
        }
    note(Edit(verdict.id, verdict.kind, verdict.injection_id, was=was))
    return ""


def _set(verdict: Verdict, pattern: Pattern | None) -> Pattern:
    """Count `verdict` in the file. Returns the pattern from before."""
    if pattern is None:
        raise ExperienceError(NO_FILE)
    return own_edit.set_fields(pattern.path, lambda now: counters(verdict, now)).before


def _compiled() -> str:
    """Tell the hook; why not, where its file cannot be written: the log is what counts, `index` reads it."""
    try:
        standings.rebuild()
    except ExperienceError as error:
        return str(error)
    return ""


def note(edit: Edit) -> None:
    """Log an edit of ours; the edit itself stands whether or not that succeeds."""
    try:
        edits.append(edit)
    except OSError:  # only an undo would miss it, and that finds the counters
        return


def counters(verdict: Verdict, pattern: Pattern) -> Values:
    """What one more verdict makes of the counters. The first save is a review."""
    if verdict.kind == "falsepositive":
        return {"false_positives": pattern.false_positives + 1}
    found: dict[str, str | int | None] = {
        "hits": pattern.hits + 1,
        "last_save_at": verdict.ts,
        "last_seen": verdict.ts[:10],
    }
    return found | ({"review_status": "validated"} if pattern.review_status == PENDING else {})


def retract(verdict: Verdict, pattern: Pattern | None) -> str:
    """Log that `verdict` is taken back, and put the counters back. Call it under `standings.alone`."""
    append(verdict._replace(ts=clock.stamp(clock.now()), why=""), undone=True)
    if pattern is None:
        return NO_FILE
    mine = (one for one in edits.of_pattern(verdict.id) if one.what in (verdict.kind, edits.UNCOUNTED))
    last = [one for one in mine if one.injection_id == verdict.injection_id][-1:]
    if not last or last[0].what == edits.UNCOUNTED:  # it was never counted in the file
        return ""
    try:
        own_edit.set_fields(pattern.path, lambda now: restored(verdict, now, last[0].was or {}))
    except ExperienceError as error:
        return str(error)
    return ""


def restored(verdict: Verdict, pattern: Pattern, was: Values) -> Values:
    """The counters without `verdict`; what it set goes back, unless somebody changed it since."""
    if verdict.kind == "falsepositive":
        return {"false_positives": max(0, pattern.false_positives - 1)}
    found: dict[str, str | int | None] = {"hits": max(0, pattern.hits - 1)}
    set_by_it = {"last_save_at": verdict.ts, "last_seen": verdict.ts[:10], "review_status": "validated"}
    found |= {
        key: was[key]
        for key, value in set_by_it.items()
        if key in was and getattr(pattern, key) == value and was[key] != value
    }
    return found


def candidates(pattern_id: str, session: str) -> list[Verdict]:
    """The verdicts that an undo may mean, newest last: of a pattern, else of a session, else all."""
    order = edits.order()
    found = sorted(verdicts.in_force(), key=lambda one: (one.ts, order.get(one.warning, -1)))
    if pattern_id:
        return [one for one in found if one.id == pattern_id]
    return [one for one in found if session in ("", one.session_id)]


def take_back(verdict: Verdict, pattern: Pattern | None) -> Given:
    """Undo `verdict`. `word` is `already` where somebody did so in this moment."""
    with standings.alone():
        if verdict not in verdicts.in_force():
            return Given("already", verdict, "", tally_of(verdict.id, verdict.content))
        unwritten = "; ".join(filter(None, [retract(verdict, pattern), _compiled()]))
    return Given("counted", verdict, unwritten, tally_of(verdict.id, verdict.content))
