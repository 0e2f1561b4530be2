"""Whether the model's attempts go round in circles: the same command, or the same fault, again and again."""

from __future__ import annotations

from experience.hotpath.nudges import commands, errors
from experience.hotpath.nudges.session import FAILED, WORKED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from experience.hotpath.nudges.session import Attempt, Session

#: Failures that count as a circle; two are enough beside words such as "again", and four are needed
#: where each one failed differently, which may as well be progress.
CIRCLE, HINTED_CIRCLE, CHANGING_CIRCLE = 3, 2, 4
#: Turns of a person that are looked at, and within how many the last failure must lie.
TURNS, RECENT_TURNS = 5, 2
#: The last attempts that are looked at.
MOST_ATTEMPTS = 80

COMMAND, ERROR = "same_command", "same_error"


class Failure:
    """A failed attempt with the faults that it named."""

    __slots__ = ("attempt", "faults", "total")

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.faults = errors.faults(attempt.said)
        self.total = errors.count(attempt.said)


class Circle:
    """`signal`, how many failures make it, and the command's short name ("" for several)."""

    def __init__(self, signal: str, count: int, command: str) -> None:
        self.signal = signal
        self.count = count
        self.command = command


def circles(session: Session, *, hinted: bool) -> list[Circle]:
    """`hinted`: the prompt has a word such as "again"."""
    enough = HINTED_CIRCLE if hinted else CIRCLE
    pending = _open_failures(session)
    recent = session.turns - RECENT_TURNS
    stuck = [failures for failures in pending.values() if not _makes_progress(failures[-CIRCLE:])]
    everything = [failure for failures in stuck for failure in failures]
    found = [_of_command(failures, enough, recent) for failures in stuck]
    circles = [circle for circle in [*found, _of_error(everything, enough, recent)] if circle is not None]
    return sorted(circles, key=lambda circle: -circle.count)


def _open_failures(session: Session) -> dict[str, list[Failure]]:
    """Command -> its failures since it last worked; calls of one message count once."""
    pending: dict[str, list[Failure]] = {}
    for attempt in session.attempts[-MOST_ATTEMPTS:]:
        name = commands.name_of(attempt) if attempt.turn > session.turns - TURNS else ""
        if not name:
            continue
        outcome = outcome_of(attempt)
        if outcome == WORKED:
            pending.pop(name, None)
        elif outcome == FAILED:
            failures = pending.setdefault(name, [])
            if not failures or failures[-1].attempt.message != attempt.message:
                failures.append(Failure(attempt))
    return pending


def outcome_of(attempt: Attempt) -> str:
    """As the attempt's own, but looking around does not fail (""), and a filter does not hide a failure."""
    if attempt.outcome == FAILED:
        return FAILED if commands.is_attempt(attempt) else ""
    if attempt.outcome == WORKED and commands.hides_status(attempt) and errors.count(attempt.said):
        return FAILED
    return attempt.outcome


def _of_command(failures: list[Failure], enough: int, recent: int) -> Circle | None:
    if len(failures) < enough or failures[-1].attempt.turn <= recent:
        return None
    if len(failures) < CHANGING_CIRCLE and _changes(failures):
        return None
    return Circle(COMMAND, len(failures), commands.shown_as(failures[-1].attempt))


def _makes_progress(last: list[Failure]) -> bool:
    """Fewer faults each time: 12 failed, 7 failed, 3 failed."""
    totals = [failure.total for failure in last]
    return len(totals) > 1 and all(totals[at - 1] > totals[at] > 0 for at in range(1, len(totals)))


def _changes(failures: list[Failure]) -> bool:
    """Whether each failure named faults, and none of them twice."""
    named = [set(failure.faults) for failure in failures]
    return all(named) and sum(map(len, named)) == len(set().union(*named))


def _of_error(failures: list[Failure], enough: int, recent: int) -> Circle | None:
    """The fault that most messages met, over all commands."""
    met: dict[str, dict[str, int]] = {}
    for failure in failures:
        for fault in failure.faults:
            met.setdefault(fault, {})[failure.attempt.message] = failure.attempt.turn
    most = max(met.values(), key=len, default={})
    if len(most) < enough or max(most.values()) <= recent:
        return None
    return Circle(ERROR, len(most), "")
