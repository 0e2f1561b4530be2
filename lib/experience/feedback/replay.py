"""The user's own past prompts, played once to the live matcher, so that changes can be tried on them.

One pass keeps of each prompt which patterns it met and how well; what another gate, or a pattern less,
would have done is then counted without the matcher. As in a session: each pattern once.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from experience.hotpath import background, clock, gate, layers, match, places, query, rank, record
from experience.hotpath.candidate import Candidate
from experience.hotpath.payload import Payload
from experience.index import reach, rehearsal
from experience.transcripts.history import PastPrompt, past_prompts
from experience.vocabulary import MAX_WARNINGS

#: Prompts that are played, the newest; and seconds after which the rest is left out.
MOST_PROMPTS, PATIENCE = 6000, 60.0
#: Below this a pattern is not worth a word.
LEAST_MATCH = 0.15
#: A word of this weight is not in everybody's prompts.
TELLING = 0.5
#: Of this user's prompts the share in which a word stands that says nothing.
EVERYDAY = 0.02

Progress = Callable[[int, int], None]


class Met(NamedTuple):
    """A pattern beside a prompt. `held`: a veto or a quiet example that no gate changes, "" none; `shared`:
    the telling words that both have."""

    id: str
    match: float
    held: str
    keywords: tuple[str, ...]
    shared: tuple[str, ...] = ()


class Turn(NamedTuple):
    prompt: PastPrompt
    hash: str
    met: tuple[Met, ...]

    @property
    def session(self) -> str:
        return self.prompt.session_id or f"{self.prompt.cwd} {self.prompt.ts[:10]}"


class Warned(NamedTuple):
    """A warning that would have come: which turn (by number), which pattern, how well it fits."""

    turn: int
    id: str
    match: float


@dataclass
class Replay:
    """`turns`: those with anything met, oldest first; `tried`: prompts played; `left_out`: for want of
    time."""

    turns: list[Turn] = field(default_factory=list)
    tried: int = 0
    left_out: int = 0
    #: In how many prompts each word stands.
    words: Counter[str] = field(default_factory=Counter)

    def is_everyday(self, term: str) -> bool:
        """Whether this user says the word all the time, as "please"; the world at large may not."""
        return self.words[term] > EVERYDAY * self.tried

    def warned(
        self, least: float, *, needs: Mapping[str, float] | None = None, without: Collection[str] = ()
    ) -> list[Warned]:
        """The warnings under a gate of `least`. `needs`: what single patterns need by their verdicts."""
        found: list[Warned] = []
        seen: set[tuple[str, str]] = set()
        for number, turn in enumerate(self.turns):
            passed = [
                one
                for one in turn.met
                if not one.held
                and one.id not in without
                and one.match >= max(least, (needs or {}).get(one.id, 0.0))
            ]
            best = max((one.match for one in passed), default=0.0)
            close = [one for one in passed if one.match >= rank.CLOSE * best][:MAX_WARNINGS]
            for one in close:
                if (turn.session, one.id) not in seen:
                    seen.add((turn.session, one.id))
                    found.append(Warned(number, one.id, one.match))
        return found

    def per_100(self, warnings: int) -> float:
        return 100 * warnings / self.tried if self.tried else 0.0

    def by_hash(self) -> dict[str, Turn]:
        return {turn.hash: turn for turn in self.turns}


def silent(_done: int, _total: int) -> None:
    """No progress is shown."""


def replayed(*, most: int = MOST_PROMPTS, patience: float = PATIENCE, progress: Progress = silent) -> Replay:
    """Play the newest `most` prompts of the transcripts and the client's history, newest first, as long as
    there is time. Nothing is written."""
    return play(reversed(deque(past_prompts(), maxlen=most)), most, patience, progress)


def play(prompts: Iterable[PastPrompt], total: int, patience: float, progress: Progress = silent) -> Replay:
    """`prompts`: the newest first."""
    found, started, here = Replay(), time.monotonic(), _Corpora()
    for prompt in prompts:
        if time.monotonic() - started > patience:
            found.left_out += 1
            continue
        found.tried += 1
        met, words = here.met(prompt)
        found.words.update(words)
        if met:
            found.turns.append(Turn(prompt, record.prompt_hash(prompt.text), met))
        progress(found.tried, total)
    found.turns.reverse()
    return found


class _Corpora:
    """The corpora of each project that the prompts were typed in, as they are now."""

    def __init__(self) -> None:
        self.of_root: dict[str, list[layers.Layer]] = {}
        self.roots: dict[str, str] = {}

    def met(self, prompt: PastPrompt) -> tuple[tuple[Met, ...], Collection[str]]:
        """(the patterns that a prompt meets, its words)."""
        if not Payload({"prompt": prompt.text}).is_typed_prompt():
            return (), ()
        asked = query.Query(prompt.text)
        if not asked.says_something():
            return (), asked.terms
        found = match.search(asked, self._at(prompt.cwd))
        return tuple(_met(one) for one in found if one.match >= LEAST_MATCH or one.hits), asked.terms

    def _at(self, cwd: str) -> list[layers.Layer]:
        if cwd not in self.roots:
            self.roots[cwd] = places.project_root(cwd) or "" if cwd else ""
        root = self.roots[cwd]
        if root not in self.of_root:
            self.of_root[root] = [rehearsal.as_it_is(layer) for layer in reach.layers_for(root or "/")]
        return self.of_root[root]


def _met(one: Candidate) -> Met:
    held = "" if one.why_not in ("", gate.BELOW) else one.why_not
    telling = tuple(sorted(term for term in one.shared if background.weight(term) >= TELLING))
    return Met(one.record["id"], one.match, held, tuple(folded for folded, _, _ in one.hits), telling)


def now() -> str:
    """Today, as a day."""
    return clock.stamp(clock.now())[:10]
