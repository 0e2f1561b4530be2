"""Text as the matcher sees it: folded, split into words, identifiers taken apart, stemmed.

No regular expressions: importing `re` costs more than everything the hook does on a prompt.
Index and hook share this file, so a change here needs a new `segment.FORMAT`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
_LOOKALIKES = dict.fromkeys(_DASHES, "-") | dict.fromkeys(_INVISIBLE, "")
_LOOKALIKES |= dict.fromkeys("\u2018\u2019", "'") | dict.fromkeys("\u201c\u201d", '"')

#: Scripts written without spaces between words: Thai to Khmer, kana, Han, Hangul.
_UNSPACED = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x3040, 0x30FF),
    (0x3400, 0x9FFF),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


def tidy(text: str) -> str:
    """`text` with composed characters, plain dashes, quotes and blanks (case F22). Keeps case."""
    if text.isascii():
        return text
    import unicodedata

    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    for char, plain in _LOOKALIKES.items():
        if char in text:
            text = text.replace(char, plain)
    return text


def fold(text: str) -> str:
    """`text` for comparing without case; its offsets are not those of `text` (case X09)."""
    if text.isascii():
        return text.lower()
    return tidy(tidy(text).casefold().replace("i\u0307", "i"))


def is_unspaced(char: str) -> bool:
    code = ord(char)
    return code >= 0x0E00 and any(low <= code <= high for low, high in _UNSPACED)


ASCII_SEPARATORS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}


def is_word_char(char: str) -> bool:
    if char.isalnum() or char == "_":
        return True
    return ord(char) > 0x2FF and _is_mark(char)


def _is_mark(char: str) -> bool:
    import unicodedata

    return unicodedata.category(char)[0] == "M"


def spaced(text: str, separators: dict[int, str] = ASCII_SEPARATORS) -> str:
    """`text` with a blank for every sign that ends a word; `separators`: those of ASCII."""
    if not text.isascii():
        for char in set(text):  # str.replace is far faster here than str.translate
            if char > "\x7f" and not is_word_char(char):
                text = text.replace(char, " ")
        if not text.isascii():
            for code in separators.keys() & set(map(ord, set(text))):
                text = text.replace(chr(code), " ")
            return text
    return text.translate(separators)


def words(text: str) -> list[str]:
    """The words of `text` in order, case kept; `_` joins a word, every other sign ends one."""
    return spaced(text).split()


_VOWELS = frozenset("aeiouy")


def stem(word: str) -> str:
    """A light English stem of a lower-case word: plural, -ed, -ing and a final e go.

    Words with digits, signs or other scripts are left alone; so are short ones.
    """
    if len(word) < 4 or word[-1] not in "sgde" or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        word = word[:-2]
    elif word[-1] == "s" and word[-2] not in "sui":
        word = word[:-1]
    for suffix in ("ing", "ed"):
        root = word[: -len(suffix)]
        if word.endswith("eed"):  # speed is no past tense
            break
        if word.endswith(suffix) and len(root) > 2 and not _VOWELS.isdisjoint(root):
            word = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
            break
    return word[:-1] if len(word) > 4 and word[-1] == "e" else word


def _camel_parts(word: str) -> list[str]:
    """`parseHTTPHeader2` -> parse, HTTP, Header2: a part starts at an upper-case letter that
    follows a lower-case one or a digit, or that precedes a lower-case one."""
    parts, start = [], 0
    for at in range(1, len(word)):
        if word[at].isupper() and (not word[at - 1].isupper() or word[at + 1 : at + 2].islower()):
            parts.append(word[start:at])
            start = at
    return [*parts, word[start:]]


def _identifier(word: str) -> list[str]:
    """The parts of an identifier, stemmed: `user_idList` -> user, id, list."""
    pieces = [piece for piece in word.split("_") if piece]
    if not (word.islower() or word.isupper()):
        pieces = [part for piece in pieces for part in _camel_parts(piece)]
    return [stem(piece.lower()) for piece in pieces]


def _unspaced_bigrams(word: str) -> list[str]:
    """Overlapping pairs of a run in a script without spaces; other runs stay whole."""
    runs: list[str] = []
    for char in word:
        unspaced = is_unspaced(char)
        if runs and is_unspaced(runs[-1][-1]) == unspaced:
            runs[-1] += char
        else:
            runs.append(char)
    terms: list[str] = []
    for run in runs:
        if is_unspaced(run[0]) and len(run) > 2:
            terms += [run[at : at + 2] for at in range(len(run) - 1)]
        else:
            terms.append(stem(run))
    return terms


#: Words met before: an index of many patterns meets the same ones again and again.
_MOST_KNOWN = 200_000


class _Distinct(dict[str, str]):
    """Word -> its terms and, if it was taken apart, the stem of the whole, joined by blanks. `several`:
    the values that are not one term."""

    def __init__(self) -> None:
        super().__init__()
        self.several: set[str] = set()

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        terms, whole = terms_of(word)
        if len(terms) == 1:
            self[word] = term = terms[0]
            return term
        self[word] = joined = " ".join([*terms, whole] if whole else terms)
        self.several.add(joined)
        return joined


class _InOrder(dict[str, str]):
    """Word -> its terms in order, joined by blanks: long texts are mapped without a line of Python."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        joined = DISTINCT[word]
        if joined in DISTINCT.several:
            joined = " ".join(terms_of(word)[0])
        self[word] = joined
        return joined


DISTINCT, _in_order = _Distinct(), _InOrder()


def terms_of(word: str) -> tuple[list[str], str]:
    """(terms in order, the stem of the whole word if it was taken apart, else "")."""
    if not word.isascii():
        folded = fold(word)
        return _unspaced_bigrams(folded), ""
    if word.isalpha():
        if word.islower():
            return [stem(word)], ""
        if word.isupper() or word.istitle():
            return [stem(word.lower())], ""
    if word.isdigit():
        return [word], ""
    parts = _identifier(word)
    return parts, (stem(word.lower()) if len(parts) > 1 else "")


def distinct_of(found: Iterable[str]) -> set[str]:
    """All distinct terms of words, with whole identifiers."""
    terms = set(map(DISTINCT.__getitem__, found))
    several = terms & DISTINCT.several
    if several:
        terms -= several
        terms.update(" ".join(several).split())
    return terms


def stems(text: str) -> str:
    """The terms of `text` in order, joined by blanks."""
    return stems_of(words(tidy(text)))


def stems_of(found: Iterable[str]) -> str:
    """The terms of words in order, joined by blanks."""
    joined = " ".join(map(_in_order.__getitem__, found))
    return joined if "  " not in joined else " ".join(joined.split())  # a word may have no term


def parsed(text: str) -> tuple[str, set[str]]:
    """(stems, distinct terms) of a text that is tidy."""
    found = words(text)
    return stems_of(found), distinct_of(set(found))


def sequence(text: str) -> tuple[list[str], set[str]]:
    """(terms of `text` in order, all its distinct terms with whole identifiers)."""
    joined, terms = parsed(tidy(text))
    return joined.split(), terms


def distinct(text: str) -> set[str]:
    """All distinct terms of `text`, with whole identifiers."""
    return distinct_of(words(tidy(text)))
