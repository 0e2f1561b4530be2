"""What `archive` and `restore` share: which pattern, and the edit of its review status."""

from __future__ import annotations

import argparse

from experience.commands import free_text, opinion
from experience.commands.reply import Reply
from experience.errors import ExperienceError, UsageError
from experience.events import edits
from experience.events.edits import Edit
from experience.feedback import giving
from experience.feedback.meant import Unclear, meant
from experience.patterns import lifecycle
from experience.patterns.pattern import Pattern
from experience.vocabulary import REVIEW_STATUSES


def chosen(args: argparse.Namespace) -> Pattern | Reply:
    """The pattern that was named, or the answer that asks which."""
    word, _ = free_text.words(args, args.words)
    if not word:
        raise UsageError("exp.py: which pattern? give its id; exp.py list shows them all")
    who = opinion.speaker(args.session)
    about = meant(word, who)
    if isinstance(about, Unclear):
        return opinion.unclear(about, word, who)
    if about.pattern is None:
        raise ExperienceError(
            f"{about.id}: no file of this id loads here; exp.py lint names those that do not"
        )
    return about.pattern


def archived(pattern: Pattern) -> Reply:
    before = pattern.review_status
    if before == lifecycle.ARCHIVED:
        return _reply("unchanged", pattern, before, "is archived already")
    lifecycle.archive(pattern.path)
    giving.note(Edit(pattern.id, "archived", was={"review_status": before}))
    return _reply("archived", pattern, lifecycle.ARCHIVED, "is archived: exp.py restore brings it back")


def restored(pattern: Pattern) -> Reply:
    if pattern.review_status != lifecycle.ARCHIVED:
        return _reply("unchanged", pattern, pattern.review_status, f"is in use, as {pattern.review_status}")
    status = _status_before(pattern.id)
    lifecycle.restore(pattern.path, status)
    return _reply("restored", pattern, status, f"is in use again, as {status}")


def _status_before(pattern_id: str) -> str:
    """What it was when it was archived; `pending` where our log does not know."""
    kept = [edit.was or {} for edit in edits.of_pattern(pattern_id) if edit.what == "archived"]
    status = kept[-1].get("review_status") if kept else None
    known = status in REVIEW_STATUSES and status != lifecycle.ARCHIVED
    return str(status) if known else lifecycle.PENDING


def _reply(status: str, pattern: Pattern, now: str, told: str) -> Reply:
    data = {"id": pattern.id, "path": str(pattern.path), "review_status": now}
    return Reply(status, data, [f"{pattern.id} {told}"])
