"""Transcripts that client 2.1.332 wrote against a stand-in API, long strings shortened, and their places."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.hotpath.nudges.transcript import Transcript

RECORDED = Path(__file__).parent / "recorded"
#: A person who asked, rejected with a reason, used a command, pasted, wrote two lines, and used the shell.
INTERACTIVE = RECORDED / "rejected_pasted_bang.jsonl"
#: The same session, forked: all rows again with their uuids, and one prompt more.
FORKED = RECORDED / "forked.jsonl"
SESSION, FORK = "ccb01b87-a035-46aa-bf53-adf0c4b744b7", "04f63ce9-6970-46f4-89dd-1d1426b72a13"


def put(user_home: Path, recording: Path, session: str, folder: str = "-home-dev-shop") -> Path:
    """Copy a recording to where the client of `user_home` would keep it."""
    target = user_home / ".claude" / "projects" / folder / f"{session}.jsonl"
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(recording, target)
    return target


def write(path: Path, transcript: Transcript) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return transcript.write(path)
