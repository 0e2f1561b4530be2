"""A prompt, prepared once for everything that looks at it."""

from __future__ import annotations

from experience.hotpath import background, text
from experience.hotpath.segment import GRAM

#: Characters of a prompt that are looked at: the head, where the wish stands, and the tail.
HEAD, TAIL = 192 * 1024, 64 * 1024


class Query:
    """Folded text for phrases, terms in order for phrases of stems, distinct terms for the index."""

    __slots__ = ("folded", "raw", "stems", "terms")

    def __init__(self, prompt: str) -> None:
        if len(prompt) > HEAD + TAIL:
            prompt = f"{prompt[:HEAD]}\n{prompt[-TAIL:]}"
        self.raw = text.tidy(prompt)
        self.folded = text.fold(self.raw)
        stems, self.terms = text.parsed(self.raw)
        self.stems = f" {stems} "

    def grams(self) -> set[str]:
        """All runs of segment.GRAM characters inside of words: where literals are searched for."""
        words = {word for word in text.words(self.folded) if len(word) >= GRAM}
        return {word[at : at + GRAM] for word in words for at in range(len(word) - GRAM + 1)}

    def says_something(self) -> bool:
        """Whether any word is more than glue: "ok, go on" and emoji are not worth a look (case N04)."""
        return any(background.weight(term) > 0.1 for term in self.terms)


_CALLS = ("(", ")")


def occurs(keyword: str, folded: str) -> bool:
    """Whether `keyword` (folded) stands in `folded` on the edges of words.

    An edge that is a letter or digit must not touch another one (`ui` is not in "build"); a
    leading sign must not be glued to a word (`.env` is not in "process.env") unless the keyword
    is a call (`.map(`); scripts without spaces have no edges (cases X05, X10).
    """
    at = folded.find(keyword)
    while at >= 0:
        if _starts(keyword, folded, at) and _ends(keyword, folded, at + len(keyword)):
            return True
        at = folded.find(keyword, at + 1)
    return False


def _starts(keyword: str, folded: str, at: int) -> bool:
    if at == 0 or not text.is_word_char(folded[at - 1]) or text.is_unspaced(keyword[0]):
        return True
    if text.is_word_char(keyword[0]):
        return text.is_unspaced(folded[at - 1])
    return keyword.endswith(_CALLS)


def _ends(keyword: str, folded: str, end: int) -> bool:
    if end == len(folded) or not text.is_word_char(keyword[-1]) or text.is_unspaced(keyword[-1]):
        return True
    return not text.is_word_char(folded[end]) or text.is_unspaced(folded[end])
