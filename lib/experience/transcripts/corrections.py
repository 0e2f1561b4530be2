"""Where a person told the model that it was wrong: rejections with their reason, and prompts that say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from experience.hotpath import text
from experience.hotpath.nudges import complaint, own_words
from experience.transcripts.call import REJECTED, Call
from experience.transcripts.turns import Turn
from experience.transcripts.typed import PROMPT

#: REASONED: a call was rejected and the reason typed. STOPPED: rejected or interrupted, and the next
#: prompt says what to do. CORRECTED: a prompt says that the last answer was wrong.
REASONED, STOPPED, CORRECTED = "rejected", "stopped", "corrected"

#: A first clause that is only one of these corrects what came before it, if more follows.
_FIRST = frozenset("no nope nah wrong stop don't dont nein falsch stopp non faux nie ne".split())
#: So do these as a first word without a comma, before one of those: "no use pnpm", not "no problem".
_NO, _GOES_ON = (
    _FIRST - {"stop", "stopp", "wrong"},
    frozenset("use don't not you i we it it's that's".split()),
)
_ANYWHERE = (
    "that's wrong", "that is wrong", "thats wrong", "this is wrong", "not what i", "i told you", "i said",
    "as i said", "you should have", "you shouldn't", "should not have", "never do that", "don't do that",
    "undo that", "revert that", "instead of that", "das ist falsch", "nicht so", "ich habe gesagt",
    "está mal", "eso no", "te dije", "esta mal", "c'est faux", "pas comme ça", "je t'ai dit", "está errado",
    "to je špatně", "takhle ne", "違います", "違う", "そうじゃない", "不对", "不是这样", "错了",
    "我说过", "아니",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Correction:
    """`said`: the person's words; `of`: the call that was rejected or None; `about`: what the model said."""

    kind: str
    said: str
    of: Call | None
    about: str
    ts: str


def corrections(turns: Iterable[Turn]) -> Iterator[Correction]:
    """In the order in which they were typed."""
    before: Turn | None = None
    for turn in turns:
        if before is not None and turn.kind == PROMPT:
            yield from _of_prompt(turn, before)
        for made in turn.calls:
            if made.reason:
                yield Correction(REASONED, made.reason, made, "", made.ts)
        before = turn


def _of_prompt(turn: Turn, before: Turn) -> Iterator[Correction]:
    rejected = [made for made in before.calls if made.outcome == REJECTED and not made.reason]
    if rejected and before.calls[-1] is rejected[-1]:
        yield Correction(STOPPED, turn.prompt, rejected[-1], "", turn.ts)
    elif before.interrupted:
        last = before.calls[-1] if before.calls else None
        yield Correction(STOPPED, turn.prompt, last, before.answer, turn.ts)
    elif is_correction(turn.prompt):
        yield Correction(CORRECTED, turn.prompt, None, before.answer, turn.ts)


def is_correction(prompt: str) -> bool:
    """Whether a prompt, by its own words (nothing quoted or pasted), says that the last answer was wrong."""
    own = own_words.own_text(prompt).strip()
    clauses = [clause for sentence in own_words.sentences(own) for clause in sentence]
    words = clauses[0].split() if clauses else []
    if len(clauses) > 1 and len(words) == 1 and words[0] in _FIRST:
        return True
    if words and words[0] in _NO and not _GOES_ON.isdisjoint(words[1:2]):
        return True
    return any(phrase in own for phrase in _told()) or complaint.kind(prompt) == complaint.STRONG


@cache
def _told() -> list[str]:
    return [own_words.without_accents(text.fold(phrase)) for phrase in _ANYWHERE]
