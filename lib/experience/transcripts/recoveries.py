"""Commands that failed and then worked, with what was changed in between: the heart of a lesson."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from experience.transcripts.call import WORKED, Call

#: Calls between a failure and what still counts as its solution; failures of one command that are kept.
APART, MOST_FAILURES = 30, 20
#: For a command in other words: calls in between, and how much of their words they must share.
NEAR, ALIKE = 8, 0.5


@dataclass(frozen=True, slots=True)
class Recovery:
    """`failures` oldest first; `between`: edits and commands that worked after the last of them; `after`:
    what worked, the same command or, if `reworded`, one like it."""

    failures: tuple[Call, ...]
    between: tuple[Call, ...]
    after: Call
    reworded: bool


@dataclass(slots=True)
class _Open:
    failures: list[Call]
    last: int


def recoveries(calls: Iterable[Call]) -> list[Recovery]:
    """In the order of their solutions. Looking around neither fails nor solves anything."""
    seen, pending, found = list(calls), dict[str, _Open](), list[Recovery]()
    for at, made in enumerate(seen):
        if not made.name or made.looked:
            continue
        if made.failed:
            _remember(pending, made, at)
        elif made.outcome == WORKED:
            name = _solved(pending, made, at)
            if name is not None:
                solved = pending.pop(name)
                between = tuple(filter(_is_change, seen[solved.last + 1 : at]))
                found.append(Recovery(tuple(solved.failures), between, made, name != made.name))
    return found


def _remember(pending: dict[str, _Open], made: Call, at: int) -> None:
    entry = pending.pop(made.name, None) or _Open([], at)
    entry.failures = [*entry.failures, made][-MOST_FAILURES:]
    entry.last = at
    pending[made.name] = entry  # the one that failed last is the last


def _solved(pending: dict[str, _Open], made: Call, at: int) -> str | None:
    """Which of the open failures `made` solves: its own, else the latest that it resembles."""
    if made.name in pending:
        if at - pending[made.name].last <= APART:
            return made.name
        del pending[made.name]
    near = takewhile(lambda entry: at - entry[1].last <= NEAR, reversed(pending.items()))
    return next((name for name, _ in near if _is_reworded(name, made.name)), None)


def _is_reworded(before: str, after: str) -> bool:
    """The same program with other arguments, or another spelling of the program with the same ones."""
    old, new = before.split(), after.split()
    shared = len(set(old) & set(new))
    same_program = old[:1] == new[:1] and len(old) > 1 and old[1:2] == new[1:2]
    if same_program or set(old[1:]) == set(new[1:]) != set():
        return True
    return old[:1] == new[:1] and shared / max(1, len(set(old) | set(new))) >= ALIKE


def _is_change(made: Call) -> bool:
    return made.outcome == WORKED and not made.looked and bool(made.path or made.name)
