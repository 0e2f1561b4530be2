"""Scalars of the small YAML reader: plain, quoted and block ones, on single lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence


class Unread(Exception):
    """Outside the subset; the message says what to do."""


#: A comment: `#` after a blank (or at the start) and before a blank or the end (case F18).
COMMENT = re.compile(r"(?:^|[ \t]+)#(?=[ \t]|$).*")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"')
_SINGLE = re.compile(r"'((?:[^']|'')*)'")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "\\": "\\", "/": "/", " ": " "}
_PLAIN_START = re.compile(r"[^\s,\[\]{}&*!|>'\"%@`?:#-]|[-:?#][^\s,\[\]{}]")
_HEADER = re.compile(r"([|>])([+-]?)$")


def _unescape(found: re.Match[str]) -> str:
    digits = found[1] or found[2]
    if digits:
        code = int(digits, 16)
        if 0xD800 <= code < 0xE000:
            raise Unread("half a surrogate pair: write the character itself")
        return chr(code)
    if found[3] not in _ESCAPED:
        raise Unread("in double quotes a backslash is written twice, or use single quotes")
    return _ESCAPED[found[3]]


def quoted(text: str, start: int = 0) -> tuple[str, int]:
    """The quoted scalar at `start` and the position behind its closing quote."""
    found = (_DOUBLE if text[start] == '"' else _SINGLE).match(text, start)
    if found is None or "\n" in found[0]:
        raise Unread("a quote is opened and not closed in the same line")
    if text[start] == '"':
        return _ESCAPE.sub(_unescape, found[1]), found.end()
    return found[1].replace("''", "'"), found.end()


def uncommented(text: str) -> str:
    """`text` without its comment and the blanks around it."""
    return (COMMENT.sub("", text, count=1) if "#" in text else text).strip(" \t")


def plain(text: str) -> str:
    """A plain scalar that is a whole value: comment cut off, everything else kept."""
    value = uncommented(text)
    if value and not value[0].isalnum() and not _PLAIN_START.match(value):
        raise Unread("the value starts with a sign that YAML keeps for itself: put it in quotes")
    if ":" in value and re.search(r":(?:[ \t]|$)", value):
        raise Unread("a second `: ` in one line: put the value in quotes")
    return value


def block(header: str, lines: Sequence[str]) -> str:
    """The text of a `|` or `>` scalar; `lines` are its lines, cut at its indentation ('' = blank)."""
    kind, chomp = header_of(header)
    said = [n for n, line in enumerate(lines) if line]
    if not said:
        return "\n" * len(lines) if chomp == "+" else ""
    text = "\n" * said[0] + lines[said[0]]
    for before, n in itertools.pairwise(said):
        folds = kind == ">" and lines[before][0] not in " \t" and lines[n][0] not in " \t"
        blank_lines = n - before - 1
        text += ("\n" * blank_lines or " ") if folds else "\n" * (blank_lines + 1)
        text += lines[n]
    return text + {"-": "", "": "\n", "+": "\n" * (len(lines) - said[-1])}[chomp]


def header_of(text: str) -> tuple[str, str]:
    """(`|` or `>`, chomping sign or '')."""
    found = _HEADER.match(uncommented(text))
    if found is None:
        raise Unread("write `|` or `>` alone, the text in the lines below")
    return found[1], found[2]
