"""A proposal kept as a candidate, with the preview that the user decides by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from experience.commands import drafting, previews
from experience.commands.drafting import Ask, Proposal
from experience.commands.reply import Reply
from experience.commands.typed import typed
from experience.commands.wrapping import for_answer
from experience.patterns import approval, candidates, draft_lines
from experience.patterns.candidates import Candidate
from experience.patterns.hidden import visible
from experience.patterns.parse import parse_file
from experience.patterns.pattern import Pattern
from experience.patterns.writing import document_of


def kept(found: Proposal | Reply, ask: Ask) -> Reply:
    """Store a new candidate. `data`: see `preview`."""
    if isinstance(found, Reply):
        return found
    name = found.pattern.id
    if found.note.updates and name in candidates.taken_ids():  # an earlier addition of today or before
        waiting = [one for one in candidates.stock().candidates if one.id == name]
        for one in waiting:
            candidates.put_aside(one, candidates.EARLIER)
    return preview(found, candidates.store(name, found.text), ask)


def edited(wanted: str, patch: Any, ask: Ask) -> Reply:
    """Lay a JSON merge patch over a candidate and keep the result in its place."""
    candidate = candidates.chosen(wanted)
    found = drafting.edited(candidate, patch, ask)
    if isinstance(found, Reply):
        return found
    return preview(found, candidates.replace(candidate, found.text), ask)


def editing(wanted: str, wish: str) -> Reply:
    """`data`: {"id", "wish", "draft"}: what the model needs to write the change that was asked for."""
    return editing_of(candidates.chosen(wanted).pattern, wish)


def editing_of(pattern: Pattern, wish: str) -> Reply:
    draft = document_of(pattern)
    lines = [f"id: {pattern.id}", f"wish: {wish or 'none: ask what to change'}", *draft_lines.lines(draft)]
    return Reply("editing", {"id": pattern.id, "wish": wish, "draft": draft}, lines)


def preview(found: Proposal, path: Any, ask: Ask) -> Reply:
    """`data`: {"id", "path", "goes_to", "warning", "backtest": {"total", "fired", "days"}, "redacted",
    "slips", "held", "examples"}."""
    pattern = parse_file(path, keep_archived=True).pattern or found.pattern
    prompt, text = previews.warning(pattern, ask.cwd)
    tried = previews.replay(pattern)
    data = {
        "id": pattern.id,
        "path": str(path),
        "goes_to": previews.destination(pattern, found.note),
        "warning": text,
        "backtest": previews.replay_data(tried),
        "redacted": dict(found.secrets),
        "slips": list(found.slips),
        "held": len(found.held),
        "examples": len(pattern.examples.fire),
    }
    count = f"{len(found.held)} of {len(pattern.examples.fire)} fire examples"
    held = f"{count} bring the warning also where they are left out of the pattern."
    shown = [*_head(found, pattern, ask, text), "", *for_answer(held), *previews.replay_lines(tried)]
    if text:
        head = f"On {prompt.splitlines()[0][:100]!r} the model would read:"
        shown += ["", *for_answer(visible(head)), *previews.prose(text)]
    return Reply("candidate", data, [*shown, "", *ways(pattern.id, bool(found.note.updates))])


def _head(found: Proposal, pattern: Pattern, ask: Ask, warning: str) -> Iterator[str]:
    for line in _about(found, pattern, ask):
        yield from for_answer(visible(line), indent="  ")
    if found.note.updates:
        known = drafting.pattern_with(found.note.updates, ask.cwd)
        yield from previews.block(approval.told(approval.additions(pattern, known)), "")
        return
    yield from previews.words(pattern)
    if " ".join(pattern.fix.split()) not in " ".join(warning.split()):  # else it is read there
        yield "fix:"
        yield from previews.prose(pattern.fix)


def _about(found: Proposal, pattern: Pattern, ask: Ask) -> Iterator[str]:
    yield f"id: {pattern.id}"
    yield f"goes to: {previews.destination(pattern, found.note)}"
    if found.secrets:
        yield f"redacted: {', '.join(f'{count} {kind}' for kind, count in sorted(found.secrets.items()))}"
    yield from (f"slips: {slip}" for slip in found.slips)
    if not found.note.updates:
        for near in drafting.contradictions(pattern, ask.cwd):
            yield f"contradicts: {near.id}: {near.why}"


def ways(identity: str, adds: bool) -> Iterator[str]:
    """What the user may type now. Nothing is injected before that."""
    yield "Nothing of it is injected before you approve it:"
    yield f"  {typed('exp-capture', f'approve {identity}', f'capture --approve {identity}')}"
    if not adds:
        yield f"  {typed('exp-capture', f'edit {identity} WHAT TO CHANGE', f'capture --edit {identity}')}"
    yield f"  {typed('exp-capture', f'drop {identity}', f'capture --drop {identity}')}"
    if not adds:
        yield "--project or --global behind `approve` puts it elsewhere."


def row(candidate: Candidate) -> dict[str, Any]:
    """A candidate in a list."""
    pattern = candidate.pattern
    return {
        "id": candidate.id, "name": pattern.name, "severity": pattern.severity, "domain": pattern.domain,
        "since": pattern.last_seen, "source": candidate.note.source,
        "goes_to": previews.destination(pattern, candidate.note), "path": str(candidate.path),
    }  # fmt: skip
