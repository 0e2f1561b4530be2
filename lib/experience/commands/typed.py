"""How the user goes on from here: the slash command where it is installed, else the call of the script."""

from __future__ import annotations

import os
from pathlib import Path

from experience.hotpath import places
from experience.hotpath.render import EXP

#: Set by the client for whatever its model runs.
SESSION = "CLAUDE_CODE_SESSION_ID"


def typed(command: str, words: str, verb: str) -> str:
    """`/exp-capture approve ID`, or the script's call with `verb`, which is what follows exp.py there."""
    page = Path(places.config_dir()) / "commands" / f"{command}.md"
    return f"/{command} {words}".rstrip() if page.is_file() else f"{EXP} {verb}"


def session_of(given: str | None) -> str:
    """The session's id: as the door was told, else as the client told whoever started us; "" for neither."""
    return given or os.environ.get(SESSION, "")
