"""Verdicts counted, and what they are worth: the numbers of feedback, all of them.

Only this machine's logs count. The counters in a pattern's frontmatter are display: forged ones in a
cloned repository change nothing.

A verdict is evidence about one probability: that this warning helps when somebody cares to judge it. It
gets a Beta prior of two saves and one false alarm: recorded failures did happen, and as long as nobody
said anything a pattern stands at 0.67, where nothing about it changes. The posterior mean then decides:

- the *order*: posterior / prior, within limits. One save lifts by an eighth, one false alarm
  lowers by a quarter; it can never lift a match over the gate.
- *probation* from 2 false alarms: below 0.45 the warning comes only on a strong match (0.7, not 0.5).
- *mute* from 4 false alarms: below 0.3 it comes no more. Retiring on little evidence destroys value: of
  patterns that help 7 times in 10, fewer than 1 in 100 (0.3^4) meets 4 false alarms before its first save
  (2: 9 in 100, 3: 3 in 100). One save doubles about what it takes: 7 false alarms.

Nothing is deleted. A person's edit forgives the false alarms; our own tightening does not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from experience.events.edits import Edit
from experience.events.verdicts import Verdict
from experience.hotpath.gate import THRESHOLD
from experience.hotpath.verdicts import ANY_CONTENT

PRIOR_SAVES, PRIOR_FALSE_ALARMS = 2, 1
PRIOR = PRIOR_SAVES / (PRIOR_SAVES + PRIOR_FALSE_ALARMS)
LEAST_FACTOR, MOST_FACTOR = 0.6, 1.25
PROBATION_FROM, PROBATION_BELOW, PROBATION_NEEDS = 2, 0.45, 0.7
MUTE_FROM, MUTE_BELOW = 4, 0.3
#: More than any match: what is muted never comes.
NEVER = 2.0


class Tally(NamedTuple):
    """Verdicts in force on one pattern as it is."""

    saves: int = 0
    false_positives: int = 0
    #: The day of the last save, "" none.
    saved: str = ""

    @property
    def posterior(self) -> float:
        total = self.saves + self.false_positives + PRIOR_SAVES + PRIOR_FALSE_ALARMS
        return (self.saves + PRIOR_SAVES) / total

    @property
    def factor(self) -> float:
        """On the order, 1.0 without verdicts."""
        return min(MOST_FACTOR, max(LEAST_FACTOR, self.posterior / PRIOR))

    @property
    def muted(self) -> bool:
        return self.false_positives >= MUTE_FROM and self.posterior < MUTE_BELOW

    @property
    def on_probation(self) -> bool:
        enough = self.false_positives >= PROBATION_FROM and self.posterior < PROBATION_BELOW
        return enough and not self.muted

    @property
    def state(self) -> str:
        return "muted" if self.muted else "probation" if self.on_probation else ""

    @property
    def needs(self) -> float:
        """The least match that is shown."""
        return NEVER if self.muted else PROBATION_NEEDS if self.on_probation else THRESHOLD

    def why(self) -> str:
        """Why it is held back, for `explain` and the log; "" where it is not."""
        counted = f"{self.false_positives} false alarms, {self.saves} saves"
        told = {
            "muted": f"muted: {counted}",
            "probation": f"on probation: {counted}, so a match of {PROBATION_NEEDS} is needed",
        }
        return told.get(self.state, "")


#: Pattern id -> content hash -> tally.
Tallies = dict[str, dict[str, Tally]]


def tallies(verdicts: Iterable[Verdict], edits: Iterable[Edit]) -> Tallies:
    """Saves count whatever the pattern said then; false alarms count for what it said, and for what our
    own tightening made of that. Those of unknown content are under ANY_CONTENT too."""
    saves: Counter[str] = Counter()
    last: dict[str, str] = {}
    alarms: dict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        if verdict.kind == "saved":
            saves[verdict.id] += 1
            last[verdict.id] = max(last.get(verdict.id, ""), verdict.ts[:10])
        alarms[verdict.id][verdict.content] += verdict.kind == "falsepositive"
    made_of = sources(edits)
    for pattern, content in made_of:
        if pattern in alarms:
            alarms[pattern][content] += 0
    return {
        pattern: {
            content or ANY_CONTENT: Tally(
                saves[pattern], _alarms(pattern, content, counted, made_of), last.get(pattern, "")
            )
            for content in [*counted, ""]
        }
        for pattern, counted in alarms.items()
    }


def sources(edits: Iterable[Edit]) -> dict[tuple[str, str], set[str]]:
    """(pattern, content) -> what it was before our own tightening."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for edit in edits:
        found[edit.id, edit.after].add(edit.before)
    return dict(found)


def _alarms(
    pattern: str, content: str, counted: Mapping[str, int], made_of: Mapping[tuple[str, str], set[str]]
) -> int:
    counting, waiting = {""}, {content}
    while waiting:
        one = waiting.pop()
        counting.add(one)
        waiting |= made_of.get((pattern, one), set()) - counting
    return sum(counted.get(one, 0) for one in counting)


def of(pattern_id: str, content: str, known: Tallies) -> Tally:
    """The tally of a pattern as it is now."""
    contents = known.get(pattern_id, {})
    return contents.get(content) or contents.get(ANY_CONTENT) or Tally()
