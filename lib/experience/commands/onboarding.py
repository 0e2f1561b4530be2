"""The steps of the wizard with a starter pack: five patterns one at a time, each taken, edited or skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from experience.commands import approving, drafting, onboarding_progress, previews, storing
from experience.commands.drafting import Ask
from experience.commands.onboarding_progress import SKIPPED, TAKEN, Progress
from experience.commands.reply import Reply
from experience.commands.typed import typed
from experience.commands.wrapping import for_answer
from experience.errors import ExperienceError
from experience.files.folder import made
from experience.files.read import read_regular
from experience.files.write import OvertakenError, write_atomic
from experience.hotpath import clock, match, query, rank
from experience.index import trial
from experience.patterns import approval, candidates, starter
from experience.patterns.candidates import Candidate, Note
from experience.patterns.hidden import visible
from experience.patterns.pattern import Pattern
from experience.transcripts.history import past_prompts
from experience.vocabulary import MAX_PATTERN_BYTES

#: Patterns that are offered, and past prompts by which they are chosen.
OFFERED, TRIED = 5, 1500
SOURCE = "onboard"
_SEVERITIES = ("high", "med", "low")


def begin(domain: str, ask: Ask) -> Progress:
    """Choose five of a pack: those that the user's own prompts met most often, then the gravest."""
    known = {pattern.id for pattern in drafting.known_patterns(ask.cwd)}
    pack = [pattern for pattern in starter.pack(domain) if pattern.id not in known]
    met = met_by_history(pack, ask.cwd)
    pack.sort(key=lambda pattern: (-met[pattern.id], _SEVERITIES.index(pattern.severity), pattern.id))
    progress = Progress(domain, tuple(pattern.id for pattern in pack[:OFFERED]))
    onboarding_progress.save(progress)
    return progress


def met_by_history(pack: list[Pattern], cwd: str) -> Counter[str]:
    """Per id how many of the user's last prompts it would have fired on, all of the pack being there."""
    layers = trial.corpora_with(pack, cwd)
    met: Counter[str] = Counter()
    for prompt in past_prompts(newest=TRIED) if pack else ():
        found = match.search(query.Query(prompt.text), layers)
        met.update(one.record["id"] for one in rank.rank(found, clock.now()))
    return met


def pattern_of(progress: Progress, identity: str) -> Pattern:
    """A pattern that is offered. Raises ExperienceError."""
    found = {pattern.id: pattern for pattern in starter.pack(progress.domain)}.get(identity)
    if found is None:
        raise ExperienceError(f"{identity or 'nothing'}: not on offer; exp.py onboard shows what is")
    return found


def edited_of(identity: str) -> Candidate | None:
    """The edited form of an offered pattern, if there is one."""
    mine = (one for one in candidates.stock().candidates if one.note.source == SOURCE)
    return next((one for one in mine if one.id == identity), None)


def offer(progress: Progress, ask: Ask, before: tuple[str, ...] = ()) -> Reply:
    """The next pattern to decide on. `data`: {"id", "number", "of", "warning", "backtest", "edited"}."""
    identity = progress.current
    edited = edited_of(identity)
    pattern = edited.pattern if edited else pattern_of(progress, identity)
    number, of = progress.offered.index(identity) + 1, len(progress.offered)
    prompt, text = previews.warning(pattern, ask.cwd)
    tried = previews.replay(pattern)
    lines = [*before, f"{number} of {of}: {identity}{' (edited)' if edited else ''}", ""]
    lines += [*previews.words(pattern), "fix:", *previews.prose(pattern.fix)]
    lines += ["", *previews.replay_lines(tried)]
    for one in drafting.near_ones(pattern, ask.cwd, identity):
        lines += for_answer(visible(f"near: {one.id}: {one.why}"), indent="  ")
    lines += ["", *ways()]
    data = {
        "id": identity, "number": number, "of": of, "edited": edited is not None,
        "warning": text, "prompt": prompt, "backtest": previews.replay_data(tried),
    }  # fmt: skip
    return Reply("offer", data, lines)


def ways() -> Iterator[str]:
    """What the user may type now."""
    for words, verb in (
        ("take", "onboard take"),
        ("skip", "onboard skip"),
        ("edit WHAT TO CHANGE", "onboard edit WHAT TO CHANGE"),
        ("stop", "onboard stop"),
    ):
        yield f"  {typed('exp-onboard', words, verb)}"


def take(progress: Progress, identity: str, ask: Ask) -> tuple[Progress, str]:
    """Put the pattern, or its edited form, into the global corpus."""
    pattern = pattern_of(progress, identity)
    edited = edited_of(identity)
    path = approval.admit(edited, "") if edited else copied(pattern)
    approving.index(ask.cwd)
    return _decided(progress, identity, TAKEN), f"taken: {previews.short(path)}"


def copied(pattern: Pattern) -> Any:
    """A starter file as it is; one that is there already stays."""
    path = approval.target(pattern, "")
    made(path.parent)
    try:
        write_atomic(path, read_regular(pattern.path, MAX_PATTERN_BYTES), instead_of=None)
    except OvertakenError:
        return path
    return path


def skip(progress: Progress, identity: str) -> tuple[Progress, str]:
    pattern_of(progress, identity)
    if edited := edited_of(identity):
        candidates.put_aside(edited, candidates.DROPPED)
    return _decided(progress, identity, SKIPPED), f"skipped: {identity}"


def _decided(progress: Progress, identity: str, decision: str) -> Progress:
    after = progress.with_decision(identity, decision)
    onboarding_progress.save(after)
    return after


def edit(progress: Progress, identity: str, patch: Any, ask: Ask) -> Reply:
    """Keep an edited form of an offered pattern, and offer that."""
    pattern = pattern_of(progress, identity)
    before = edited_of(identity)
    found = drafting.edited(before or Candidate(pattern, Note(SOURCE)), patch, ask)
    if isinstance(found, Reply):
        return found
    if before:
        candidates.replace(before, found.text)
    else:
        candidates.store(identity, found.text)
    return offer(progress, ask)


def editing(progress: Progress, identity: str, wish: str) -> Reply:
    """What the model needs to write the change that was asked for."""
    edited = edited_of(identity)
    return storing.editing_of(edited.pattern if edited else pattern_of(progress, identity), wish)
