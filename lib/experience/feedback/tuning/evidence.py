"""Everything that the rules look at, gathered once: log, verdicts, past prompts, patterns."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from experience.events import verdicts
from experience.events.summary import Judged, Summary, summary
from experience.events.verdicts import Verdict
from experience.feedback import standings, tallies
from experience.feedback.intervals import Interval, wilson
from experience.feedback.replay import Progress, Replay, Turn, Warned, replayed, silent
from experience.feedback.tallies import Tallies, Tally
from experience.hotpath import gate
from experience.index.compiler import content_hash
from experience.index.config import Config
from experience.patterns.corpora import corpora
from experience.patterns.pattern import Pattern


@dataclass
class Evidence:
    """`patterns`: those that may be changed here, by id, archived ones left out."""

    cwd: str
    least: float
    settings: Config
    patterns: dict[str, Pattern]
    log: Summary
    said: list[Verdict]
    replay: Replay
    tallies: Tallies
    muted: frozenset[str]
    fires: dict[str, list[Warned]] = field(default_factory=dict)
    turns: dict[str, Turn] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.turns = self.replay.by_hash()
        grouped: dict[str, list[Warned]] = defaultdict(list)
        for one in self.now():
            grouped[one.id].append(one)
        self.fires = dict(grouped)

    def now(self) -> list[Warned]:
        """The warnings of the replay as things stand: of the gate, and of what verdicts hold back."""
        return self.replay.warned(self.least, needs=self.needs(), without=self.muted)

    def needs(self) -> dict[str, float]:
        return {
            identity: self.tally(identity).needs for identity in self.patterns if identity in self.tallies
        }

    def tally(self, identity: str) -> Tally:
        return tallies.of(identity, content_hash(self.patterns[identity]), self.tallies)

    def judged_share(self, identity: str) -> float:
        """Of its warnings in the log the share that was judged: the rest may be of another kind."""
        tally, warnings = self.tally(identity), self.log.warnings_of(identity)
        return (tally.saves + tally.false_positives) / warnings if warnings else 1.0

    def said_of(self, identity: str, kind: str) -> list[Verdict]:
        return [one for one in self.said if one.id == identity and one.kind == kind]

    def log_of(self, verdict: Verdict) -> Judged | None:
        return self.log.judged.get((verdict.id, verdict.injection_id))

    def score_of(self, verdict: Verdict) -> float | None:
        """How well a judged warning fits by the matcher of today: a score in the log may be of an older one.
        None where the prompt is gone, or does not meet the pattern any more."""
        logged = self.log_of(verdict)
        turn = self.turns.get(logged.prompt_hash) if logged else None
        met = turn.met if turn else ()
        return next((one.match for one in met if one.id == verdict.id and not one.held), None)

    def prompts_of(self, judged: list[Verdict]) -> list[Turn]:
        """The prompts behind verdicts, as far as a transcript still has them; each once."""
        logged = (self.log_of(one) for one in judged)
        found = (self.turns.get(one.prompt_hash) for one in logged if one is not None)
        return list({turn.hash: turn for turn in found if turn is not None}.values())

    @property
    def precision(self) -> Interval | None:
        """Confirmed / (confirmed + rejected), of every warning that was judged."""
        kinds = Counter(one.kind for one in self.said)
        return wilson(kinds["saved"], kinds["saved"] + kinds["falsepositive"])

    @property
    def save_rate(self) -> float:
        """Of the warnings in the log the share that somebody confirmed: most are never judged."""
        saves = sum(one.kind == "saved" for one in self.said)
        return saves / self.log.warnings if self.log.warnings else 0.0


def gathered(
    cwd: str, settings: Config, *, most: int, patience: float, progress: Progress = silent
) -> Evidence:
    """Read and replay; nothing is written."""
    said = verdicts.in_force()
    loaded = [
        one for place in reversed(corpora(cwd, settings.project_patterns)) for one in place.load().patterns
    ]
    patterns = {one.id: one for one in loaded}
    known = standings.known()
    by_change = standings.muted_contents()
    muted = frozenset(
        identity
        for identity, one in patterns.items()
        if tallies.of(identity, content_hash(one), known).muted
        or content_hash(one) in by_change.get(identity, ())
    )
    return Evidence(
        cwd=cwd,
        least=gate.least(settings._asdict()),
        settings=settings,
        patterns=patterns,
        log=summary(judged={one.warning for one in said}),
        said=said,
        replay=replayed(most=most, patience=patience, progress=progress),
        tallies=known,
        muted=muted,
    )
