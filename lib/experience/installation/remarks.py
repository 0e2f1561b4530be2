"""What a person should know of their own machine; each was looked at just now."""

from __future__ import annotations

import os
import shutil

from experience.hotpath import places
from experience.installation import registration
from experience.installation.json_text import scan
from experience.installation.layout import Layout, short


def remarks(layout: Layout, settings: str | None) -> list[str]:
    """`settings`: the text of settings.json, None when there is none."""
    return [*_client(layout), *_variables(), *(_hooks(settings, layout) if settings else [])]


def _client(layout: Layout) -> list[str]:
    """An install that nobody reads must not look like success (case S19)."""
    if shutil.which("claude"):
        return []
    folder = short(layout.config)
    note = f"Claude Code (claude) was not found on PATH. The hook is for one that reads {folder}"
    return [f"{note}; if yours reads another folder, set CLAUDE_CONFIG_DIR."]


def _variables() -> list[str]:
    notes = [
        f"{name} is set here: set it for Claude Code too, or the hook looks elsewhere."
        for name in ("EXPERIENCE_HOME", "CLAUDE_CONFIG_DIR")
        if places.variable(name)
    ]
    if os.environ.get("EXPERIENCE_LAYER", "").strip().lower() == "off":
        notes.append("EXPERIENCE_LAYER=off is set here: the hook is silent until it is unset.")
    return notes


def _hooks(settings: str, layout: Layout) -> list[str]:
    notes = [
        f"settings.json:{line} also runs the hook, in a command of yours that was left alone."
        for line in registration.others_mention(settings, layout.hook)
    ]
    if scan(settings).value.get("disableAllHooks") is True:
        notes.append("settings.json says disableAllHooks: no hook runs, this one neither.")
    return notes
