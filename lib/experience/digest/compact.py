"""Make a skill's digest anew: read, count, decide, fit, write if anything changed, rotate.

Writes `experience.md`, its backup and our own state; of the log nothing but its rotation.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.digest import backups, ceiling, days, document, history, model_groups, promotion, state
from experience.digest.entries import ACTIVE
from experience.digest.grouping import Group, groups, proposals
from experience.digest.numbers import DUE_BYTES, ROTATE_BYTES
from experience.digest.promotion import DROPPED, EXPIRED, PROMOTED, Decision
from experience.digest.skills import SkillFolder, find
from experience.digest.tally import CORRECTION, FAILURE, QUERY, RULE
from experience.errors import ExperienceError
from experience.files import journal
from experience.files.write import OvertakenError, content, write_atomic
from experience.patterns import trust

#: Bytes of a document; a larger one is no digest.
MAX_BYTES = 1024 * 1024
#: Tries while a person writes to the same document.
TRIES = 3
UPDATED, UNCHANGED, NO_EVENTS, WOULD_UPDATE = "updated", "unchanged", "no-events", "would-update"


@dataclass
class Compaction:
    """What one compact did. `decisions`: every candidate with the rule that decided. `near`: texts that look
    alike, with their percent. `bad`: lines that are no events, by reason. `over`: a person's lines alone
    exceed the ceiling. `before`, `after`: bytes of the document, None for none."""

    skill: str
    path: Path
    status: str
    day: str
    events: int = 0
    decisions: list[Decision] = field(default_factory=list)
    near: list[tuple[str, str, int]] = field(default_factory=list)
    bad: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    untold: int = 0
    over: bool = False
    rotated: Path | None = None
    backup: Path | None = None
    grouping: str = ""
    before: bytes | None = None
    after: bytes | None = None

    def _texts(self, verdict: str) -> list[str]:
        return [one.entry.text for one in self.decisions if one.verdict == verdict]

    @property
    def promoted(self) -> list[str]:
        return self._texts(PROMOTED)

    @property
    def expired(self) -> list[str]:
        return self._texts(EXPIRED)

    @property
    def dropped(self) -> list[str]:
        return self._texts(DROPPED)

    @property
    def why(self) -> dict[str, str]:
        """Text -> what became of it and why; of one that is a candidate of two sections, both."""
        found: dict[str, str] = {}
        for one in self.decisions:
            told = f"{one.entry.section}: {one.verdict}: {one.why}"
            found[one.entry.text] = f"{found[one.entry.text]} | {told}" if one.entry.text in found else told
        return found


def compact_experience(
    skill: str | SkillFolder,
    *,
    root: str = "",
    today: int | None = None,
    dry_run: bool = False,
    group_with_model: bool = False,
    wait: float = 5.0,
) -> Compaction:
    """Compact the skill of this name or path. `root`: a folder of skills beside the usual ones. `today`: the
    UTC day as `date.toordinal` counts. Raises ExperienceError for an unknown, busy or unwritable skill."""
    folder = skill if isinstance(skill, SkillFolder) else find(skill, root=root)
    now = days.today() if today is None else today
    folder.refuse_links()
    if dry_run:
        return _attempt(folder, now, dry_run=True, with_model=group_with_model)
    with state.worker(folder, wait=wait):
        for tried in range(TRIES):
            try:
                return _attempt(folder, now, dry_run=False, with_model=group_with_model)
            except OvertakenError:
                if tried == TRIES - 1:
                    raise
    raise AssertionError("the last try returns or raises")


def _attempt(skill: SkillFolder, now: int, *, dry_run: bool, with_model: bool) -> Compaction:
    if not dry_run:
        journal.settle(skill.log, skill.archive)
    remembered = state.load(skill)
    own = state.own(skill)
    found = history.read(skill, now, remembered["archives"], own.__contains__)
    before = _read(skill)
    done = Compaction(
        skill.name, skill.digest, NO_EVENTS, days.written(now), found.tallies.events, before=before
    )
    done.bad, done.faults, done.untold = found.bad, +found.tallies.faults, found.tallies.untold
    if not found.lines:
        done.after = before
        return done
    page = document.parse(before or b"")
    lessons = _lessons(skill, found, page, done, with_model=with_model)
    done.near = [pair for kind in lessons for pair in proposals(lessons[kind])]
    decided = promotion.decide([one for kind in lessons.values() for one in kind], page.standing, now)
    done.decisions, done.over = ceiling.fit(
        decided, page, lambda chosen: document.render(skill.name, page, chosen, "- the line of this compact")
    )
    _finish(skill, page, found, done, remembered, now, dry_run=dry_run)
    return done


def _read(skill: SkillFolder) -> bytes | None:
    data = content(skill.digest)
    if data is not None and len(data) > MAX_BYTES:
        raise ExperienceError(f"{skill.digest}: {len(data):,} bytes are no digest; move it away")
    return data


def _lessons(
    skill: SkillFolder, found: history.History, page: document.Document, done: Compaction, *, with_model: bool
) -> dict[str, list[Group]]:
    atoms = list(found.tallies.atoms.values())
    standing = [entry.text for entry in page.standing]
    lessons = {
        kind: groups([atom for atom in atoms if atom.kind == kind], standing)
        for kind in (RULE, QUERY, FAILURE, CORRECTION)
    }
    if with_model:
        size = skill.log.stat().st_size if skill.log.exists() else 0
        if size <= DUE_BYTES:
            done.grouping = (
                f"no model was asked: patterns.jsonl has {size:,} bytes, {DUE_BYTES:,} are too few"
            )
            return lessons
        texts = [group.text for kind in (RULE, QUERY, FAILURE) for group in lessons[kind]]
        partition, done.grouping = model_groups.partition(texts)
        for kind in (RULE, QUERY, FAILURE):
            lessons[kind] = groups([atom for atom in atoms if atom.kind == kind], standing, partition)
    return lessons


def _finish(
    skill: SkillFolder,
    page: document.Document,
    found: history.History,
    done: Compaction,
    remembered: dict[str, Any],
    now: int,
    *,
    dry_run: bool,
) -> None:
    """Render, rotate, write, remember; of a dry run only the first."""
    chosen = [one.entry for one in done.decisions if one.stands]
    rotates = skill.log.exists() and skill.log.stat().st_size > ROTATE_BYTES
    same = document.render(skill.name, page, chosen, page.compacted)
    if done.before is not None and same.rstrip() == done.before.rstrip() and not rotates:
        done.status, done.after = UNCHANGED, done.before
    else:
        done.status = WOULD_UPDATE if dry_run else UPDATED
        if not dry_run:
            _refuse_overtaken(skill, done)
        if rotates and not dry_run:
            done.rotated = _rotate(skill, found, now)
        done.after = document.render(skill.name, page, chosen, _compacted(done, found, now))
        if not dry_run:
            _write(skill, done, found)
    if not dry_run:
        sha = hashlib.sha256(done.after or b"").hexdigest()
        state.save(
            skill,
            {**remembered, "lines": found.lines, "newest": found.newest, "day": done.day, "sha256": sha},
        )


def _refuse_overtaken(skill: SkillFolder, done: Compaction) -> None:
    """Before anything is rotated or put aside: the next try starts from what the other program wrote."""
    if content(skill.digest) != done.before:
        raise OvertakenError(f"{skill.digest}: changed by another program meanwhile; nothing was changed")


def _rotate(skill: SkillFolder, found: history.History, now: int) -> Path:
    month = days.month(found.opened or now)
    with journal.held(skill.log, skill.archive):
        aside = journal.rotate(skill.log, skill.archive, month)
    found.last_archived = max(found.last_archived, found.last_day)
    found.first_day = 0
    return aside


def _compacted(done: Compaction, found: history.History, now: int) -> str:
    """The `Last Compacted` line. All raw events before its second date are in the archive."""
    promoted = sum(one.verdict == PROMOTED and one.entry.section == ACTIVE for one in done.decisions)
    since = found.first_day or min(found.last_archived + 1, now)
    note = f" (rotated to archive/{done.rotated.name})" if done.rotated else ""
    return (
        f"- {done.day}, from {done.events} events, promoted {promoted} rules,"
        f" archived raw events before {days.written(since)}{note}."
    )


def _write(skill: SkillFolder, done: Compaction, found: history.History) -> None:
    """Backup, then the document, unless somebody changed it meanwhile; in a project it stays trusted."""
    data = done.after or b""
    done.backup = backups.keep(skill, done.before)
    write_atomic(skill.digest, data, mode=0o644, instead_of=done.before)
    if skill.project and not found.strangers:
        key = os.path.relpath(os.path.realpath(skill.digest), os.path.realpath(skill.project))
        if done.before is None:
            trust.allow(skill.project, [trust.Waiting(skill.digest, key, data, edited=False)])
        else:
            trust.carry_over(skill.project, key, done.before, data)
