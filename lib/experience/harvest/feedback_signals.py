"""What a person said of the work, explicitly: that it is right, or that it is wrong."""

from __future__ import annotations

import re
from functools import cache

from experience.harvest import praise
from experience.harvest.trace import ACCEPTED, REJECTED
from experience.hotpath import text
from experience.hotpath.nudges import complaint, own_words, pattern, wishes
from experience.transcripts import corrections

#: With the signs of full width: an exclamation mark is ff01, a question mark ff1f.
_SENTENCE = re.compile("[^.!?\n\u3002\uff01\uff1f\u2026]+[.!?\u3002\uff01\uff1f\u2026]*")
_QUESTION = ("?", "\uff1f")
#: A prompt is about the work by its first sentences; a long one is a new task.
MOST_SENTENCES = 6


def of_prompt(prompt: str) -> str:
    """ACCEPTED, REJECTED, or "" where the prompt says neither. The last sentence that says one wins; a
    correction weighs more than praise before it."""
    if "exp.py" in prompt or "/exp-" in prompt:
        return ""
    own = own_words.own_text(prompt)
    sentences = [found[0].strip() for found in _SENTENCE.finditer(own) if found[0].strip()]
    if any(map(_judges_a_warning, sentences)):
        return ""
    told = [_of_sentence(sentence) for sentence in sentences[:MOST_SENTENCES]]
    last = next(filter(None, reversed(told)), "")
    if last != ACCEPTED and corrections.is_correction(prompt):
        return REJECTED
    return last


def _judges_a_warning(sentence: str) -> bool:
    return not praise.OF_WARNINGS.isdisjoint(text.words(sentence)) or any(
        word in sentence for word in praise.OF_WARNINGS_UNSPACED
    )


def _of_sentence(sentence: str) -> str:
    if sentence.endswith(_QUESTION):
        return ""
    words = complaint.split_words(sentence)
    if not words or len(words) > complaint.MOST_WORDS:
        return ""
    clauses = [complaint.split_words(one) for part in own_words.sentences(sentence) for one in part]
    if _stands(_blame(), clauses) and set(praise.BLAME_VETO.split()).isdisjoint(words):
        return REJECTED
    if _praises(words, clauses) or _praises_unspaced(sentence):
        return ACCEPTED
    return ""


def _praises(words: list[str], clauses: list[list[str]]) -> bool:
    distinct = set(words)
    if pattern.is_one_of(next((word for word in words if word not in wishes.POLITE), ""), wishes.TASKS):
        return False
    return any(_stands(told, clauses) and veto.isdisjoint(distinct) for told, veto in _praise())


def _stands(told: list[pattern.Pattern], clauses: list[list[str]]) -> bool:
    return any(pattern.occurs(one, clause, set(clause)) for clause in clauses for one in told)


def _praises_unspaced(sentence: str) -> bool:
    if sentence.isascii():
        return False
    return any(
        any(one in sentence for one in told) and not any(one in sentence for one in veto)
        for told, veto in _unspaced()
    )


@cache
def _praise() -> list[tuple[list[pattern.Pattern], frozenset[str]]]:
    return [(pattern.compiled(told), frozenset(veto.split())) for told, veto in praise.SPACED]


@cache
def _blame() -> list[pattern.Pattern]:
    return pattern.compiled(praise.BLAME)


@cache
def _unspaced() -> list[tuple[list[str], list[str]]]:
    """Folded as prompts are."""
    return [
        ([own_words.without_accents(text.fold(one)) for one in told], [text.fold(one) for one in veto])
        for told, veto in praise.UNSPACED
    ]
