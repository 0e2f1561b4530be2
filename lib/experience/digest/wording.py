"""Texts of events as entries of a document, and the form under which equal ones meet."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b

from experience.digest.numbers import MAX_ENTRY_CHARS
from experience.hotpath.sanitize import plain, shorten

_DASHES = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-") | dict.fromkeys("\u2018\u2019", "'")
)
_PLACEHOLDER = re.compile(r"\{[^{}\n]{1,60}\}")
#: Characters of a text that is kept whole.
_LONG = 400
#: Signs around a text that say nothing.
_EDGES = " \t.,;:!?\"'`\u201c\u201d\u3002\uff0c"


def shown(text: str) -> str:
    """One line of at most MAX_ENTRY_CHARS characters, nothing hidden in it."""
    return _shown(text[: 8 * MAX_ENTRY_CHARS])


@lru_cache(maxsize=2048)
def _shown(text: str) -> str:
    return shorten(" ".join(plain(text).split()), MAX_ENTRY_CHARS)


def marked(text: str, mark: str) -> str:
    """`text` with `mark` at its end, together at most one entry long."""
    return shorten(shown(text), MAX_ENTRY_CHARS - len(mark)) + mark


def shown_query(text: str) -> str:
    """As `shown`, for a place between backticks."""
    return shown(text.replace("`", " "))


def same_name(one: str, other: str) -> bool:
    """Of a skill: an accented letter may be one sign or two, as file systems and keyboards have it;
    bytes of a folder's name that are no UTF-8 stand as `?` in an event."""
    return one == other or _spelled(one) == _spelled(other)


@lru_cache(maxsize=256)
def _spelled(name: str) -> str:
    return unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode())


def normal(text: str) -> str:
    """Equal for texts that differ only in case, blanks, width, dashes, quotes, closing signs (case F22).
    Of a long text its beginning and a checksum, so that thousands of them fit into memory."""
    if len(text) <= _LONG:
        return _normal(text)
    whole = _normal.__wrapped__(text)
    return f"{whole[:_LONG]} {blake2b(whole.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


@lru_cache(maxsize=4096)
def _normal(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).translate(_DASHES).casefold()
    return " ".join(folded.split()).strip(_EDGES)


def placeholders(text: str) -> tuple[str, ...]:
    """The `{names}` of a template, sorted: templates with different ones are different."""
    return tuple(sorted(normal(name) for name in _PLACEHOLDER.findall(text)))
