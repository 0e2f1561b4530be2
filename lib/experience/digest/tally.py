"""What the events say, counted per text: how often seen, how often with success, when last."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from experience.digest import wording
from experience.digest.event import Event
from experience.digest.numbers import MAX_TEXTS, REMOVAL_DAYS, WINDOW_DAYS

RULE, QUERY, FAILURE, CORRECTION = "rule", "query", "failure", "correction"
#: Behind what was tried and rejected, failed its rubrics or found little.
DID_NOT_HELP = " (did not help)"


@dataclass
class Atom:
    """One text under one key. `seen` and `success` count distinct events in the window; `last` is a day."""

    kind: str
    key: str
    normal: str
    text: str
    seen: int = 0
    success: int = 0
    last: int = 0

    def add(self, event: Event, *, counted: bool) -> None:
        self.seen += counted
        self.success += counted and event.success
        self.last = max(self.last, event.day)


class Tallies:
    """All texts that events of the last 60 days bear, and every correction of whatever age.

    `events`: distinct events in the window; `faults`: why some of them feed Failure Modes only.
    """

    def __init__(self, now: int) -> None:
        self.now = now
        self.atoms: dict[tuple[str, str, str], Atom] = {}
        self.events = 0
        self.faults: Counter[str] = Counter()
        self.untold = 0

    def add(self, event: Event) -> None:
        """Count one event that was not met before."""
        age = self.now - event.day
        counted = age <= WINDOW_DAYS
        self.events += counted
        self.faults[event.fault] += counted and bool(event.fault)
        if event.correction:
            self._put(CORRECTION, event.correction, event, counted=counted)
        if age > REMOVAL_DAYS:
            return
        if event.fault or event.failure:
            self._put(FAILURE, _went_wrong(event), event, counted=counted)
        if not event.fault:
            self._put(RULE, event.rule, event, counted=counted)
            self._put(QUERY, event.query, event, counted=counted)

    def remember(self, correction: str, key: str, day: int) -> None:
        """A correction of an event that is too old to count for anything else."""
        self._put(
            CORRECTION, correction,
            Event(day, 0, key, "", "", "", correction, success=False, fault="", session="", feedback=""),
            counted=False,
        )  # fmt: skip

    def _put(self, kind: str, text: str, event: Event, *, counted: bool) -> None:
        shown = wording.shown_query(text) if kind == QUERY else wording.shown(text)
        if not shown:
            return
        place = (kind, wording.normal(event.key), wording.normal(text) or shown)
        atom = self.atoms.get(place)
        if atom is None:
            if len(self.atoms) >= MAX_TEXTS:
                self.untold += 1
                return
            atom = self.atoms[place] = Atom(*place, shown)
        elif (
            shown < atom.text
        ):  # of spellings that count as one, always the same, in whatever order they come
            atom.text = shown
        atom.add(event, counted=counted)


def _went_wrong(event: Event) -> str:
    """What an event says of a failure; of one that was rejected and says nothing, what was tried: marked,
    since the same words may be an Active Rule for the other times."""
    tried = "" if event.correction else event.rule or event.query
    return event.failure or (wording.marked(tried, DID_NOT_HELP) if tried else "")
