"""Corpus text as data: nothing in it can pose as markup, move a cursor or hide."""

from __future__ import annotations

_KEPT = "\n\t"


def _is_harmless(char: str) -> bool:
    """Printable or one of `_KEPT`; isprintable() knows control, format (bidi, zero-width),
    private, surrogate and unassigned characters, and also separators such as U+2028."""
    return char in _KEPT or char.isprintable() or char == "\u00a0"


def _without_ansi(text: str) -> str:
    """Terminal sequences go whole: ESC [ ... letter, and ESC ] ... BEL."""
    first, *rest = text.split("\x1b")
    return first + "".join(map(_after_escape, rest))


def _after_escape(piece: str) -> str:
    if piece.startswith("["):
        end = next((at for at, char in enumerate(piece[1:], 1) if "@" <= char <= "~"), len(piece))
        return piece[end + 1 :]
    if piece.startswith("]"):
        return piece.partition("\x07")[2]
    return piece[1:]


def _open_tags(text: str) -> str:
    """`<` that could begin a tag becomes a look-alike; `a < b` stays."""
    first, *rest = text.split("<")
    return first + "".join(
        ("\u2039" if piece[:1].isalpha() or piece[:1] in ("/", "!", "?") else "<") + piece for piece in rest
    )


def plain(text: str) -> str:
    """`text` without control, bidi, zero-width and surrogate characters; lines stay lines."""
    if "\x1b" in text:
        text = _without_ansi(text)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    for char in set(text):
        if not _is_harmless(char):
            text = text.replace(char, " " if char.isspace() else "")
    return text


def clean(text: str) -> str:
    """As `plain`, with tag-like characters neutralised as well."""
    text = plain(text)
    return _open_tags(text) if "<" in text else text


def one_line(text: str, limit: int) -> str:
    return shorten(" ".join(clean(text).split()), limit)


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters; a cut is visible and falls between words where it can."""
    if len(text) <= limit:
        return text
    cut = text[: max(0, limit - 2)]
    head = cut.rpartition(" ")[0]
    return (head if len(head) > len(cut) * 2 // 3 else cut).rstrip() + " \u2026"
