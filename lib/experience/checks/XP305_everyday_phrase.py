"""A keyword of several everyday words: together they still meet by accident, as in "first 100 items"."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from experience.checks.XP301_generic_keyword import GENERIC
from experience.hotpath import background, text
from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP305"
SEVERITY = WARNING

#: More words make a phrase that few prompts have, however plain they are.
MOST_WORDS = 3
#: A word of this weight or less says nothing about any subject: "the", "with".
GLUE = 0.05
#: Of XP301 what names a symptom or a spelling where a second word stands beside it ("runs twice").
TELLING = frozenset("wrong script test tests run create base".split())
#: Beyond XP301: things, deeds and qualities that any project has, in English and Spanish.
EVERYDAY = (
    "big bigger box button call card check click color comment content copy count customer date default"
    " detail different download edit email example fast field filter find finish first folder form header"
    " home hour icon id image info input item label large last layout left line link long menu message"
    " minute mobile modal month name new next number old open output panel part people picture place post"
    " previous print product red right screen search section select send show sidebar simple size small"
    " sort start status stop style submit tab team time title top update upload url view website week"
    " width word year"
    " botón campo cliente correo dato fecha formulario imagen lento mensaje nombre nuevo número pantalla"
    " pedido precio primero producto tabla texto último ventana vista"
)


@functools.cache
def _everyday() -> frozenset[str]:
    return frozenset(text.stem(text.fold(word)) for word in {*(GENERIC - TELLING), *EVERYDAY.split()})


def _is_everyday(word: str) -> bool:
    return text.stem(text.fold(word)) in _everyday()


def _is_glue(word: str) -> bool:
    folded = text.fold(word)
    return folded.isdigit() or background.weight(text.stem(folded)) <= GLUE


def is_phrase(keyword: str) -> bool:
    """Plain words only: `add_index`, `Cache-Control` and `set -e` are somebody's spelling."""
    return 2 <= len(keyword.split()) <= MOST_WORDS and all(map(str.isalnum, keyword.split()))


def is_everyday_phrase(keyword: str) -> bool:
    """Of glue alone (`do until`) nothing is said: no subject, but often the name of something."""
    words = keyword.split()
    if not is_phrase(keyword) or not any(map(_is_everyday, words)):
        return False
    return all(_is_everyday(word) or _is_glue(word) for word in words)


def check(pattern: Pattern) -> Iterator[Problem]:
    for keyword in filter(is_everyday_phrase, pattern.triggers.keywords):
        message = f"keyword {keyword!r} is made of everyday words only: add a name, a code or an API"
        line = pattern.line_of("triggers.keywords", "triggers")
        yield Problem(pattern.path, line, message, ID, SEVERITY)
