"""How the user goes on from here: the slash command where it is installed, else the call of the script."""

from __future__ import annotations

import os
from pathlib import Path

from experience.hotpath import places
from experience.hotpath.render import EXP
from experience.installation.layout import SKILL

#: Set by the client for whatever its model runs.
CLIENT, SESSION = "CLAUDECODE", "CLAUDE_CODE_SESSION_ID"
#: What makes the checkout a plugin, with the commands as that has them.
PLUGIN = Path(__file__).resolve().parents[3] / ".claude-plugin"


def typed(command: str, words: str, verb: str) -> str:
    """`/exp-capture approve ID`, with the plugin's name before it where only the plugin has it, or the
    script's call with `verb`, which is what follows exp.py there."""
    if is_installed(command):
        return f"/{command} {words}".rstrip()
    return f"/{SKILL}:{command} {words}".rstrip() if is_plugin(command) else f"{EXP} {verb}"


def is_installed(command: str) -> bool:
    return (Path(places.config_dir()) / "commands" / f"{command}.md").is_file()


def is_plugin(command: str) -> bool:
    """Whether the client runs us, and has the command from a plugin only."""
    there = (PLUGIN / "commands" / f"{command}.md").is_file()
    return there and bool(os.environ.get(CLIENT)) and not is_installed(command)


def script(command: str) -> str:
    """How the model calls exp.py within `command`: as its page spells it, for that alone is permitted."""
    return f'python3 "{PLUGIN.parent}/lib/exp.py"' if is_plugin(command) else EXP


def session_of(given: str | None) -> str:
    """The session's id: as the door was told, else as the client told whoever started us; "" for neither."""
    return given or os.environ.get(SESSION, "")
