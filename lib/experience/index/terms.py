"""All texts of a pattern taken apart in one go: hundreds of small texts a second cost more each than all.

What comes out is what hotpath/text.py makes of each text by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice

from experience.hotpath import text

#: Stands between texts; no frontmatter may have it, and a body that does is taken apart by itself.
_BETWEEN = "\0"
_SEPARATORS = {code: sign for code, sign in text.ASCII_SEPARATORS.items() if chr(code) != _BETWEEN}

#: Words by field: of each text that the field has, in order.
Words = Mapping[str, Sequence[list[str]]]


def words_of_each(texts: Sequence[str]) -> list[list[str]]:
    """`text.words` of each of `texts`, tidied."""
    joined = text.tidy(_BETWEEN.join(texts))
    if joined.count(_BETWEEN) != len(texts) - 1:
        return [text.words(text.tidy(value)) for value in texts]
    return [*map(str.split, text.spaced(joined, _SEPARATORS).split(_BETWEEN))]


def words_by_field(fields: Mapping[str, Sequence[str]]) -> Words:
    """The words of all texts, under the name of their field."""
    words = iter(words_of_each([*chain.from_iterable(fields.values())]))
    return {name: [*islice(words, len(texts))] for name, texts in fields.items()}


def weighed(words: Words, weights: dict[str, int], left_out: set[str]) -> dict[str, int]:
    """Term -> weight of the heaviest field it stands in, without the terms `left_out`. `weights`: by
    field, the heaviest first."""
    found: dict[str, int] = {}
    term_of = text.DISTINCT.__getitem__
    for field in reversed(weights):
        found |= dict.fromkeys(map(term_of, chain.from_iterable(words[field])), weights[field])
    for joined in text.DISTINCT.several.intersection(found):
        weight = found.pop(joined)
        for term in joined.split():
            found[term] = max(weight, found.get(term, 0))
    for term in left_out.intersection(found):
        del found[term]
    return found


def wholes(words: Iterable[str]) -> set[str]:
    """The stems of identifiers that are taken apart: `useEffect` -> useeffect."""
    odd = (word for word in words if not (word.isalpha() and word.islower()))
    return {whole for word in odd if (whole := text.terms_of(word)[1])}
