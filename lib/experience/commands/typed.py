"""How the user goes on from here: the slash command where it is installed, else the call of the script."""

from __future__ import annotations

import os
from pathlib import Path

from experience.hotpath import places
from experience.hotpath.render import EXP
from experience.installation.layout import SKILL

#: Set by the client for whatever its model runs.
CLIENT, SESSION = "CLAUDECODE", "CLAUDE_CODE_SESSION_ID"
#: The commands as a plugin has them.
PLUGIN_PAGES = Path(__file__).resolve().parents[3] / ".claude-plugin" / "commands"


def typed(command: str, words: str, verb: str) -> str:
    """`/exp-capture approve ID`, with the plugin's name before it where only the plugin has it, or the
    script's call with `verb`, which is what follows exp.py there."""
    if (Path(places.config_dir()) / "commands" / f"{command}.md").is_file():
        return f"/{command} {words}".rstrip()
    if os.environ.get(CLIENT) and (PLUGIN_PAGES / f"{command}.md").is_file():
        return f"/{SKILL}:{command} {words}".rstrip()
    return f"{EXP} {verb}"


def session_of(given: str | None) -> str:
    """The session's id: as the door was told, else as the client told whoever started us; "" for neither."""
    return given or os.environ.get(SESSION, "")
