"""Redacted traces that events refer to: EXPERIENCE_HOME/traces/<session>.jsonl, one line, mode 0600."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from experience.errors import ExperienceError
from experience.files.read import Unreadable, read_regular
from experience.files.write import make_private_dir, write_atomic
from experience.harvest.emission import file_name
from experience.harvest.trace import Trace, from_document
from experience.hotpath import places

#: Bytes of a trace that is given.
MOST = 64 * 1024 * 1024


def folder() -> Path:
    return Path(places.home()) / "traces"


def write(trace: Trace) -> Path:
    """One that is redacted. A session harvested again replaces its own."""
    path = make_private_dir(folder()) / file_name(trace.session_id)
    line = json.dumps(trace.as_document(), ensure_ascii=False) + "\n"
    return write_atomic(path, line.encode("utf-8", "replace"))


def read(path: Path) -> Trace:
    """A trace as the mission has it, or one that we wrote. Raises ExperienceError."""
    try:
        data = read_regular(path, MOST)
    except Unreadable as error:
        raise ExperienceError(f"{path}: {error}") from error
    return from_document(_document(path, data))


def _document(path: Path, data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ExperienceError(
            f"{path}: not JSON ({error}); give a trace, see references/TRACE_SPEC.md"
        ) from error
