"""What is remembered of a skill outside it: below `state/digest/`, all of it rebuildable.

`<skill>.<checksum>.json`: {"path", "lines" and "newest" (how many events there were at the last compact,
and the fingerprint of the log's last one), "day", "sha256" (of the document
then), "archives"}. `<skill>.<checksum>.own`: fingerprints of the events that we added, 16 digits a line.
"""

from __future__ import annotations

import json
from binascii import crc32
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from experience.digest.fingerprints import Fingerprints
from experience.digest.skills import PAGE, SkillFolder
from experience.errors import ExperienceError
from experience.files import journal
from experience.files.lock import locked
from experience.files.read import Unreadable, read_regular
from experience.files.tree import real
from experience.files.write import make_private_dir, write_atomic
from experience.hotpath import ledger, places

_MAX_BYTES = 8 * 1024 * 1024


def folder() -> Path:
    return Path(places.state_dir()) / "digest"


def key_of(skill: SkillFolder) -> str:
    """Name of a skill's files: two skills of one name in two roots have two."""
    return f"{ledger.file_name(skill.name)}.{crc32(str(real(skill.path)).encode('utf-8', 'replace')):08x}"


def _file(skill: SkillFolder, ending: str) -> Path:
    return folder() / f"{key_of(skill)}{ending}"


def load(skill: SkillFolder) -> dict[str, Any]:
    """What is remembered; of a file that is absent or damaged nothing."""
    try:
        found = json.loads(read_regular(_file(skill, ".json"), _MAX_BYTES))
    except (Unreadable, ValueError):
        found = None
    fresh = {"path": str(skill.path), "lines": 0, "newest": 0, "day": "", "sha256": "", "archives": {}}
    return {**fresh, **found} if isinstance(found, dict) and _is_sound(found) else fresh


def _is_sound(found: dict[str, Any]) -> bool:
    archives = found.get("archives", {})
    return (
        all(isinstance(found.get(key, 0), int) for key in ("lines", "newest"))
        and isinstance(found.get("day", ""), str)
        and isinstance(archives, dict)
        and all(isinstance(one, dict) and _is_known(one) for one in archives.values())
    )


def _is_known(archive: dict[str, Any]) -> bool:
    kinds = {"stamp": list, "last": int, "lines": int, "bad": dict, "corrections": list}
    return all(isinstance(archive.get(key), kind) for key, kind in kinds.items()) and all(
        isinstance(row, list) and list(map(type, row)) == [str, str, int] for row in archive["corrections"]
    )


def save(skill: SkillFolder, remembered: dict[str, Any]) -> None:
    make_private_dir(folder())
    write_atomic(_file(skill, ".json"), (json.dumps(remembered) + "\n").encode())


def own(skill: SkillFolder) -> Fingerprints:
    """Events that this machine's user added by our commands."""
    found = Fingerprints()
    for line in journal.lines(_file(skill, ".own"), 64):
        try:
            found.add(int(line or b"", 16) & (1 << 64) - 1)
        except ValueError:
            continue
    return found


def remember_own(skill: SkillFolder, fingerprint: int) -> None:
    path = _file(skill, ".own")
    with journal.held(path, folder()):
        journal.append(path, b"%016x" % fingerprint)


@contextmanager
def worker(skill: SkillFolder, *, wait: float) -> Iterator[None]:
    """One worker per skill. Raises ExperienceError where another is at it for `wait` seconds."""
    make_private_dir(folder())
    with locked(_file(skill, ".worker"), wait=wait) as alone:
        if not alone:
            raise ExperienceError(f"{skill.name}: another compact of this skill is running; try again")
        yield


def remembered_skills() -> list[Path]:
    """Folders of skills that ever had an event or a compact, as far as they still are skills."""
    found = []
    for path in sorted(folder().glob("*.json")):
        try:
            where = Path(json.loads(read_regular(path, _MAX_BYTES))["path"])
        except (Unreadable, ValueError, TypeError, KeyError):
            continue
        if (where / PAGE).is_file():
            found.append(where)
    return found
