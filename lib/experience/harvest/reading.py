"""The client's transcript of a session as a trace, streamed: one turn in memory at a time (case T04).

Only what a person typed counts as the person (T05, T09); what we injected is stripped (T06); of outputs only
sizes, citations and error signatures are kept (T16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from experience.harvest import citations, feedback_signals, observing, reasons, verifiers
from experience.harvest.episodes import Episode, Recent, of_correction
from experience.harvest.observing import Observer, Seen
from experience.harvest.trace import ACCEPTED, REJECTED, UNKNOWN, Citation, ToolCall, Trace
from experience.hotpath.nudges import commands
from experience.runners import own_runs
from experience.transcripts import call as calls
from experience.transcripts import corrections, finder, reader
from experience.transcripts.call import Call
from experience.transcripts.corrections import Correction
from experience.transcripts.record import Record
from experience.transcripts.turns import Turn, turns
from experience.transcripts.typed import COMMAND, PROMPT

#: Calls, citations and episodes of one session that are kept; the last calls, the first of the others.
MOST_CALLS, MOST_CITATIONS, MOST_EPISODES = 2000, 500, 100
#: Calls with citations of which the relevance is told; the last ones.
MOST_SEARCHES = 300
#: How commands of ours begin: they are no part of the work.
OUR_COMMANDS = ("/exp-", "/experience-layer")


@dataclass(slots=True)
class Session:
    """What came out of one transcript and its subagents' files. Nothing in it is redacted yet."""

    trace: Trace
    episodes: list[Episode] = field(default_factory=list)
    turns: int = 0
    size: int = 0
    is_own: bool = False

    @property
    def has_signal(self) -> bool:
        """Whether the user said explicitly that the work is right or wrong."""
        return self.trace.user_feedback in (ACCEPTED, REJECTED)


def read(path: Path, agents: Iterable[Path] | None = None) -> Session:
    """`agents`: transcripts of its subagents; those that the client keeps with it by default."""
    reading = _Reading(path.stem)
    reading.main(path)
    for agent in finder.subagents_of(path) if agents is None else agents:
        reading.agent(agent, agent.stem)
    return reading.done()


class _Reading:
    def __init__(self, session_id: str) -> None:
        self.session = Session(Trace(session_id, citations=[], user_feedback=UNKNOWN))
        self.trace = self.session.trace
        self.rubrics = verifiers.Rubrics()
        self.found: dict[str, Citation] = {}
        self.named: set[str] = set()
        self.returned: list[tuple[ToolCall, set[str]]] = []
        self.row = 0
        self.recent = Recent()

    def main(self, path: Path) -> None:
        observer = Observer()
        records = reader.records(path, kinds=observing.KINDS, may_matter=observing.may_matter)
        observed = self._observed(turns(observer.through(records)), observer)
        for correction in corrections.corrections(observed):
            self._corrected(correction)
        self.trace.budget_error = observer.budget_error or None
        self.trace.ts = observer.last_ts
        if observer.sidechains:  # an older client: what subagents did stands in the same file
            rows = reader.records(path, may_matter=observing.is_of_sidechain)
            self._agent(rows, "sidechain")

    def agent(self, path: Path, name: str) -> None:
        self._agent(reader.records(path, kinds=observing.KINDS, may_matter=observing.may_matter), name)

    def _agent(self, records: Iterable[Record], name: str) -> None:
        observer = Observer(with_sidechains=True)
        self.row = 0
        for turn in turns(observer.through(records), sidechains=True):
            self._take_calls(turn, observer, name)
            observer.forget()

    def _observed(self, found: Iterable[Turn], observer: Observer) -> Iterator[Turn]:
        for turn in found:
            self._take(turn, observer)
            yield turn
            observer.forget()

    def _take(self, turn: Turn, observer: Observer) -> None:
        trace = self.trace
        trace.session_id = turn.session_id or trace.session_id
        trace.cwd = trace.cwd or turn.cwd
        self.session.is_own = self.session.is_own or own_runs.is_own(turn.cwd, turn.prompt)
        if turn.kind == COMMAND and turn.prompt.startswith(OUR_COMMANDS):
            return
        self.session.turns += bool(turn.kind)
        self._take_prompt(turn)
        self._take_calls(turn, observer, "")
        if turn.answer:
            trace.final_answer = turn.answer
            self._cite(citations.of_answer(turn.answer))
            self.named |= citations.named_in(turn.answer)
        trace.finished = bool(turn.answer) and not turn.interrupted
        room = MOST_EPISODES - len(self.session.episodes)
        self.session.episodes += self.recent.solved_by(turn)[:room]

    def _take_prompt(self, turn: Turn) -> None:
        if turn.kind == PROMPT:
            self.trace.query = self.trace.query or turn.prompt
            said = "" if any(map(_is_verdict, turn.calls)) else feedback_signals.of_prompt(turn.prompt)
            self.trace.user_feedback = said or self.trace.user_feedback
        elif turn.kind == COMMAND:
            name, _, words = turn.prompt[1:].partition(" ")
            args = {"skill": name, "args": words}
            self.trace.query = self.trace.query or words or turn.prompt
            self._keep(ToolCall("Skill", args, "typed", True, skill=name, ts=turn.ts))

    def _corrected(self, made: Correction) -> None:
        """A rejection with its reason, or a prompt that sets right what was rejected."""
        if made.kind == corrections.CORRECTED and feedback_signals.of_prompt(made.said) != REJECTED:
            return  # it judged a warning of ours, or praised in the end
        if made.kind == corrections.STOPPED and not _is_typed_correction(made):
            return  # stopped, and then something else: that says nothing of the work
        if made.of is not None and made.of.is_ours:
            return
        self.trace.user_feedback = REJECTED
        if len(self.session.episodes) < MOST_EPISODES:
            self.session.episodes += of_correction(made, self.recent.prompt)

    def _take_calls(self, turn: Turn, observer: Observer, agent: str) -> None:
        for made in turn.calls:
            if made.is_ours:
                continue
            seen = observer.results.get(made.use, Seen(0, [], ""))
            kept = _tool_call(made, seen, observer.skills.get(made.use, ""), agent)
            self._keep(kept)
            self._cite(seen.links)
            if seen.links:
                self.returned = [*self.returned[-MOST_SEARCHES:], (kept, {one.url for one in seen.links})]
            if made.tool in commands.SHELLS and made.outcome in (calls.WORKED, calls.FAILED):
                worked = made.outcome == calls.WORKED
                for step, passed in verifiers.results(made.raw_input, worked, seen.end):
                    self.rubrics.take(step, passed)
            if made.tool == "WebFetch":
                self.named.add(citations.bare(made.raw_input))

    def _keep(self, made: ToolCall) -> None:
        if made.success is not None:
            self.row = 0 if made.success else self.row + 1
            self.trace.failures_in_row = max(self.trace.failures_in_row, self.row)
        self.trace.tool_calls.append(made)
        if len(self.trace.tool_calls) > MOST_CALLS:
            del self.trace.tool_calls[0]

    def _cite(self, found: Iterable[Citation]) -> None:
        for one in found:
            if len(self.found) < MOST_CITATIONS:
                self.found.setdefault(one.url, one)

    def done(self) -> Session:
        self.trace.citations = list(self.found.values())
        self.trace.rubrics_passed, self.trace.rubrics_failed = (
            self.rubrics.named(True),
            self.rubrics.named(False),
        )
        for made, urls in self.returned:
            made.returned = len(urls)
            # Nobody says which results were of use where no answer names and nothing opened any.
            made.relevant = len(urls & self.named) or None
        return self.session


def _is_typed_correction(made: Correction) -> bool:
    return feedback_signals.of_prompt(made.said) == REJECTED or reasons.is_rule(made.said)


def _is_verdict(made: Call) -> bool:
    """The person spoke of a warning: the model counted it."""
    return made.is_ours and any(
        f" {verb}" in made.raw_input for verb in ("saved", "falsepositive", "verdict")
    )


def _tool_call(made: Call, seen: Seen, skill: str, agent: str) -> ToolCall:
    success = {calls.WORKED: True, calls.FAILED: None if made.looked else False}.get(made.outcome)
    return ToolCall(
        made.tool,
        dict(made.attempt.arguments),
        _summary(made, seen),
        success,
        skill=skill,
        agent=agent,
        ts=made.ts,
    )


def _summary(made: Call, seen: Seen) -> str:
    """What became of a call, in a few words; the first line of an error, raw, stands for its signature."""
    size = f"{seen.size:,} characters"
    if made.outcome == calls.FAILED:
        return "\n".join(("failed", *made.raw_lines[:1]))
    if made.outcome == calls.WORKED:
        return f"{size}, {len(seen.links)} citations" if seen.links else size
    return made.outcome
