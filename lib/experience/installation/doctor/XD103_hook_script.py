"""The registered script is gone: the client meets silence, as after the skill folder was deleted."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from experience.installation.doctor.finding import ERROR, OK, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short

ID = "XD103"
TITLE = "hook script"


def check(around: Surroundings) -> Iterator[Finding]:
    found = sorted({path for entry in around.entries for path in _scripts(entry.spelled)})
    if not around.entries:
        found = [plugin.root / "hooks" / "plugin.sh" for plugin in around.plugins if plugin.root]
    if around.has_manifest and around.layout.hook not in found:
        found.append(around.layout.hook)  # also where the settings were reset
    for path in found:
        if not path.is_file():
            why = "is a link that leads nowhere" if _dangles(path) else "is gone"
            yield Finding(ERROR, f"{short(path)} {why}: the client runs nothing", around.install)
        else:
            yield Finding(OK, short(path))


def _scripts(command: str) -> Iterator[Path]:
    """Paths of a hook in a command, `~` and `$HOME` followed."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    for word in words:
        path = re.sub(r"^[A-Za-z_]\w*=", "", word.rstrip(";"))
        path = re.sub(r"^(?:~|\$HOME|\$\{HOME\})(?=/)", str(Path.home()).replace("\\", r"\\"), path)
        if path.startswith("/") and path.endswith("/claude-code.sh"):
            yield Path(path)


def _dangles(path: Path) -> bool:
    return any(folder.is_symlink() and not folder.exists() for folder in (path, *path.parents))
