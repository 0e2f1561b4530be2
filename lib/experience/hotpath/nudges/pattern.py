"""Phrases as patterns of words, without regular expressions.

A pattern is elements with a blank between them: `a|b` is one of both, `work*` a beginning, `word?`
may be missing, `..` is up to three words of any kind, `^` the start and `$` the end of the clause.
In scripts without spaces a pattern is text in which `..` is up to eight characters.
"""

from __future__ import annotations

GAP_WORDS = 3
GAP_CHARACTERS = 8
GAP = ".."


class Pattern:
    """`elements`, and `first`: words of which the clause must have one; None where any may begin it."""

    __slots__ = ("elements", "first")

    def __init__(self, written: str) -> None:
        self.elements = written.split()
        named = next(
            (element for element in self.elements if not element.endswith("?") and element != "^"), GAP
        )
        self.first = None if named == GAP or "*" in named else frozenset(named.split("|"))


def compiled(patterns: tuple[str, ...]) -> list[Pattern]:
    return [Pattern(written) for written in patterns]


def occurs(pattern: Pattern, words: list[str], distinct: set[str]) -> bool:
    """Whether the pattern stands in the clause `words`; `distinct`: the same as a set."""
    if pattern.first is not None and pattern.first.isdisjoint(distinct):
        return False
    starts = range(1 if pattern.elements[0] == "^" else len(words))
    return any(_fits(pattern.elements, words, start) for start in starts)


def _fits(elements: list[str], words: list[str], at: int) -> bool:
    if not elements:
        return True
    first, rest = elements[0], elements[1:]
    if first == GAP:
        return any(_fits(rest, words, at + skipped) for skipped in range(GAP_WORDS + 1))
    if first in "^$":
        return at == (0 if first == "^" else len(words)) and _fits(rest, words, at)
    if first.endswith("?") and _fits(rest, words, at):
        return True
    if at >= len(words) or not is_one_of(words[at], first.removesuffix("?")):
        return False
    return _fits(rest, words, at + 1)


def is_one_of(word: str, choice: str) -> bool:
    for option in choice.split("|"):
        if word.startswith(option[:-1]) if option.endswith("*") else word == option:
            return True
    return False


def stands_in(pattern: str, clause: str) -> bool:
    """Whether the pattern stands in `clause`, a text in a script without spaces."""
    first, *rest = pattern.split(GAP)
    start = clause.find(first)
    while start >= 0:
        if _follow(rest, clause, start + len(first)):
            return True
        start = clause.find(first, start + 1)
    return False


def _follow(parts: list[str], clause: str, at: int) -> bool:
    for part in parts:
        found = clause.find(part, at, at + GAP_CHARACTERS + len(part))
        if found < 0:
            return False
        at = found + len(part)
    return True
