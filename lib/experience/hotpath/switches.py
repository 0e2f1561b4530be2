"""Kill switches, as far as Python decides them: the adapter has looked before starting it.

Bash looks from its own folder and from CLAUDE_PROJECT_DIR; only the payload knows the session's
cwd, so this looks there. Other agents' adapters may skip theirs and rely on this one.
"""

from __future__ import annotations

from experience.hotpath import places
from experience.vocabulary import NESTED_VARIABLE

_OFF = ("off", "0", "false", "no", "disabled")


def off_because(*folders: str) -> str:
    """Which switch is in force for these folders; "" for none."""
    if places.variable("EXPERIENCE_LAYER").strip().lower() in _OFF:
        return "EXPERIENCE_LAYER=off"
    if places.variable(NESTED_VARIABLE):
        return f"{NESTED_VARIABLE} is set: a headless run of experience-layer itself"
    for folder in filter(None, folders):
        marker = places.disabling_marker(folder)
        if marker:
            return marker
    return ""
