"""What in a lesson may bring its warning: parts of the error's signature, names, the command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from experience.checks import registry
from experience.harvest.episodes import RECOVERY
from experience.harvest.lessons import Lesson
from experience.hotpath import background, text
from experience.hotpath.nudges import errors
from experience.patterns.pattern import Examples, Pattern, Provenance, Triggers

#: Keywords of a candidate, words of one, and characters of a regex.
MOST, WORDS, REGEX = 8, 5, 180
#: A term of this weight is said by few prompts.
RARE = 0.6
#: Rare terms that a prompt needs to serve as an example.
RARE_TERMS = 2

_CUT = re.compile(r"<[\w:-]+>|\u2039[\w:-]+>|#|[:;,()\[\]{}|=\u201c\u201d\"`]|\s-+\s|\.\s|\.$")
_CODE = re.compile(
    r"(?<![\w./-])(?:[a-z]+[_-][\w-]+|[a-z]+\.[a-z_]+[\w.]*|@[\w.-]+/[\w.-]+|[a-z]*\d[\w]*[a-z]\w*|--[\w-]{3,})(?![\w/])"
)


def of_lesson(one: Lesson) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(keywords, regexes), of which lint says nothing bad."""
    words = [word for word in dict.fromkeys(_keywords(one)) if _is_good(one, Triggers((word,)))]
    regex = [form for form in _regexes(one) if _is_good(one, Triggers(tuple(words[:1]) or ("x",), (form,)))]
    return tuple(words[:MOST]), tuple(regex[:1])


def _keywords(one: Lesson) -> Iterator[str]:
    if one.kind == RECOVERY:
        yield from _fragments(one.signature)
        yield from _CODE.findall(one.signature)
        if _is_telling(one.command):
            yield one.command
    else:
        ran = " ".join(one.ran.lower().split()[:WORDS])
        if one.ran and _is_telling(ran):
            yield ran
        if one.command and _is_telling(one.command):
            yield one.command
        yield from _CODE.findall(one.said.lower())
        yield from _fragments(one.said.lower()) if not one.ran else ()


def _fragments(signature: str) -> Iterator[str]:
    """What stands between its volatile parts; a word alone only if it is rare."""
    for piece in _CUT.split(signature):
        words = piece.split()
        while words and (words[0] in errors._COMMON or len(words[0]) < 2):  # noqa: SLF001
            words = words[1:]
        cut = " ".join(words[:WORDS])
        telling = [
            word for word in words[:WORDS] if len(word) > 2 and background.weight(text.stem(word)) >= RARE
        ]
        if len(words) >= 2 and telling or (len(words) == 1 and len(cut) > 6 and telling):
            yield cut


def _is_telling(command: str) -> bool:
    """`docker buildx` says something, `npm test` every prompt may say."""
    words = [word for word in command.lower().split() if not word.startswith("-")]
    return len(command.split()) >= 2 and any(background.weight(text.stem(word)) >= RARE for word in words)


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
        Path("candidate.md"), "general-2026-01-01-candidate", "candidate", "med", "general", wanted, "fix", None,
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
    return sum(background.weight(term) >= RARE and len(term) > 2 for term in terms) >= RARE_TERMS
