"""Carry out a proposal, or take it back: each a log entry, each reversible, one at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from experience.errors import ExperienceError
from experience.events import edits, tunings
from experience.events.edits import Edit
from experience.events.tunings import ARCHIVE, GATE, KEYWORD, MUTE, SEVERITY, USER, VETO, Tuning
from experience.feedback import standings
from experience.feedback.tuning import settings_file
from experience.feedback.tuning.proposal import Proposal
from experience.files.frontmatter_edit import append_items, remove_items, set_values
from experience.files.read import read_regular
from experience.hotpath import ledger
from experience.index.compiler import content_hash
from experience.patterns import lifecycle, own_edit
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Pattern
from experience.vocabulary import MAX_PATTERN_BYTES

try:  # as in hotpath/record.py
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

KEYWORDS, NONE = ("triggers", "keywords"), ("triggers", "none")


class Stale(ExperienceError):
    """The pattern or the setting is not what the proposal was made from."""


class Done(NamedTuple):
    tuning: Tuning
    told: str


def print_of(item: str) -> str:
    """Stands for a trigger in the log: no phrase of a prompt gets there."""
    return blake2b(item.encode("utf-8", "replace"), digest_size=8).hexdigest()


def apply(proposal: Proposal, by: str = USER) -> Done:
    """Make the change. Raises Stale, or ExperienceError; then nothing was changed."""
    entry = os.urandom(6).hex()
    tuning = Tuning(
        entry, proposal.kind, proposal.id, by, proposal.was, proposal.now,
        print_of(proposal.item) if proposal.item else "", proposal.content,
    )  # fmt: skip
    with standings.alone():
        if proposal.kind == GATE:
            settings_file.change("gate", proposal.was, proposal.now, entry)
        else:
            _change_pattern(proposal, tuning)
        _log(tuning)
        standings.rebuild()
    return Done(tuning, proposal.title)


def _log(tuning: Tuning, *, undone: bool = False) -> None:
    try:
        tunings.append(tuning, undone=undone)
    except OSError as error:
        raise ExperienceError(f"{error.filename}: not written ({error.strerror})") from error


def _change_pattern(proposal: Proposal, tuning: Tuning) -> None:
    path = Path(proposal.path)
    found = parse_bytes(read_regular(path, MAX_PATTERN_BYTES), path, keep_archived=True).pattern
    if found is None or found.id != proposal.id or content_hash(found) != proposal.content:
        raise Stale(f"{proposal.id}: edited since this was proposed; exp.py tune looks again")
    item = proposal.item
    if proposal.kind == ARCHIVE:
        lifecycle.archive(path)
    elif proposal.kind == KEYWORD:
        edited(path, lambda data: remove_items(data, KEYWORDS, [item]), "triggers", tuning)
    elif proposal.kind == VETO:
        edited(path, lambda data: append_items(data, NONE, [item]), "triggers", tuning)
    elif proposal.kind == SEVERITY:
        edited(path, lambda data: set_values(data, {"severity": proposal.now}), "severity", tuning)
    elif proposal.kind != MUTE:
        raise ExperienceError(f"{proposal.title}: nothing to apply; it is advice")


def edited(path: Path, change: Callable[[bytes], bytes], key: str, tuning: Tuning) -> None:
    """Edit a pattern's file as our own: verdicts, mute and what sessions were shown go along."""
    keep(path, tuning.entry)
    done = own_edit.change(path, lambda data, _: change(data), (key,))
    before, after = content_hash(done.before), content_hash(done.after)
    ledger.carry_over(tuning.id, before, after)
    edits.append(Edit(tuning.id, tuning.kind, "", before, after))


def keep(path: Path, entry: str) -> None:
    """A copy of the file from before, for the undo of what its log entry does not say."""
    settings_file.store_backup(f"{entry}-{path.name}", read_regular(path, MAX_PATTERN_BYTES))


def undo(tuning: Tuning, path: Path | None) -> Done:
    """Take a change back. `path`: the pattern's file now. Raises ExperienceError; then it stands."""
    with standings.alone():
        if tuning.kind == GATE:
            settings_file.take_back("gate", tuning.was, tuning.now, tuning.entry)
        elif tuning.kind != MUTE:
            _undo_in(path, tuning)
        _log(tuning, undone=True)
        standings.rebuild()
    return Done(tuning, described(tuning))


def _undo_in(path: Path | None, tuning: Tuning) -> None:
    if path is None:
        raise ExperienceError(f"{tuning.id}: no file of this id loads; nothing was changed")
    if tuning.kind == ARCHIVE:
        lifecycle.restore(path, tuning.was or lifecycle.PENDING)
    elif tuning.kind == SEVERITY:
        edited(path, lambda data: set_values(data, {"severity": tuning.was}), "severity", tuning)
    elif tuning.kind == KEYWORD:
        edited(path, lambda data: _put_back(data, path, tuning), "triggers", tuning)
    elif tuning.kind == VETO:
        edited(path, lambda data: _without_veto(data, path, tuning), "triggers", tuning)


def _put_back(data: bytes, path: Path, tuning: Tuning) -> bytes:
    """The very bytes from before, where nothing else was changed since; else the keyword at the end."""
    before = settings_file.backup(f"{tuning.entry}-{path.name}")
    old, now = _parsed(before, path), _parsed(data, path)
    words = [one for one in old.triggers.keywords if print_of(one) == tuning.item] if old else []
    if not words or old is None or now is None:
        raise ExperienceError(f"{path}: the copy from before is gone; put the keyword back by hand")
    if remove_items(before, KEYWORDS, words) == data:
        return before
    return append_items(data, KEYWORDS, words)


def _without_veto(data: bytes, path: Path, tuning: Tuning) -> bytes:
    before = settings_file.backup(f"{tuning.entry}-{path.name}")
    now = _parsed(data, path)
    phrases = [one for one in now.triggers.none if print_of(one) == tuning.item] if now else []
    if before and phrases and append_items(before, NONE, phrases) == data:
        return before
    return remove_items(data, NONE, phrases)


def _parsed(data: bytes, path: Path) -> Pattern | None:
    return parse_bytes(data, path, keep_archived=True).pattern if data else None


def last(entries: Collection[Tuning], wanted: str = "") -> Tuning | None:
    """The change that an undo means: by its entry or pattern, else the last one in force."""
    found = [one for one in entries if wanted in ("", one.entry, one.id)]
    return found[-1] if found else None


def described(tuning: Tuning) -> str:
    """A change as a line; the log has no texts."""
    told = {
        GATE: f"the gate moved by {tuning.now} instead of {tuning.was}",
        MUTE: f"{tuning.id} muted",
        ARCHIVE: f"{tuning.id} archived",
        KEYWORD: f"a keyword taken from {tuning.id}",
        VETO: f"a veto added to {tuning.id}",
        SEVERITY: f"severity of {tuning.id}: {tuning.was} -> {tuning.now}",
    }
    return told.get(tuning.kind, f"{tuning.kind} {tuning.id}")
