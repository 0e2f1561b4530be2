"""The nudge in words: what was seen, and what might help. Calm; never an order."""

from __future__ import annotations

import os

from experience.hotpath import places, sanitize
from experience.hotpath.nudges.failures import COMMAND
from experience.vocabulary import NUDGE_BUDGET, USER_BUDGET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from experience.hotpath.nudges.failures import Circle

#: First words of every nudge. A prompt that holds them is our own text coming back.
HEADING = "Signs of going in circles:"
CAPTURE = "exp-capture"
_ADVICE = " It may help to stop, state the likely cause and check one assumption before the next attempt."


def for_model(circle: Circle | None) -> str:
    capture = f" with /{CAPTURE}" if capture_is_installed() else ""
    ending = f"{_ADVICE} Once solved, record the lesson{capture}."
    return (
        f"{HEADING} {sanitize.shorten(seen(circle), NUDGE_BUDGET - len(HEADING) - len(ending) - 2)}.{ending}"
    )


def for_user(circle: Circle | None) -> str:
    capture = f"; once solved: /{CAPTURE}" if capture_is_installed() else ""
    line = f"experience-layer: {seen(circle)} - perhaps time to look for the cause first{capture}"
    return sanitize.shorten(line, USER_BUDGET)


def seen(circle: Circle | None) -> str:
    """What was seen, in half a sentence. None: the person says so."""
    if circle is None:
        return "the last attempt did not help"
    if circle.signal == COMMAND:
        name = f"`{circle.command}`" if circle.command else "the same command"
        return f"{name} has failed {circle.count} times since it last worked"
    return f"the same error came {circle.count} times"


def capture_is_installed() -> bool:
    return os.path.isfile(os.path.join(places.config_dir(), "commands", f"{CAPTURE}.md"))
