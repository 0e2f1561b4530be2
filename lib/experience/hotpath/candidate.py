"""One pattern beside one prompt, from look-up to verdict."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Candidate:
    """Filled step by step: match.py, gate.py, rank.py. `why_not` is empty while nothing speaks against it."""

    __slots__ = (
        "domain",
        "features",
        "gave_up",
        "hits",
        "match",
        "origin",
        "record",
        "regexes",
        "saved",
        "shared",
        "standing",
        "why_not",
    )

    def __init__(self, record: dict[str, Any], origin: str, shared: dict[str, float]) -> None:
        self.record = record
        self.origin = origin
        self.shared = shared
        self.hits: list[tuple[str, str, float]] = []
        self.regexes: list[str] = []
        self.features: dict[str, float] = {}
        self.domain = 0.0
        self.match = 0.0
        #: What verdicts make of its place in the order: 1.0 without any.
        self.standing = 1.0
        #: The day of the last save in this machine's logs, "" none.
        self.saved = ""
        self.why_not = ""
        #: A regex of it ran out of time or is none for this interpreter.
        self.gave_up = False

    def yields_to(self, other: Candidate) -> bool:
        """Two files with one id: the global one counts, else the first by path."""
        return self.origin == other.origin and bool(other.record["path"] < self.record["path"])
