"""A home with patterns that warned for real, so that there is something to judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from experience.patterns.parse import parse_file
from experience.patterns.pattern import Pattern
from tests.hotpath.machine import MATCHING, PATTERN, rows, told
from tests.house import pattern_text

#: Another pattern that MATCHING brings.
OTHER = "frontend-2026-04-18-other-chunk"
SAVES, ALARMS = "saves.jsonl", "false_positives.jsonl"


def write(home: Path, identity: str = PATTERN, **more: Any) -> Path:
    path = home / "global" / "frontend" / f"{identity}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(pattern_text(id=identity, **more), "utf-8")
    return path


def warned(home: Path, session: str = "s1", prompt: str = MATCHING, **more: Any) -> str:
    """A prompt in a session that is warned of; the injection_id of its line."""
    assert told(home, prompt, session_id=session, **more)
    return str(rows(home, "injections.jsonl")[-1]["injection_id"])


def loaded(home: Path, identity: str = PATTERN) -> Pattern:
    pattern = parse_file(home / "global" / "frontend" / f"{identity}.md", keep_archived=True).pattern
    assert pattern is not None
    return pattern


def transcript(home: Path, session: str, *prompts: str) -> Path:
    """What the client would have kept of a session in which a person typed `prompts`."""
    folder = home.parent / "projects" / "-project"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        {
            "parentUuid": None,
            "isSidechain": False,
            "type": "user",
            "message": {"role": "user", "content": prompt},
            "promptSource": "typed",
            "origin": {"kind": "human"},
            "uuid": f"u{number}",
            "timestamp": "2026-11-30T10:00:00.000Z",
            "sessionId": session,
        }
        for number, prompt in enumerate(prompts)
    ]
    path = folder / f"{session}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path
