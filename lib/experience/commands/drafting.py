"""From a draft to a file that could be stored, or a reply with everything that is wrong with it.

Shared by the verbs that take drafts. Format, lint, the examples on the live matcher, near
duplicates; nothing is stored before these are content.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from experience.checks import registry
from experience.commands import provenance
from experience.commands.mending import problems_reply
from experience.commands.reply import Reply
from experience.errors import ExperienceError
from experience.hotpath.render import EXP
from experience.hotpath.sanitize import shorten
from experience.index import config, rehearsal, trial
from experience.patterns import approval, by_id, candidates, draft_lines, lifecycle, similarity
from experience.patterns.candidates import Candidate, Note
from experience.patterns.corpora import corpora
from experience.patterns.draft import Draft, read
from experience.patterns.draft_secrets import without_secrets
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Pattern
from experience.patterns.writing import document_of, patched, pattern_text, with_note

#: Characters of an example that are quoted.
QUOTED = 80
#: Words of a name that make the end of an id, and how long one must be to tell something.
SLUG_WORDS, SLUG_LETTERS = 4, 4
#: Fire examples of which each must bring the warning also when it is left out of the pattern.
LEAST_HELD = 2
#: Near ones that are named.
MOST_NEAR = 3
_FENCED = re.compile(r"\A```\w*\n(.*?)\n?```\Z", re.DOTALL)


@dataclass(frozen=True)
class Ask:
    """Where and for whom. `anyway`: although examples slip or a pattern is near."""

    cwd: str
    session: str = ""
    source: str = "capture"
    anyway: bool = False


@dataclass(frozen=True)
class Proposal:
    """A file that could be stored, the pattern in it, what was taken out of the draft, and the examples
    that do not do as they say (only where the user wanted it anyway)."""

    text: str
    pattern: Pattern
    note: Note
    secrets: Counter[str]
    slips: tuple[str, ...] = ()
    #: Fire examples that bring the warning also when they are no example of it.
    held: tuple[str, ...] = ()


def today() -> str:
    return dt.datetime.now(dt.timezone.utc).date().isoformat()


def document_in(said: str) -> Any:
    """The draft on standard input, in a code fence or bare. Raises ExperienceError with line and column."""
    fenced = _FENCED.match(said)
    try:
        return draft_lines.parse(fenced[1] if fenced else said)
    except RecursionError as error:
        raise ExperienceError("standard input: nested too deep for a draft") from error
    except ValueError as error:
        advice = 'send lines of "key": value, in JSON; inside a text a line end is \\n and a quote is \\"'
        raise ExperienceError(f"standard input: {error}: {advice}") from error


def known_patterns(cwd: str) -> list[Pattern]:
    """Every pattern that the hook may read here, archived ones too, the user's own first."""
    found = corpora(cwd, config.load().project_patterns)
    return [pattern for place in found for pattern in place.load(keep_archived=True).patterns]


def new(document: Any, ask: Ask) -> Proposal | Reply:
    """A pattern of its own, from a draft."""
    draft, secrets, problems = _read(document)
    if draft is None:
        return problems_reply(problems)
    where = provenance.of(ask.cwd, ask.session, draft)
    if not (where.url or where.session_id):
        return problems_reply(["provenance: no session id (--session) and no url: where was it learned?"])
    project = provenance.project(ask.cwd) if draft.scope == "project" else ""
    note = Note(ask.source, draft.scope if project else "global", project)
    identity = lifecycle.new_id(draft.domain, draft.slug or slug_of(draft.name), today())
    text = pattern_text(draft, identity, where, today(), note=note.table())
    return _checked(text, note, secrets, ask)


def edited(candidate: Candidate, patch: Any, ask: Ask) -> Proposal | Reply:
    """The candidate with a JSON merge patch, or a whole draft, laid over it; id and provenance stay."""
    if candidate.note.updates:
        raise ExperienceError(f"{candidate.id}: adds to a pattern; drop it and draft the addition again")
    before = document_of(candidate.pattern)
    draft, secrets, problems = _read(patched(before, patch))
    if draft is None:
        return problems_reply(problems)
    named = {key: value for key in ("url", "commit") if (value := getattr(draft, key))}
    where = dataclasses.replace(candidate.pattern.provenance, **named)
    scope = draft.scope if isinstance(patch, dict) and "scope" in patch else candidate.note.scope
    project = provenance.project(ask.cwd) if scope == "project" else ""
    note = dataclasses.replace(candidate.note, scope=scope, project=candidate.note.project or project)
    keeps_body = isinstance(patch, dict) and not patch.keys() & {"name", "body", "language", "related"}
    body = candidate.pattern.body if keeps_body else None
    day = candidate.pattern.last_seen or "null"  # a starter pattern: nobody here met it
    text = pattern_text(draft, candidate.id, where, day, note=note.table(), body=body)
    return _checked(text, note, secrets, ask, candidate.pattern)


def addition(document: Any, wanted: str, ask: Ask) -> Proposal | Reply:
    """What a draft adds to the pattern `wanted`: triggers and examples; its words stay as they are."""
    draft, secrets, problems = _read(document)
    if draft is None:
        return problems_reply(problems)
    known = pattern_with(wanted, ask.cwd)
    if known.review_status == lifecycle.ARCHIVED:
        raise ExperienceError(f"{known.id} is archived, nothing would warn: {EXP} restore {known.id} first")
    mine = dataclasses.replace(known, triggers=draft.triggers, examples=draft.examples)
    added = approval.additions(mine, known)
    if not added:
        return Reply("nothing-new", {"updates": known.id}, [f"{known.id} has all of these already."])
    data = approval.extended(known.path.read_bytes(), added, today())
    note = Note(ask.source, updates=known.id)
    text = with_note(data.decode("utf-8", "replace"), note.table())
    return _checked(text, note, secrets, ask, known)


def slug_of(name: str) -> str:
    """The first few telling words of a name: an id is typed and read."""
    words = re.findall(r"\w+", name)
    return " ".join([word for word in words if len(word) >= SLUG_LETTERS][:SLUG_WORDS] or words[:SLUG_WORDS])


def pattern_with(wanted: str, cwd: str) -> Pattern:
    """The pattern of exactly this id. Raises ExperienceError."""
    here = by_id.Place(cwd, config.load().project_patterns)
    if found := by_id.pattern_of(wanted, here):
        return found
    near = similarity.did_you_mean(wanted, by_id.ids(here))
    raise ExperienceError(f"no pattern {wanted!r}{near or '; exp.py list shows them all'}")


def _read(document: Any) -> tuple[Draft | None, Counter[str], tuple[str, ...]]:
    clean = without_secrets(document)
    draft, problems = read(clean.document)
    return draft, clean.counts, problems


def _checked(
    text: str, note: Note, secrets: Counter[str], ask: Ask, before: Pattern | None = None
) -> Proposal | Reply:
    """Format, lint, examples and near duplicates, told together. `before`: what it was, and may be near."""
    path = candidates.folder() / "draft.md"
    pattern, found = parse_bytes(text.encode("utf-8", "replace"), path, keep_archived=True)
    old = {problem.message for problem in registry.run(before)} if before and note.updates else set()
    said = [*found, *registry.run(pattern)] if pattern else found
    problems = [problem.message for problem in said if problem.message not in old]
    if pattern is None:
        return problems_reply(problems)
    slips = tuple(_slip_line(slip) for slip in _new_slips(pattern, note, before, ask.cwd))
    held = tuple(trial.held(pattern, ask.cwd))
    slips += tuple(_barely_held(pattern, held))
    near = [] if note.updates else near_ones(pattern, ask.cwd, before.id if before else "")
    if problems or (slips and not ask.anyway):
        return problems_reply([*problems, *slips, *(_near_line(one) for one in near)])
    if near and not ask.anyway:
        return _duplicate(near, ask.cwd)
    return Proposal(text, pattern, note, secrets, slips, held)


def _new_slips(pattern: Pattern, note: Note, before: Pattern | None, cwd: str) -> Iterator[rehearsal.Slip]:
    """Of an addition only its own examples are its business."""
    old = {*before.examples.fire, *before.examples.quiet} if before and note.updates else set()
    return (slip for slip in trial.slips(pattern, cwd) if slip.prompt not in old)


def _barely_held(pattern: Pattern, held: Sequence[str]) -> Iterator[str]:
    """A pattern that its own examples alone can reach."""
    fire = pattern.examples.fire
    if len(held) < min(LEAST_HELD, len(fire)):
        lost = "; ".join(repr(shorten(one, QUOTED)) for one in fire if one not in held)
        yield (
            f"examples.fire: {len(held)} of {len(fire)} would bring the warning if they were not examples:"
            f" keywords of what they have in common are lacking: {lost}"
        )


def _slip_line(slip: rehearsal.Slip) -> str:
    quoted = repr(shorten(slip.prompt, QUOTED))
    if slip.kind == "fire":
        return f"examples.fire: {quoted} brings no warning ({slip.why}): a keyword that stands in it helps"
    return f"examples.quiet: {quoted} brings the warning: a narrower keyword, or a phrase in triggers.none"


def near_ones(pattern: Pattern, cwd: str, besides: str = "") -> list[similarity.Near]:
    """Patterns and candidates that tell of the same, nearest first."""
    return similarity.near_duplicates(pattern, _others(cwd, besides))[:MOST_NEAR]


def contradictions(pattern: Pattern, cwd: str) -> list[similarity.Near]:
    """Patterns and candidates that speak of the same and say the contrary."""
    found = (similarity.compared(pattern, other) for other in _others(cwd, pattern.id))
    return [near for near in found if near.opposite and near.score >= similarity.NEAR]


def _others(cwd: str, besides: str) -> list[Pattern]:
    waiting = [one.pattern for one in candidates.stock().candidates if not one.note.updates]
    return [one for one in [*known_patterns(cwd), *waiting] if one.id != besides]


def _near_line(near: similarity.Near) -> str:
    return f"near: {near.id} ({near.score:.2f}): {near.why}"


def _duplicate(near: Sequence[similarity.Near], cwd: str) -> Reply:
    rows = [{"id": one.id, "score": round(one.score, 3), "why": one.why} for one in near]
    return Reply("duplicate", {"near": rows}, [*map(_near_line, near), *_ways(near[0].id, cwd)], code=1)


def _ways(identity: str, cwd: str) -> Iterator[str]:
    """What can be done about the nearest."""
    archived = {one.id for one in known_patterns(cwd) if one.review_status == lifecycle.ARCHIVED}
    if identity in archived:
        yield f"The same failure: it is archived; the user may want it back: {EXP} restore {identity}"
    elif identity in {one.id for one in candidates.stock().candidates}:
        yield f"{identity} waits for approval: to change it, --edit {identity}"
    else:
        yield f"The same failure: send the draft again with --update {identity}"
    yield "Another failure: say so in the name, or send it again with --anyway"
