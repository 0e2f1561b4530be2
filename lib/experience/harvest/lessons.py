"""An episode as a lesson that may leave the reader: redacted, short, and the same in every session.

A line of an error is a user's business; of one only its signature is kept: in small letters, numbers,
identifiers, paths and quoted names taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from experience.harvest import episodes
from experience.harvest.episodes import Episode
from experience.hotpath import text
from experience.hotpath.nudges import commands
from experience.hotpath.sanitize import one_line, shorten
from experience.transcripts import pastes
from experience.transcripts.call import Call
from experience.transcripts.shown import shown

#: Characters of a signature, a command, a change and a prompt; changes and names that are told.
SIGNATURE, COMMAND, CHANGE, PROMPT, CHANGES, NAMES = 160, 120, 160, 300, 3, 4
#: Prompts of more words are documents, of fewer they say nothing.
FEWEST_WORDS = 4

_PATH = re.compile(
    r"(?:~|\.{0,2})/(?:[\w.@#+-]+/)*[\w.@#+-]+(?::[#\d:]+)?|\b[\w.-]+/(?:[\w.@#+-]+/)+[\w.@#+-]+"
    r"|\b[\w-]+\.(?:py|tsx?|jsx?|go|rs|java|rb|c|cpp|h)\b(?::[#\d:]+)?"
)
_SCOPED = re.compile(r"@[\w.-]+/[\w.-]+|https?://\S+")


#: Codes in capitals, and names that end in a number; without those of every run.
_NAME = re.compile(
    r"(?<![\w/.-])(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|E[A-Z]{4,}|[A-Z]{1,4}\d{3,5}|[a-z]{3,}[0-9]{1,2})"
    r"(?![\w/])"
)
_NO_NAMES = frozenset(("ERROR", "ENOENT", "EXIT", "utf8", "python3", "line1"))


@dataclass(frozen=True, slots=True)
class Lesson:
    """`key`: equal for equal lessons of any session; `occurrence`: equal for the same episode in a session
    that was forked or resumed. `command`: two words; `ran`, `worked`: commands in short; `times` it failed;
    `names`: codes and names that each of its errors had. `place`: the folder it was met in.
    `said`: the person's words."""

    kind: str
    key: str
    occurrence: str
    session_id: str
    ts: str
    place: str
    command: str
    signature: str = ""
    ran: str = ""
    changed: tuple[str, ...] = ()
    worked: str = ""
    times: int = 0
    prompt: str = ""
    said: str = ""
    names: tuple[str, ...] = ()

    @property
    def is_explicit(self) -> bool:
        """One of these is enough: a person said so."""
        return self.kind != episodes.RECOVERY


def lesson(found: Episode, session_id: str, place: str) -> Lesson:
    """Everything in it is redacted. `place`: the session's folder."""
    shared: dict[str, Any] = {
        "session_id": session_id, "ts": found.ts, "place": place, "prompt": _asked(found.prompt)
    }  # fmt: skip
    if found.kind == episodes.RECOVERY:
        return _of_recovery(found, shared)
    said = one_line(shown(pastes.without(found.said), PROMPT), PROMPT)
    command = _bounded(episodes.command_of(found.of)) if found.of else ""
    key = f"{found.kind}\n{command}\n{text.stems(said)}"
    return Lesson(
        found.kind, digest(key), digest(f"{found.ts}\n{said}"), **shared, command=command, said=said,
        ran=_ran(found.of) if found.of else "",
    )  # fmt: skip


def _of_recovery(found: Episode, shared: dict[str, Any]) -> Lesson:
    last = found.failures[-1]
    after = found.after or last
    signature = signature_of(found.fault)
    command = _bounded(episodes.command_of(last))
    return Lesson(
        found.kind, digest(f"{command.split()[0] if command else ''}\n{signature}"),
        digest(last.use + last.ts),
        **shared, command=command, signature=signature, ran=_command(last),
        changed=tuple(_changes(found)), worked=_command(after) if episodes.is_other(last, after) else "",
        times=len(found.failures), names=tuple(_names(found)),
    )  # fmt: skip


def _names(found: Episode) -> list[str]:
    """`ERR_OSSL_EVP_UNSUPPORTED`, `TS2345`, `psycopg2`: what people paste, and numbers of names that a
    signature lacks."""
    met = [set(_NAME.findall(" ".join(one.raw_lines))) - _NO_NAMES for one in found.failures]
    shared = set.intersection(*met) if met else set()
    return sorted(one.lower() for one in shared if shown(one, CHANGE) == one)[:NAMES]


def digest(value: str) -> str:
    """16 hexadecimal digits."""
    return blake2b(value.encode("utf-8", "replace"), digest_size=8).hexdigest()


def signature_of(fault: str) -> str:
    """The line of an error, redacted, as it reads in every session."""
    pieces = _SCOPED.split(shown(fault, SIGNATURE * 2))
    names = [*_SCOPED.findall(shown(fault, SIGNATURE * 2)), ""]
    plain = "".join(_PATH.sub("<path>", piece) + name for piece, name in zip(pieces, names, strict=True))
    return shorten(" ".join(plain.split()), SIGNATURE)


def _changes(found: Episode) -> Iterator[str]:
    """What was done between the last failure and the success, the last first."""
    for made in list(reversed(found.between))[:CHANGES]:
        yield _edit(made) if made.path else f"ran `{_command(made)}`"


def _edit(made: Call) -> str:
    """Name of the file and what was put in; without that where it is long."""
    name = made.path.rpartition("/")[2]
    new = " ".join(made.raw_change[1].split())
    old = " ".join(made.raw_change[0].split())
    added = new.replace(old, "").strip() if old else ""
    what = added or new
    told = f": `{_bounded(what)}`" if what and len(what) <= CHANGE and "`" not in what else ""
    return f"edited {_bounded(name)}{told}"


def _command(made: Call) -> str:
    return one_line(shown(made.raw_input, COMMAND), COMMAND)


def _ran(made: Call) -> str:
    """As `_command`; with the name of a tool that is no shell."""
    told = _command(made)
    return told if made.tool in commands.SHELLS else f"{_bounded(made.tool)} {told}"


def _bounded(raw: str) -> str:
    return one_line(shown(raw, CHANGE), CHANGE)


def _asked(prompt: str) -> str:
    """A prompt that may serve as an example; "" for one that says nothing, is a document or a command."""
    own = " ".join(pastes.without(prompt).split())
    is_short = len(own) <= PROMPT and not own.startswith(("/", "!"))
    enough = len(own.split()) >= FEWEST_WORDS or (
        len(own) >= FEWEST_WORDS * 2 and any(map(text.is_unspaced, own))
    )
    return one_line(shown(own, PROMPT), PROMPT) if is_short and enough else ""
