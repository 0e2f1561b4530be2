"""Earlier versions of a digest, one before each write, and the way back to them."""

from __future__ import annotations

from pathlib import Path

from experience.digest import state
from experience.digest.numbers import MAX_BACKUPS
from experience.digest.skills import SkillFolder
from experience.errors import ExperienceError
from experience.files import tree
from experience.files.write import content, make_private_dir, write_atomic
from experience.hotpath import places

#: Stands for "there was no document".
_NOTHING = ".none"


def folder(skill: SkillFolder) -> Path:
    return Path(places.home()) / "backups" / "digests" / state.key_of(skill)


def _kept(skill: SkillFolder) -> list[Path]:
    """Oldest first, by number."""
    found = [path for path in folder(skill).glob("[0-9]*") if path.name[:6].isdigit()]
    return sorted(found, key=lambda path: path.name)


def keep(skill: SkillFolder, before: bytes | None) -> Path:
    """Put `before` aside (mode 0600); only the newest versions are kept, and one that is the newest already
    is kept once: compacts that fail at the writing must not push the older versions out."""
    kept = _kept(skill)
    if kept and (kept[-1].suffix == _NOTHING) == (before is None) and content(kept[-1]) == (before or b""):
        return kept[-1]
    number = int(kept[-1].name[:6]) + 1 if kept else 1
    ending = _NOTHING if before is None else ".md"
    make_private_dir(folder(skill))
    path = write_atomic(folder(skill) / f"{number:06}{ending}", before or b"", instead_of=None)
    for old in kept[: max(0, len(kept) + 1 - MAX_BACKUPS)]:
        tree.remove_file(old)
    return path


def undo(skill: SkillFolder) -> tuple[bytes | None, bytes | None]:
    """Bring the newest version back. Returns (what stood there, what stands there now); the former is kept
    as `undone.md`, `undone-2.md` ... beside the backups. Raises ExperienceError where there is none."""
    skill.refuse_links()
    kept = _kept(skill)
    if not kept:
        raise ExperienceError(f"{skill.name}: no earlier version of its digest is kept")
    newest = kept[-1]
    now = content(skill.digest)
    if now is not None:
        _put_aside(skill, now)
    before = None if newest.suffix == _NOTHING else newest.read_bytes()
    if before is None:
        tree.remove_file(skill.digest)
    else:
        write_atomic(skill.digest, before, mode=0o644)
    tree.remove_file(newest)
    return now, before


def _put_aside(skill: SkillFolder, data: bytes) -> None:
    """Under a name of its own: a second undo must not cost what the first one put aside."""
    numbered = {1: folder(skill) / "undone.md"}
    for path in folder(skill).glob("undone-*.md"):
        if path.stem[7:].isdecimal():
            numbered[int(path.stem[7:])] = path
    if all(content(path) is None for path in numbered.values()):
        write_atomic(numbered[1], data)
        return
    write_atomic(folder(skill) / f"undone-{max(numbered) + 1}.md", data)
    for number in sorted(numbered)[: max(0, len(numbered) + 1 - MAX_BACKUPS)]:
        tree.remove_file(numbered[number])
