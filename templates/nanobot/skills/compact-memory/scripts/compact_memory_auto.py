#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["nanobot-ai"]
# ///
"""One night of this workspace: `compact_memory_auto.py [options of exp.py memory nightly]`.

Started by the Python of nanobot's environment, which it hands on, or by `uv run`, which makes one.
The work is done by experience-layer: EXPERIENCE_LAYER_ROOT, else ~/.claude/skills/experience-layer.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

WORKSPACE = Path(__file__).resolve().parents[3]


def words(given: list[str]) -> list[str]:
    root = os.environ.get("EXPERIENCE_LAYER_ROOT") or "~/.claude/skills/experience-layer"
    door = Path(root).expanduser() / "lib" / "exp.py"
    preset = os.environ.get("COMPACT_MEMORY_PRESET", "")
    chosen = [
        "--runner",
        "nanobot",
        "--python",
        sys.executable,
        *(["--model-preset", preset] if preset else []),
    ]
    return [sys.executable, str(door), "memory", "nightly", "--path", str(WORKSPACE), *chosen, *given]


if __name__ == "__main__":
    command = words(sys.argv[1:])
    os.execv(command[0], command)
