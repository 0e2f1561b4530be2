"""One night of one memory: ask, check, ask again with the errors, carry out; or leave everything as it is.

Nothing is written but by `carry_out`, after the file was found to be what the model saw.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from experience.errors import ExperienceError
from experience.files import journal, tree
from experience.files.write import OvertakenError, content
from experience.hotpath import clock
from experience.memory import carry_out, changeset, question, removals, whose
from experience.memory.changeset import Change, Problem
from experience.memory.check import Checked, check
from experience.memory.measure import Measure, measure
from experience.memory.settings import Settings
from experience.memory.whose import AUTO, Memory
from experience.memory.wording import say
from experience.patterns.redact import redact
from experience.runners.conversation import Conversation
from experience.runners.headless import NoAnswer

APPLIED, NOTHING, SKIPPED, FAILED = "applied", "nothing", "skipped", "failed"
#: Characters of an answer that the log keeps.
MAX_LOGGED = 20_000
#: session key -> a conversation under it.
Opening = Callable[[str, Memory], AbstractContextManager[Conversation]]


@dataclass(frozen=True)
class Night:
    """`status`: one of the words above; `why` of SKIPPED and FAILED, in the language of the report."""

    memory: Path
    status: str
    attempts: int = 0
    why: str = ""
    changes: tuple[Change, ...] = ()
    done: carry_out.Applied | None = None
    measure: Measure | None = None
    kept: list[Path] = field(default_factory=list)


class _Changed(ExperienceError):
    """Names of files that are not what they were when the model was asked."""


def run(memory: Memory, settings: Settings, language: str, opening: Opening, now: float) -> Night:
    """Never raises an ExperienceError: what went wrong is told."""
    audit = _Audit(memory, settings, language, now)
    try:
        with carry_out.alone(memory):
            return audit.run(opening)
    except carry_out.Busy:
        return audit.ended(SKIPPED, say(language, "busy"))
    except (_Changed, OvertakenError) as error:
        names = str(error) if isinstance(error, _Changed) else memory.path.name
        return audit.ended(SKIPPED, say(language, "changed", names=names))
    except ExperienceError as error:
        return audit.ended(FAILED, str(error))


class _Audit:
    def __init__(self, memory: Memory, settings: Settings, language: str, now: float) -> None:
        self.memory, self.settings, self.language, self.now = memory, settings, language, now
        self.attempts = 0
        self.kept: list[Path] = []

    def ended(self, status: str, why: str = "") -> Night:
        self.note(f"{status} {why}".rstrip())
        return Night(self.memory.path, status, self.attempts, why, kept=self.kept)

    def note(self, text: str) -> None:
        """Into the log of the nights; a log that cannot be written stops nothing."""
        line = f"{clock.stamp(clock.now())} {redact(text)}".encode("utf-8", "replace")
        try:
            with journal.held(self.memory.cron_log, self.memory.cron_log.parent / "archive"):
                journal.append(self.memory.cron_log, line)
        except ExperienceError:
            return

    def run(self, opening: Opening) -> Night:
        data = whose.contents(self.memory)
        removals.settle(self.memory, data)
        text = whose.text(self.memory, data)
        if not text.strip():
            return self.ended(NOTHING)
        guarded = {self.memory.path.name: data, **whose.other_bytes(self.memory)}
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now))
        key = f"compact-memory-auto:{stamp}-{time.time_ns() % 10**6:06}"
        self.note(f"{key} begins, {measure(data)}")
        with opening(key, self.memory) as talk:
            copies = self._copies(guarded) if talk.own_tools else {}
            try:
                checked = self._proposal(talk, key, text, guarded)
            finally:
                self._drop_copies(copies, guarded)
        if checked is None:
            told = say(self.language, "refused", tries=self.attempts, log=self.memory.cron_log)
            return self.ended(FAILED, told)
        return self._carried_out(data, checked)

    def _proposal(self, talk: Conversation, key: str, text: str, guarded: dict[str, bytes]) -> Checked | None:
        """The first proposal that holds; None after the last try."""
        deadline = time.monotonic() + self.settings.seconds
        beside = whose.beside(self.memory, text, self.settings.max_removed)
        asked = question.first(
            key, self.memory, guarded[self.memory.path.name],
            question.shown(text, int(self.now // clock.DAY)), max_removed=self.settings.max_removed,
            language=self.language,
        )  # fmt: skip
        for attempt in range(1, self.settings.tries + 1):
            self.attempts = attempt
            answer = self._asked(talk, asked, deadline)
            self._unchanged(guarded)
            problems: list[Problem] = []
            try:
                checked = check(text, changeset.parse(answer), beside)
                problems = list(checked.problems)
                if checked.accepted:
                    return checked
            except changeset.Unreadable as error:
                problems = [Problem(0, str(error))]
            self.note(f"attempt {attempt} refused:\n" + "\n".join(map(str, problems)))
            asked = question.again(problems)
        return None

    def _asked(self, talk: Conversation, asked: str, deadline: float) -> str:
        try:
            answer = talk.ask(asked, max(0.0, deadline - time.monotonic()))
        except NoAnswer as error:
            self._log_answer(f"no answer: {error}")
            if time.monotonic() >= deadline:
                told = say(self.language, "timeout", seconds=round(self.settings.seconds))
                raise ExperienceError(told) from error
            raise
        self._log_answer(answer)
        return answer

    def _log_answer(self, answer: str) -> None:
        cut = answer[:MAX_LOGGED] + (" ..." if len(answer) > MAX_LOGGED else "")
        self.note(f"attempt {self.attempts} answer:\n{cut}")

    def _unchanged(self, guarded: dict[str, bytes]) -> None:
        """The memory and the files beside it are what the model saw; else nothing is done (M07, M08)."""
        now = whose.other_bytes(self.memory)
        with contextlib.suppress(ExperienceError):  # gone, or no file any more
            now[self.memory.path.name] = whose.contents(self.memory)
        changed = [name for name in {**guarded, **now} if guarded.get(name) != now.get(name)]
        if changed:
            raise _Changed(", ".join(sorted(changed)))

    def _carried_out(self, data: bytes, checked: Checked) -> Night:
        changes = tuple(one.change for one in checked.placed)
        if not changes:
            return self.ended(NOTHING)
        done = carry_out.apply(self.memory, data, checked, self.now)
        self.note(f"applied {len(changes)} changes, run {done.run}")
        left = measure(checked.text.encode("utf-8")) if self.memory.kind == AUTO else None
        return Night(self.memory.path, APPLIED, self.attempts, "", changes, done, left, self.kept)

    def _copies(self, guarded: dict[str, bytes]) -> dict[str, Path]:
        """What a program with tools of its own could spoil, put aside before it runs."""
        return {name: carry_out.snapshot(self.memory, name, data, self.now) for name, data in guarded.items()}

    def _drop_copies(self, copies: dict[str, Path], guarded: dict[str, bytes]) -> None:
        """Copies of files that are still the same go; of one that changed the copy is named in the report."""
        for name, path in copies.items():
            place = self.memory.path if name == self.memory.path.name else self.memory.others[name]
            if content(place) == guarded[name]:
                tree.remove_file(path)
            else:
                self.kept.append(path)
