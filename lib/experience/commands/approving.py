"""The user's decision: a candidate becomes a pattern, is added to one, or is put aside."""

from __future__ import annotations

from pathlib import Path

from experience.commands import drafting, previews, provenance
from experience.commands.drafting import Ask
from experience.commands.reply import Reply
from experience.errors import ExperienceError, UsageError
from experience.hotpath import upkeep
from experience.hotpath.render import EXP
from experience.index import build, config, reach, update
from experience.patterns import approval, candidates
from experience.patterns.candidates import Candidate
from experience.patterns.lifecycle import ARCHIVED


def approve(wanted: str, scope: str, ask: Ask) -> Reply:
    """`data`: {"id", "path", "scope"}. `scope`: project, global, or "" for what the candidate says."""
    if not wanted:
        raise UsageError("approve what? exp.py candidates lists what waits")
    candidate = candidates.chosen(wanted)
    if candidate.note.updates:
        return _merged(candidate, ask)
    scope = scope or candidate.note.scope
    root = (candidate.note.project or provenance.project(ask.cwd)) if scope == "project" else ""
    if scope == "project" and not root:
        raise ExperienceError("no project here: cd into it, or approve with --global")
    _refuse_taken(candidate, approval.target(candidate.pattern, root), ask)
    path = approval.admit(candidate, root)
    index(root or ask.cwd)
    where = f"in this project ({previews.short(root)})" if root else "in every project"
    lines = [
        previews.short(path),
        f"From the next prompt on it warns {where}, marked as unreviewed until it prevents a bug.",
    ]
    if root and config.load().project_patterns == "never":
        lines.append("But config.yaml says project_patterns: never, so it does not reach the model.")
    return Reply("approved", {"id": candidate.id, "path": str(path), "scope": scope}, lines)


def _refuse_taken(candidate: Candidate, target: Path, ask: Ask) -> None:
    """An approval that was cut off may go on; another file of this id may not be."""
    for pattern in drafting.known_patterns(ask.cwd):
        if pattern.id == candidate.id and pattern.path != target:
            raise ExperienceError(f"{candidate.id} is the id of {pattern.path} already: drop this one")


def _merged(candidate: Candidate, ask: Ask) -> Reply:
    """Add the triggers and examples to the pattern they are for."""
    known = drafting.pattern_with(candidate.note.updates, ask.cwd)
    if known.review_status == ARCHIVED:
        raise ExperienceError(f"{known.id} is archived, nothing would warn: {EXP} restore {known.id} first")
    added = approval.additions(candidate.pattern, known)
    path = approval.merge(candidate, known, drafting.today())
    index(ask.cwd)
    lines = [previews.short(path), *approval.told(added), "It counts from the next prompt on."]
    return Reply("approved", {"id": known.id, "path": str(path), "scope": "update"}, lines)


def drop(wanted: str) -> Reply:
    """`data`: {"path"}: where it is kept."""
    if not wanted:
        raise UsageError("drop what? exp.py candidates lists what waits")
    path = candidates.drop(wanted)
    return Reply("dropped", {"path": str(path)}, [f"Put aside, not deleted: {previews.short(path)}"])


def index(cwd: str) -> None:
    """Bring the index up to date at once: few changes as a delta, many anew."""
    for layer in reach.layers_for(cwd):
        if layer.is_stale():
            changes = layer.all_changes()
            if layer.newest is None or len(changes) > upkeep.FEW:
                build.write_base(layer)
            elif len(changes):
                update.refresh(layer, changes)
