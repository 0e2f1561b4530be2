"""Which patterns of a repository the user allowed: `trust.json`, read only, never from the repository.

{"/real/path/of/project": "all" | {".claude/experience/x.md": "<sha256 of the allowed content>"}}
"""

from __future__ import annotations

import os

from experience.hotpath import jsonlite, places, record, scan
from experience.vocabulary import MAX_PATTERN_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from experience.hotpath.roster import Allowed

#: Where a project's patterns lie, as trust.json spells it.
FOLDER = ".claude/experience/"
#: Directory entries that are counted before "this many and more".
MOST_COUNTED = 200


def path() -> str:
    return os.path.join(places.home(), "trust.json")


def decisions() -> dict[str, Any]:
    """All decisions. A file that cannot be read allows nothing, and is noted."""
    try:
        with open(path(), encoding="utf-8") as file:
            found = jsonlite.loads(file.read())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        record.error("trust", error)
        return {}
    return found if isinstance(found, dict) else {}


def decision(root: str) -> Allowed:
    """None: every file of the project `root` may be read. Else file name -> allowed sha256."""
    found = decisions().get(os.path.realpath(root), {})
    if found == "all":
        return None
    if not isinstance(found, dict):
        return {}
    return {
        rel.removeprefix(FOLDER): sha
        for rel, sha in found.items()
        if isinstance(sha, str) and rel.startswith(FOLDER) and "/" not in rel.removeprefix(FOLDER)
    }


def is_own(root: str) -> bool:
    """Whether the project and its corpus belong to this user: another's never come in by "always"
    (case R31), nor what another put into a folder of ours, such as root's /tmp."""
    return _belongs(root, os.path.join(root, FOLDER))


def _belongs(*folders: str) -> bool:
    try:
        return not hasattr(os, "geteuid") or {os.stat(folder).st_uid for folder in folders} == {os.geteuid()}
    except OSError:
        return False


def allowed(root: str, policy: str) -> Allowed:
    """What of the project `root` may be read under `project_patterns: policy`."""
    if policy == "always" and is_own(root):
        return None
    return {} if policy == "never" else decision(root)


def allows(root: str, key: str, data: bytes, policy: str) -> bool:
    """Whether one file of the project, named by its path below the root, may reach the model as it is."""
    if policy == "never":
        return False
    if policy == "always" and _belongs(root, os.path.join(root, os.path.dirname(key))):
        return True
    found = decisions().get(os.path.realpath(root), {})
    if found == "all" or not isinstance(found, dict):
        return bool(found == "all")
    from hashlib import sha256  # only where a file of a project was decided on

    return bool(found.get(key) == sha256(data).hexdigest())


def waiting(corpus: str, current: set[str]) -> str:
    """How many files of `corpus` wait for a decision: "3", "3+", "200+", "" for none that we know of.

    `current`: names whose content is the allowed one. Nothing is opened, and at most MOST_COUNTED
    names are looked at.
    """
    waits = 0
    try:
        with os.scandir(corpus) as found:
            for seen, entry in enumerate(found, 1):
                if seen > MOST_COUNTED:
                    return f"{waits if current else MOST_COUNTED}+" if waits else ""
                waits += (
                    scan.is_pattern_name(entry.name)
                    and entry.name not in current
                    and _can_be_allowed(entry, corpus)
                )
    except OSError:
        return ""
    return str(waits) if waits else ""


def _can_be_allowed(entry: os.DirEntry[str], corpus: str) -> bool:
    """No folder, pipe, huge file or link out of the corpus: nobody could ever decide on those."""
    try:
        if entry.is_symlink():
            return scan.stays_inside(entry.path, corpus) and os.path.isfile(entry.path)
        return (
            entry.is_file(follow_symlinks=False)
            and entry.stat(follow_symlinks=False).st_size <= MAX_PATTERN_BYTES
        )
    except OSError:
        return False
