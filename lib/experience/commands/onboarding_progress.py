"""How far the wizard has come: kept between the commands that a person types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from experience.files.folder import made
from experience.files.lock import locked
from experience.files.write import write_atomic
from experience.hotpath import places

TAKEN, SKIPPED = "taken", "skipped"


@dataclass(frozen=True)
class Progress:
    """`offered`: ids of a starter pack in the order of their offer, () for an interview; `decided`: id ->
    TAKEN or SKIPPED. `domain` "" when no wizard is under way."""

    domain: str = ""
    offered: tuple[str, ...] = ()
    decided: Mapping[str, str] = field(default_factory=dict)

    @property
    def current(self) -> str:
        """The id to be decided on, "" when all are."""
        return next((one for one in self.offered if one not in self.decided), "")

    @property
    def taken(self) -> list[str]:
        return [one for one in self.offered if self.decided.get(one) == TAKEN]

    def with_decision(self, identity: str, decision: str) -> Progress:
        return replace(self, decided={**self.decided, identity: decision})


def path() -> Path:
    return Path(places.state_dir()) / "onboard.json"


def load() -> Progress:
    """As it was saved; none where the file is missing or is not what we wrote."""
    try:
        found = json.loads(path().read_text("utf-8"))
        offered = tuple(map(str, found["offered"]))
        decided = {str(key): str(value) for key, value in found["decided"].items()}
        return Progress(str(found["domain"]), offered, decided)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Progress()


def save(progress: Progress) -> None:
    target = path()
    made(target.parent)
    with locked(target):
        write_atomic(target, json.dumps(asdict(progress)).encode())
