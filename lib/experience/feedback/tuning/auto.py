"""`auto_apply: safe`: at the end of a session at most one change a day, only what can lower noise, told
once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from experience.errors import ExperienceError
from experience.events import tunings
from experience.events.tunings import AUTO
from experience.feedback.tuning import changes
from experience.feedback.tuning.changes import Done
from experience.feedback.tuning.proposal import Proposal
from experience.files.folder import made
from experience.files.lock import locked
from experience.files.write import write_atomic
from experience.hotpath import clock, notices, places

#: Saves that a change may cost in the replay to be applied unasked: none.
MOST_LOST = 0


def due() -> bool:
    """Whether nothing was applied unasked today."""
    today = clock.stamp(clock.now())[:10]
    return not any(one.by == AUTO and one.ts[:10] == today for one, _ in tunings.all_entries())


def apply_one(find: Callable[[], list[Proposal]]) -> Done | None:
    """Apply the first safe proposal of `find()`, which is asked only where one is due. One worker at a
    time."""
    folder = made(Path(places.state_dir()))
    with locked(folder / "tune-auto", wait=0) as alone:
        if not alone or not due():
            return None
        taken_back = {(one.kind, one.id) for one, undone in tunings.all_entries() if undone}
        for proposal in find():
            if _may(proposal) and (proposal.kind, proposal.id) not in taken_back:
                return _applied(proposal)
    return None


def _may(proposal: Proposal) -> bool:
    effect = proposal.effect
    quieter = effect is not None and effect.after < effect.before and effect.saves_lost <= MOST_LOST
    return proposal.safe and proposal.kind in tunings.SAFE and quieter


def _applied(proposal: Proposal) -> Done | None:
    try:
        done = changes.apply(proposal, AUTO)
    except ExperienceError:  # edited meanwhile, or not ours to write: another day
        return None
    line = f"experience-layer made a change: {done.told} (exp.py tune --undo takes it back)"
    write_atomic(Path(notices.path()), line.encode("utf-8", "replace"))
    return done
