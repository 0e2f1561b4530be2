"""Uninstall with --purge: the user's own corpus and logs go, for ever, once they typed the word.

The word holds the number of patterns, so that whoever types it has read what will be lost. Only
what is known to be ours is removed from EXPERIENCE_HOME; anything else in there stays.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.tree import remove_if_empty, remove_tree
from experience.installation.layout import Layout, short

#: Everything that experience-layer ever puts directly into EXPERIENCE_HOME, locks and markers apart.
OURS = (
    *("global", "candidates", "logs", "traces", "backups", "state", "venv", "memory", "preflight"),
    *("config.yaml", "memory.yaml", "trust.json", "uninstalled"),
)


def patterns(layout: Layout) -> int:
    return len(list((layout.home / "global").glob("*/*.md")))


def word(layout: Layout) -> str:
    """What a person has to type."""
    return f"delete-{patterns(layout)}-patterns"


def lost(layout: Layout) -> str:
    """What goes, in one sentence."""
    names = ", ".join(path.name for path in _ours(layout))
    return f"{short(layout.home)}: {names or 'nothing'}; nothing of it can be had back"


def confirmed(layout: Layout, given: str) -> None:
    """Raises unless `given`, or else what is typed on the terminal, is the word."""
    if not given:
        given = _typed(f"This deletes {lost(layout)}.\nType {word(layout)} to go on: ")
    if given != word(layout):
        raise ExperienceError(
            f"not purged, nothing was removed: the word is {word(layout)}. Type it when asked, or without "
            f"a terminal give it as --purge={word(layout)}"
        )


def _typed(question: str) -> str:
    """An answer from the terminal itself: stdin may be a script or a pipe (case I11). "" without one."""
    try:
        with Path("/dev/tty").open("rb", buffering=0) as terminal:
            sys.stderr.write(question)
            sys.stderr.flush()
            return terminal.readline().decode(errors="replace").strip()
    except OSError:
        return ""


def carry_out(layout: Layout) -> list[Path]:
    """Remove it all. Returns what stays in the folder because it is none of ours."""
    for path in _ours(layout):
        remove_tree(path)
    remove_if_empty(layout.home)
    return sorted(layout.home.iterdir()) if layout.home.is_dir() else []


def _ours(layout: Layout) -> list[Path]:
    """Known names, and the locks and unfinished files of our writers (files/lock.py, files/write.py)."""
    if not layout.home.is_dir():
        return []
    return [path for path in sorted(layout.home.iterdir()) if _is_ours(path.name)]


def _is_ours(name: str) -> bool:
    return name in OURS or re.fullmatch(r"\..+\.(?:lock|tmp)", name) is not None
