"""What a failed attempt said: the lines that name its fault, and how many faults it counted."""

from __future__ import annotations

from experience.hotpath.nudges import volatile

#: Lines of an output that are looked at from either end, characters of one, and faults that are kept.
LINES, WIDTH, FAULTS = 40, 300, 8

_SIGNS = (
    "error err! fail exception fatal cannot can't couldn't denied refused undefined unable"
    " unexpected invalid panic"
    " missing timeout unknown unresolved uninitialized conflict rejected killed abort segmentation expected ●"
).split()
_SIGNS += ["could not", "not found", "no such", "no rule", "not defined", "timed out", "does not", "want "]

#: Words that every failing run has: a line of nothing else names no fault.
_COMMON = frozenset(
    "error errors err failed failing failures failure fail fatal exit code command npm yarn pnpm"
    " tests test total"
    " passed passing skipped suites suite seconds make build run line lines assert assertionerror"
    " assertion exited"
    " status process completed with script bash recipe for target see above the was were found"
    " problems warnings"
    " elifecycle errno lifecycle compilation compile due previous and not did returned non zero could".split()
)
_COUNTED = frozenset("failed failing failures failure errors problems".split())


def faults(said: str) -> list[str]:
    """The lines that name a fault, without what is volatile; none for a bare `Exit code 1`."""
    named = [line[:WIDTH] for line in ends(said) if names_a_fault(line)]
    if len(named) > FAULTS:
        named = named[: FAULTS // 2] + named[-FAULTS // 2 :]
    stable = [volatile.stable(line) for line in named]
    return [line for line in dict.fromkeys(stable) if is_specific(line)]


def is_specific(line: str) -> bool:
    """Whether at least two of its words are not those of every failing run."""
    words = "".join(char if char.isalpha() else " " for char in line).split()
    return sum(len(word) > 2 and word not in _COMMON for word in words) >= 2


def count(said: str) -> int:
    """How many faults a run counted (`3 failed`, `Found 12 errors`): the most of all; 0 unknown."""
    most = 0
    for line in ends(said):
        words = "".join(char if char.isalnum() else " " for char in line[:WIDTH].lower()).split()
        for at in range(1, len(words)):
            number = words[at - 1]
            if words[at] in _COUNTED and number.isascii() and number.isdigit() and len(number) < 7:
                most = max(most, int(number))
    return most


def ends(said: str) -> list[str]:
    """The first and last lines of an output, all of a short one."""
    lines = said[-20_000:].splitlines()
    return lines if len(lines) <= 2 * LINES else lines[:LINES] + lines[-LINES:]


def names_a_fault(line: str) -> bool:
    lowered = line[:WIDTH].lower()
    return any(sign in lowered for sign in _SIGNS)
