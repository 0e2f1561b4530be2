"""What in a lesson may bring its warning: parts of the error's signature, names, the command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from experience.checks import registry
from experience.harvest.episodes import RECOVERY
from experience.harvest.feedback_signals import of_prompt
from experience.harvest.lessons import Lesson
from experience.hotpath import background, text
from experience.hotpath.sanitize import shorten
from experience.patterns.pattern import Examples, Pattern, Provenance, Triggers

#: Keywords of a candidate, words of one, and characters of a regex.
MOST, WORDS, REGEX = 8, 6, 180
#: A term of this weight is said by few prompts.
RARE = 0.6
#: Characters of a person's words that stand for a keyword.
SAID = 60
#: A prompt serves as an example with two terms of this weight.
OF_EXAMPLE, TERMS = 0.5, 2

#: Words that begin lines of errors and rules without telling anything, and those before what is right.
_INSTEAD = frozenset("use always only prefer instead pouzij použij verwende utilise usa".split())
_LEADING = _INSTEAD | frozenset(
    "error errors err err! error! failed failure fatal hint bug! warning npm e to at the a an never do"
    " not don't dont"
    " we must please no and or but because of in".split()
)
#: Words that a cut leaves at the end.
_TRAILING = frozenset("a an and are at but by for from in is of on or that the to was were with".split())
_CUT = re.compile(r"<[\w:-]+>|\u2039[\w:-]+>|#|[:;,()\[\]{}|=\u201c\u201d\"`]|\s-+\s|\.\s|\.$")
#: A name whose number is gone is no name any more.
_CUT_NAME = re.compile(r"[\w.-]*#[\w.#-]*")
_CODE = re.compile(
    r"(?<![\w./-])(?:[a-z]+[_-][\w-]+|[a-z]+\.[a-z_]+[\w.]*|@[\w.-]+/[\w.-]+|[a-z]*\d[\w]*[a-z]\w*"
    r"|--[\w-]{3,})(?![\w/])"
)


def of_lesson(one: Lesson) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(keywords, regexes), of which lint says nothing bad. What a person said is never without one: the
    words themselves, which hardly any prompt has, until the user puts better ones in."""
    words = [word for word in dict.fromkeys(_keywords(one)) if _is_good(one, Triggers((word,)))]
    regex = [form for form in _regexes(one) if _is_good(one, Triggers(tuple(words[:1]) or ("x",), (form,)))]
    if not words and one.is_explicit:
        words = [shorten(" ".join(one.said.split()), SAID).rstrip(" \u2026.")]
    return tuple(words[:MOST]), tuple(regex[:1])


def _keywords(one: Lesson) -> Iterator[str]:
    if one.kind == RECOVERY:
        found = _fragments(one.signature)
        yield from (piece for piece in found if not one.names or len(piece.split()) > 2)
        yield from one.names
        yield from _CODE.findall(one.signature)
        return
    ran = one.ran.lower().split()[:WORDS]
    if one.ran.startswith(f"{one.command} ") and one.command[:1].isupper():  # a tool, and a file
        yield from ("/".join(word.split("/")[-2:]) for word in ran[1:2] if "/" in word)
    elif len(ran) > 1:
        yield " ".join(ran)
    said = one.said.lower()
    yield from _CODE.findall(said)
    yield from (piece for piece in _fragments(said) if not of_prompt(piece))


def _fragments(said: str) -> Iterator[str]:
    """What stands between volatile parts: three words, or two of which one is rare. What is to be used
    instead is no trigger."""
    for piece in _CUT.split(_CUT_NAME.sub("#", said)):
        words = piece.split()
        while words and (words[0] in _LEADING or not any(map(str.isalnum, words[0]))):
            if words[0] in _INSTEAD:
                words = []
            words = words[1:]
        cut = words[:WORDS]
        while cut and cut[-1] in _TRAILING:
            cut.pop()
        telling = sum(len(word) > 2 and background.weight(text.stem(word)) >= RARE for word in cut)
        if "->" not in cut and (len(cut) >= 3 or (len(cut) == 2 and telling)):
            yield " ".join(cut)


def _regexes(one: Lesson) -> Iterator[str]:
    """The signature with gaps where it was volatile, if at least two parts are left."""
    parts = [
        re.escape(piece.strip()).replace("\\ ", " ") for piece in re.split(r"<[\w:-]+>|#", one.signature)
    ]
    kept = [part for part in parts if len(part) > 3]
    form = ".{0,60}".join(kept[:3])
    if one.kind == RECOVERY and len(kept) >= 2 and len(form) <= REGEX:
        yield form


def _is_good(one: Lesson, wanted: Triggers) -> bool:
    """By lint's own checks of triggers; a candidate is not to be mended before it can be looked at."""
    pattern = Pattern(
        Path("candidate.md"), "general-2026-01-01-candidate", "candidate", "med", "general", wanted, "fix",
        None,
        Provenance(session_id=one.session_id), "pending", examples=Examples(("x",), ("y",)),
    )  # fmt: skip
    said = [
        problem
        for problem in registry.run(pattern)
        if problem.check[:5] in ("XP301", "XP304", "XP305", "XP306", "XP401", "XP402", "XP403", "XP404")
    ]
    return not said


def tells_something(prompt: str) -> bool:
    """Whether a prompt may stand as an example: `fix the build` would bring the warning everywhere."""
    terms = text.distinct(prompt)
    return sum(background.weight(term) >= OF_EXAMPLE and len(term) > 2 for term in terms) >= TERMS
