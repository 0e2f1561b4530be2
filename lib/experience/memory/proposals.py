"""The proposal that waits for a person's decision: one per session, in our state folder, 0600."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from experience.files.folder import made
from experience.files.tree import remove_file
from experience.files.write import write_atomic
from experience.hotpath import places
from experience.memory import limits
from experience.memory.whose import slug


@dataclass(frozen=True)
class Proposal:
    """`sha256`: of the memory it was checked against; `document`: the set, None while it is awaited."""

    path: str
    sha256: str = ""
    document: dict[str, Any] | None = field(default=None)


def _file(session: str) -> Path:
    return Path(places.state_dir()) / "memory" / f"proposal-{slug(session)[:80] or 'shell'}.json"


def save(session: str, proposal: Proposal) -> None:
    target = _file(session)
    made(target.parent)
    write_atomic(target, json.dumps(asdict(proposal)).encode())


def load(session: str) -> Proposal | None:
    """None where there is none, or the file is not ours."""
    path = _file(session)
    try:
        if path.stat().st_size > 8 * limits.MAX_MEMORY_BYTES:
            return None
        found = json.loads(path.read_bytes())
        return Proposal(str(found["path"]), str(found["sha256"]), found["document"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def drop(session: str) -> bool:
    return remove_file(_file(session))
