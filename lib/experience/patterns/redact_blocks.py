"""Private keys in PEM or OpenPGP armour, whole or cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator

from experience.patterns.redact_span import Span

_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
#: The longest key of use: RSA with 16,384 bits is about 13,000 characters.
_LONGEST = 30_000
#: Between two lines of a key: line ends, also written as `\n`, quotes, marks of diffs and of quoted mail.
_BETWEEN = r"(?:[ \t\r\n\"'+>|,]|\\[nrt]){1,12}"
_LINE = re.compile(
    _BETWEEN + r"(?:[A-Za-z0-9+/]{16,4096}={0,2}"
    r"|(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset):[^\n\\]{1,100}"
    r"|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9+/=]))"
)
#: The last line may be short; prose behind a cut key is not taken for one.
_LAST = re.compile(
    r"(?:[ \t\r\n]|\\[nrt]){1,4}(?=[A-Za-z+/]{0,15}[0-9+/=])[A-Za-z0-9+/]{1,15}={0,2}(?![\w+/=.,:;-])"
)
_LINE_END = re.compile(r"(?:[ \t\r\n]|\\[nr]){1,8}")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{16,100}={0,2}")
_PUTTY = re.compile(r"Private-Lines: \d{1,3}((?:\r?\n[A-Za-z0-9+/=]{1,80}){1,400})")
KIND = "private-key"


def private_keys(text: str) -> Iterator[Span]:
    if "PRIVATE KEY" in text:
        yield from _armoured(text)
        yield from _without_beginning(text)
    if "Private-Lines" in text:
        for found in _PUTTY.finditer(text):
            yield Span(found.start(1), found.end(1), KIND)


def _armoured(text: str) -> Iterator[Span]:
    at = 0
    while begin := _BEGIN.search(text, at):
        end = _end_of_lines(text, begin.end())
        closing = _END.match(text, _past_blanks(text, end))
        at = closing.end() if closing else end
        if end > begin.end():
            yield Span(begin.start(), at, KIND)


def _end_of_lines(text: str, at: int) -> int:
    """Where the lines of the key that begin at `at` end; `at` when there is none."""
    start, limit = at, at + _LONGEST
    while at < limit and (line := _LINE.match(text, at)):
        at = line.end()
    last = _LAST.match(text, at) if at > start else None
    return last.end() if last else at


def _past_blanks(text: str, at: int) -> int:
    found = re.compile(r"(?:[ \t\r\n\"'+>|,=]|\\[nrt]){0,16}").match(text, at)
    return found.end() if found else at


def _without_beginning(text: str) -> Iterator[Span]:
    """The tail of a key whose first lines were cut off."""
    behind = 0
    for end in _END.finditer(text):
        window = max(behind, end.start() - 4000)
        start = _start_of_lines(text[window : end.start()])
        if start is not None:
            yield Span(window + start, end.end(), KIND)
        behind = end.end()


def _start_of_lines(before: str) -> int | None:
    """Where the unbroken lines of base64 begin that `before` ends with."""
    breaks = list(_LINE_END.finditer(before))
    if not breaks or breaks[-1].end() != len(before):
        return None
    start = None
    for upper, lower in zip([None, *breaks], breaks, strict=False):
        first = upper.end() if upper else 0
        if not _BASE64.fullmatch(before, first, lower.start()):
            start = None
        elif start is None:
            start = first
    return start
