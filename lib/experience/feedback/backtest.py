"""On which of the user's own past prompts a pattern would have warned, by the live matcher.

Beside the user's corpus as it is now, and as if each prompt were the first of its session: a pattern
that warned once in a session would keep quiet afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from experience.feedback.reach import Reach
from experience.hotpath import clock, match, query, rank
from experience.hotpath.payload import Payload
from experience.index import trial
from experience.patterns.pattern import Pattern
from experience.transcripts.history import PastPrompt
from experience.transcripts.shown import shown

#: Characters of a prompt that are shown.
FIRST_WORDS = 80

#: Told after each prompt how many were tried and on how many it fired.
Progress = Callable[[int, int], None]


@dataclass(slots=True)
class Backtest:
    """`total`: prompts that were tried; `fired`: those that would have been warned of, as they came."""

    total: int = 0
    fired: list[PastPrompt] = field(default_factory=list)

    def lines(self) -> list[str]:
        """For the screen: day and first words of each prompt that fired, redacted, the newest first."""
        return [f"{prompt.ts[:10] or 'undated'}  {first_words(prompt)}" for prompt in reversed(self.fired)]


def first_words(prompt: PastPrompt) -> str:
    return " ".join(shown(prompt.text, FIRST_WORDS).split())


def silent(_tried: int, _fired: int) -> None:
    """No progress is shown."""


def backtest(
    pattern: Pattern,
    prompts: Iterable[PastPrompt],
    *,
    cwd: str | None = None,
    progress: Progress = silent,
) -> Backtest:
    """Try `pattern` on `prompts` beside the corpora that a session in `cwd` (default: here) would meet.

    `pattern` may lie anywhere or nowhere; one in the corpus with its id gives way. Nothing is written.
    """
    replay = Replay(pattern, cwd or str(Path.cwd()))
    found = Backtest()
    for prompt in prompts:
        found.total += 1
        if replay.fires(prompt.text):
            found.fired.append(prompt)
        progress(found.total, len(found.fired))
    return found


class Replay:
    """One pattern beside the corpora of a folder, ready for many prompts."""

    def __init__(self, pattern: Pattern, cwd: str) -> None:
        self.corpora = trial.corpora(pattern, cwd)
        self.reach = Reach(self.corpora)
        self.id = pattern.id
        self.now = clock.now()

    def fires(self, prompt: str) -> bool:
        """Whether the pattern would be among those shown."""
        if not Payload({"prompt": prompt}).is_typed_prompt():
            return False
        asked = query.Query(prompt)
        if not asked.says_something() or not self.reach.may_pass(asked):
            return False
        shown_now = rank.rank(match.search(asked, self.corpora), self.now)
        return any(one.record["id"] == self.id and one.origin == self.corpora[0].name for one in shown_now)
