"""Compacts in the background: one worker per skill, never a model, never a skill that a repository brought
and nobody here used."""

from __future__ import annotations

import os
from pathlib import Path

from experience.digest import due, skills, state
from experience.digest.compact import Compaction, compact_experience
from experience.digest.skills import SkillFolder
from experience.errors import ExperienceError
from experience.files.write import content
from experience.hotpath import detach, record, trusted

#: Rounds while events come in that make a skill due again.
ROUNDS = 3


def start(skill: SkillFolder) -> None:
    """Compact this skill if it is due, in a session of its own; returns at once."""
    door = Path(__file__).resolve().parents[2] / "exp.py"
    try:
        detach.run_verb(str(door), "compact", str(skill.path), "--due", "--detached")
    except OSError as error:  # the event is written; the next trigger comes
        record.error("compact", error)


def known(cwd: str, root: str = "") -> list[SkillFolder]:
    """Every skill with a log: of the roots, and those that had an event added before."""
    found = {os.path.realpath(skill.path): skill for skill in skills.everywhere(cwd, root)}
    if not root:
        for path in state.remembered_skills():
            found.setdefault(os.path.realpath(path), skills.at(path))
    return [skill for skill in found.values() if skill.log.is_file()]


def used_here(cwd: str) -> list[SkillFolder]:
    """Of the known ones the user's own, and those of a project to which somebody here added an event."""
    mine = {os.path.realpath(path) for path in state.remembered_skills()}
    return [skill for skill in known(cwd) if not skill.project or os.path.realpath(skill.path) in mine]


def compact_due(chosen: list[SkillFolder], session: str = "") -> list[Compaction]:
    """Compact those that are due. What cannot be is noted for doctor; another worker at it is fine."""
    done = []
    for skill in chosen:
        for _ in range(ROUNDS):
            if not due.reasons(skill, session):
                break
            try:
                done.append(compact_experience(skill, wait=0.0))
            except ExperienceError as error:
                record.note("compact", type(error).__name__, skill.name, str(error))
                break
    return done


def is_trusted(skill: SkillFolder, policy: str) -> bool:
    """Whether the digest as it is now may reach a model: the user's own, or one that was allowed."""
    if not skill.project:
        return True
    data = content(skill.digest) or b""
    return trusted.allows(skill.project, key_in_project(skill), data, policy)


def key_in_project(skill: SkillFolder) -> str:
    """The digest as trust.json spells it: its path below the project's root."""
    return os.path.relpath(os.path.realpath(skill.digest), os.path.realpath(skill.project))
