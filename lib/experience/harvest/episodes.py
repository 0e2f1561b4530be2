"""Episodes that may be a lesson: failed, failed, changed something, succeeded; or rejected with a reason.

Most of what looks like one is ordinary work: a test that fails until the code is written, a network that
comes back, a command that was narrowed until it passed. Precision before recall.
"""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from experience.harvest import reasons, verifiers
from experience.hotpath.nudges import commands, errors
from experience.transcripts import corrections
from experience.transcripts.call import WORKED, Call
from experience.transcripts.corrections import Correction
from experience.transcripts.recoveries import Recovery, recoveries
from experience.transcripts.turns import Turn
from experience.transcripts.typed import PROMPT

RECOVERY, REJECTION, CORRECTION = "recovery", "rejection", "correction"
#: Calls of earlier turns in which a failure may stand; failures that make an episode.
RECENT, FAILURES = 60, 2
#: Words of a line that may stand for an error.
MOST_WORDS = 25
#: Times that the calls are gone through.
ROUNDS = 20

#: Commands between two tries that change nothing.
_IDLE = frozenset("sleep echo printf true date wait cd git".split())
_CHANGING_GIT = frozenset(
    "config submodule lfs remote init clone checkout reset clean rm pull fetch rebase merge stash".split()
)
#: Faults that come and go by themselves.
_TRANSIENT = re.compile(
    r"tim(?:e|ed)[ -]?out|etimedout|econnreset|eai_again|connection (?:reset|refused|aborted)|temporar"
    r"|unavailable"
    r"|rate.?limit|too many requests|\b(?:429|502|503|504)\b|resolve host|unreachable|hang up|try again"
    r"|resource busy"
    r"|tls handshake|bad gateway|overloaded|could not get lock|waiting for"
)
#: Files that say how programs run, not what the program does.
_CONFIG = re.compile(
    r"(?:^|/)(?:\.[\w.-]+|package(?:-lock)?\.json|[\w.-]*requirements[\w.-]*|go\.(?:mod|sum)|gemfile"
    r"|[mM]akefile"
    r"|[dD]ockerfile[\w.-]*|procfile|cmakelists\.txt|[\w.-]*config[\w.-]*|[\w.-]+\.(?:toml|ya?ml|ini|cfg"
    r"|conf|env|properties|gradle|lock|tf))$",
    re.IGNORECASE,
)
#: How a success is had without solving anything.
_GIVEN_UP = re.compile(
    r"\|\|\s*(?:true|:|exit 0|echo)|--no-verify|--deselect|--ignore[= ]|-k ['\"]?not |--skip|-DskipTests"
    r"|--passWithNoTests|--force\b"
    r"|;\s*true\b|--exclude"
)


@dataclass(frozen=True, slots=True)
class Episode:
    """Raw: nothing is redacted yet. `failures`, `between`, `after` of a RECOVERY, `fault` what they named;
    `said` and `of` of the others. `prompt`: what the person had asked; `about`: what the model had said."""

    kind: str
    ts: str
    prompt: str = ""
    failures: tuple[Call, ...] = ()
    between: tuple[Call, ...] = ()
    after: Call | None = None
    fault: str = ""
    said: str = ""
    of: Call | None = None


class Recent:
    """The last calls of a session, so that a failure may be solved in a later turn."""

    def __init__(self) -> None:
        self.prompt = ""
        self._calls: list[Call] = []
        self._asked: dict[str, str] = {}

    def solved_by(self, turn: Turn) -> list[Episode]:
        """The episodes that end in this turn; turns are given in their order."""
        self.prompt = turn.prompt if turn.kind == PROMPT else self.prompt
        made = [one for one in turn.calls if not one.is_ours]
        self._asked.update((one.use, self.prompt) for one in made)
        mine = {id(one) for one in made}
        calls = [*self._calls, *made]
        found = [_episode(one, self._asked) for one in solved(calls) if id(one.after) in mine]
        self._calls = calls[-RECENT:]
        self._asked = {one.use: self._asked.get(one.use, "") for one in self._calls}
        return [one for one in found if one is not None]


def solved(calls: list[Call]) -> list[Recovery]:
    """As transcripts/recoveries.py has it, but what only resembles the command that failed (`git pull` after
    `git push`) is a step between, and the solution is still to come."""
    kept = calls
    for _ in range(ROUNDS):
        found = recoveries(kept)
        wrong = {
            id(one.after) for one in found if one.reworded and not _is_same_aim(one.failures[-1], one.after)
        }
        if not wrong:
            break
        kept = [one for one in kept if id(one) not in wrong]
    else:
        return []
    places = {id(one): at for at, one in enumerate(calls)}
    return [
        replace(one, between=tuple(calls[places[id(one.failures[-1])] + 1 : places[id(one.after)]]))
        for one in found
    ]


def _episode(found: Recovery, asked: dict[str, str]) -> Episode | None:
    """None for what only looks like one."""
    fault = shared_fault(found)
    changes = tuple(one for one in found.between if is_change(one))
    if not fault or _GIVEN_UP.search(found.after.raw_input):
        return None
    last = found.failures[-1]
    reworded = found.reworded or is_other(last, found.after)
    if not reworded and not changes:
        return None
    configured = any(one.path and _CONFIG.search(one.path) for one in changes)
    if _TRANSIENT.search(fault) and not configured:
        return None
    if not reworded and not configured and all(one.path for one in changes):
        return None  # code was written until it worked: that is the work itself
    first = found.failures[0]
    return Episode(
        RECOVERY, found.after.ts, asked.get(first.use, ""), found.failures, changes, found.after, fault
    )


def shared_fault(found: Recovery) -> str:
    """What at least two tries, of different messages, named alike; "" where each failed in its own way."""
    if len({one.message for one in found.failures}) < FAILURES:
        return ""
    counted: dict[str, set[str]] = {}
    for one in found.failures:
        for fault in one.faults:
            counted.setdefault(fault, set()).add(one.message)
    shared = [
        fault
        for fault in found.failures[-1].faults
        if len(counted[fault]) >= FAILURES and _is_of_the_run(fault)
    ]
    return max(shared, key=_telling, default="")


def _telling(fault: str) -> int:
    """Different words of a line; a very long one is a dump."""
    words = {word for word in fault.split() if word.isalpha()}
    return len(words) if len(words) <= MOST_WORDS else 0


_EVERYWHERE = re.compile(
    r"no such file or directory|command not found|permission denied|exit (?:code|status)|see above|for"
    r" more information"
)
_ASSERTED = re.compile(
    r"\bassert|\bexpect(?:ed)?\b|\breceived\b|\btoequal|\btobe\b|\bmismatch|^failed \S*(?:::|test)"
    r"|\btests? failed|--- fail"
    r"|syntaxerror|unexpected token|is not defined|undefined name|unused|would reformat|indentation"
    r"|cannot find name"
    r"|panicked at|unresolved reference|\bnameerror\b|\bkeyerror\b|\bindexerror\b|\battributeerror\b"
    r"|\btypeerror\b"
)


def _is_of_the_run(fault: str) -> bool:
    """Whether it speaks of how a program is run: not of what the code in work does wrong, and not what
    stands under every error."""
    return errors.is_specific(fault) and not _ASSERTED.search(fault) and not _EVERYWHERE.search(fault)


def is_change(made: Call) -> bool:
    """Whether a call that worked may have made the difference."""
    if made.path or made.looked or not made.name or made.outcome != WORKED:
        return bool(made.path) and made.outcome == WORKED
    steps = [step.split() for step in made.name.split(" && ")]
    if verifiers.results(made.raw_input, True, ""):
        return False
    return any(_changes(step) for step in steps if step)


def _changes(step: list[str]) -> bool:
    program = step[0].rpartition("/")[2]
    if program == "git":
        return len(step) > 1 and step[1] in _CHANGING_GIT
    return program not in _IDLE


def is_other(before: Call, after: Call) -> bool:
    """Whether it was run otherwise: other words, or other variables."""
    return before.name != after.name or _settings(before) != _settings(after)


def _is_same_aim(before: Call, after: Call) -> bool:
    """Whether the second command is the first one in other words: not another task of the same program,
    and not a part of it that happens to pass."""
    if "||" in after.raw_input:
        return False
    old, new = _aim(before.name), _aim(after.name)
    if old == new:
        return is_other(before, after)
    missing = [word for word in old if word not in new]
    added = [word for word in new if word not in old]
    if verifiers.results(after.raw_input, True, "") and set(added) - _values(after.name):
        return False
    return len(missing) <= len(added) and all(_is_like(word, added) for word in missing)


def _aim(name: str) -> list[str]:
    """Its words without options."""
    return [word for word in name.split() if not word.startswith("-")]


def _values(name: str) -> set[str]:
    """Words behind a long option: what it is set to."""
    words = name.split()
    return {
        word for before, word in itertools.pairwise(words) if before.startswith("--") and "=" not in before
    }


def _settings(made: Call) -> set[str]:
    """Variables that a command is given: `A=1 make` is not `make`."""
    return {word for word in made.raw_input.split() if "=" in word and word.partition("=")[0].isidentifier()}


def _is_like(word: str, others: list[str]) -> bool:
    return any(
        word in other or other in word or difflib.SequenceMatcher(None, word, other).ratio() >= 0.6
        for other in others
    )


def of_correction(made: Correction, prompt: str) -> Iterator[Episode]:
    """A rejection with a reason, or a prompt that states a rule. `prompt`: what had been asked last."""
    if made.kind == corrections.REASONED:
        if reasons.is_reason(made.said):
            yield Episode(REJECTION, made.ts, prompt, said=made.said, of=made.of)
    elif reasons.is_rule(made.said):
        kind = REJECTION if made.of else CORRECTION
        yield Episode(kind, made.ts, "" if prompt == made.said else prompt, said=made.said, of=made.of)


def command_of(made: Call) -> str:
    """Program and what of it: two words of a command, options left out."""
    words = _aim(made.name.split(" && ")[-1]) if made.name else [made.tool]
    run = 3 if words[1:2] == ["run"] else 2
    return " ".join(words[:run]) if made.tool in commands.SHELLS else made.tool
