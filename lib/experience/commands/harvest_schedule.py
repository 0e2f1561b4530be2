"""`exp.py harvest schedule [show|remove]`: the nightly run, one line in the user's crontab."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from experience.commands.reply import Reply
from experience.errors import UsageError
from experience.hotpath import places
from experience.runners import crontab

NIGHTLY = "30 3 * * *"
MARKER = "experience-layer harvest"
SINCE = "25h"  # an hour more than a day: no gap where the clock is put back
_TIMES = re.compile(r"(?:@(?:hourly|daily|midnight|weekly)|[\d*/,a-zA-Z-]+(?: [\d*/,a-zA-Z-]+){4})")


def run(words: list[str], times: str) -> Reply:
    """`data`: {"line"}: the entry, "" for none."""
    action = words[0] if words else "install"
    if len(words) > 1 or action not in ("install", "show", "remove"):
        raise UsageError("harvest schedule: install (default), show or remove")
    if action == "show":
        line = crontab.shown(MARKER)
        return Reply(
            "scheduled" if line else "not-scheduled", {"line": line}, [line or "No nightly run is set up."]
        )
    if action == "remove":
        gone = crontab.removed(MARKER)
        return Reply("removed" if gone else "not-scheduled", {"line": ""}, [])
    if not _TIMES.fullmatch(times.strip()):
        raise UsageError(f"--cron {times!r}: five fields such as '{NIGHTLY}', or @daily")
    line = f"{times.strip()} {command()}"
    changed = crontab.install(MARKER, line)
    return Reply("scheduled", {"line": line}, [line, "" if changed else "It was there already."])


def command() -> str:
    """What cron runs: cron has none of the user's variables."""
    door = Path(__file__).resolve().parents[2] / "exp.py"
    names = [name for name in ("CLAUDE_CONFIG_DIR", "EXPERIENCE_HOME") if places.variable(name)]
    settings = [f"{name}={shlex.quote(places.variable(name))}" for name in names]
    python = places.interpreter()[0] or sys.executable
    words = [
        *settings,
        shlex.quote(python),
        shlex.quote(str(door)),
        "harvest",
        "--since",
        SINCE,
        ">/dev/null 2>&1",
    ]
    return " ".join(words).replace("%", "\\%")
