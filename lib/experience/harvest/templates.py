"""A query without what it was about: brands, dates, numbers, paths and addresses become placeholders.

No model: forms of words decide, and short lists of what searches are about. `winning_pattern` names the
parts in their order (`brand + pain_word + recent_date_window`), `good_query` keeps the other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from experience.harvest import template_words as words
from experience.hotpath.sanitize import one_line

#: Characters of a query that are looked at, of a template, and parts of a pattern.
LOOKED_AT, QUERY, PARTS = 400, 200, 8


class Query(NamedTuple):
    """`pattern`: names of the parts; `text`: the query with placeholders."""

    pattern: str
    text: str


#: What patterns/redact.py left, and a sign that no query has.
_SECRET, _MASK = re.compile(r"[<\u2039]redacted:[\w-]+>"), "\ue000"
_QUOTED = re.compile(
    r"\"([^\"]{1,120})\"|“([^”]{1,120})”|「([^」]{1,120})」|『([^』]{1,120})』|«([^»]{1,120})»"
)
#: Capitals that name nobody.
_NO_NAMES = frozenset(("I", "I'm", "I've", "A", "OK"))
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_BRAND = re.compile(
    r"(?:[A-Z][\w&'\u2019.+-]*|[a-z]+[A-Z]\w*)(?:\s+(?:[A-Z][\w&'\u2019.+-]*|[a-z]+[A-Z]\w*|\d{1,4}[A-Za-z]*))*"
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9&'\u2019.+-]*(?: +[A-Za-z0-9][A-Za-z0-9&'\u2019.+-]*)*")
_MARK = re.compile(r"<(\w+)>")
_TOKEN = re.compile(
    r"<\w+>|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[^\s<>\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)


def of_query(said: str) -> Query:
    """`said`: a query, redacted. The same words with other brands, dates or numbers give the same result."""
    text = _SECRET.sub(_MASK, one_line(said, LOOKED_AT))
    for sign in "\u2039<>":
        text = text.replace(sign, " ")
    text = text.replace(_MASK, " <secret> ")
    text = _QUOTED.sub(" <phrase> ", text)
    for name, form in words.FORMS:
        text = _outside(text, form, f" <{name}> ")
    text = " ".join(_brands(text).split())
    return Query(
        " + ".join(_parts(text)) or "empty", one_line(_collapsed(text), QUERY).replace("\u2039", "<")
    )


def _outside(text: str, form: re.Pattern[str], mark: str) -> str:
    """Replace what `form` finds outside of placeholders."""
    pieces = _MARK.split(text)
    kept = [f" <{piece}> " if at % 2 else form.sub(mark, piece) for at, piece in enumerate(pieces)]
    return "".join(kept)


def _brands(text: str) -> str:
    """Names with a capital, but for the first word of a sentence of small ones; Latin words among CJK."""
    is_cjk = bool(_CJK.search(text))
    pieces = _MARK.split(text)
    found = []
    for at, piece in enumerate(pieces):
        if at % 2:
            found.append(f" <{piece}> ")
        elif is_cjk:
            found.append(_LATIN.sub(" <brand> ", piece))
        else:
            found.append(_BRAND.sub(lambda one, at=at: _brand(one, at), piece))
    return "".join(found)


def _brand(found: re.Match[str], at: int) -> str:
    """`How`, `Why`, `The` begin sentences; whatever else bears a capital is a name."""
    first, *rest = found[0].split()
    if first in _NO_NAMES:
        return found[0]
    if at == 0 and found.start() == 0 and (first.lower() in words.STOP or _kind(first)):
        return f"{first.lower()} {'<brand> ' if rest else ''}"
    return " <brand> "


def _kind(word: str) -> str:
    plain = word.lower().strip(".,;:!?()")
    return next((name for name, known in words.KINDS.items() if plain in known), "")


def _parts(text: str) -> list[str]:
    """Names of the parts in their order, each once in a row, at most PARTS."""
    names: list[str] = []
    for token in _TOKEN.findall(text):
        for name in _names(token):
            if name and (not names or names[-1] != name):
                names.append(name)
    return names[:PARTS]


def _names(token: str) -> Iterator[str]:
    if token.startswith("<"):
        yield token[1:-1]
    elif _CJK.search(token):
        yield from _names_unspaced(token)
    elif token.lower() not in words.STOP and any(map(str.isalnum, token)):
        yield _kind(token) or "term"


def _names_unspaced(token: str) -> Iterator[str]:
    """The words that are known, and `term` for what stands between them."""
    places = sorted(
        (token.find(word), word, name) for name, known in words.UNSPACED for word in known if word in token
    )
    at = 0
    for start, word, name in places:
        if start >= at:
            if start > at:
                yield "term"
            yield "brand" if name == "brand_word" else name
            at = start + len(word)
    if at < len(token.rstrip("词詞的")):
        yield "term"


def _collapsed(text: str) -> str:
    """Placeholders of one kind in a row are one."""
    return re.sub(r"(<\w+>)(?:\s+\1)+", r"\1", text)
