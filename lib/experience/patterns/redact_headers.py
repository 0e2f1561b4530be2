"""Headers of HTTP that let somebody in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from experience.patterns.redact_span import Span
from experience.patterns.redact_values import speaks_only

_AUTHORIZATION = re.compile(
    r"(?i)\b(?:proxy-)?authorization[\\\"']{0,2}\]?[ \t]{0,4}(?:=>"
    r"|[:=,])[ \t]{0,4}(?:[bf](?=[\"']))?[\\\"'`]{0,2}"
    r"((?:bearer|basic|token|apikey|api-key|digest|negotiate|ntlm|ssws|genie-?key|hmac|bot|key"
    r"|splunk|oauth)[ \t]{1,4})?"
    r"((?=[\w+/=.~-])[^\s\"'`\\<>]{4,8000})([^\n\"'`\\]{0,2000})"
)
#: Outside of a header: `Bearer eyJ...` in a sentence or in code.
_BEARER = re.compile(r"(?<![\w-])(?:[Bb]earer|BEARER)[ \t]{1,3}([\w.~+/=-]{16,8000})")
_COOKIE = re.compile(
    r"(?i)(?<![\w-])(set-)?cookie[\\\"']{0,2}[ \t]{0,4}(?:=>|[:,])[ \t]{0,4}[\\\"'`]{0,2}"
    r"([\w.$!%*-]{1,100}=[^\n\"'`\\]{1,8000})"
)
_COOKIE_IN_COMMAND = re.compile(
    r"(?<=\s)(?:-b|--cookie)[ \t=]{1,2}[\"']?([\w.-]{1,60}=[^\s\"']{6,4000}"
    r"(?:; ?[\w.-]{1,60}=[^\s\"';]{1,2000}){0,20})"
)


def headers(text: str) -> Iterator[Span]:
    low = text.casefold()
    if "authorization" in low:
        yield from _authorizations(text)
    if "bearer" in low:
        yield from _bearers(text)
    if "cookie" in low:
        for found in _COOKIE.finditer(text):
            yield from _cookie(found)
    if " -b" in text or "--cookie" in text:
        yield from _cookies_of_commands(text)


def _authorizations(text: str) -> Iterator[Span]:
    for found in _AUTHORIZATION.finditer(text):
        secret = found[1] or len(found[2]) >= 20 or any(map(str.isdigit, found[2]))
        if secret and not speaks_only(found[2]):
            # AWS4-HMAC-SHA256 Credential=..., Signature=...: all of it
            end = found.end(3) if "=" in found[3] and ("," in found[2] + found[3]) else found.end(2)
            yield Span(found.start(2), end, "authorization")


def _bearers(text: str) -> Iterator[Span]:
    for found in _BEARER.finditer(text):
        if any(map(str.isdigit, found[1])) and not speaks_only(found[1]):
            yield Span(found.start(1), found.end(1), "authorization")


def _cookies_of_commands(text: str) -> Iterator[Span]:
    for found in _COOKIE_IN_COMMAND.finditer(text):
        if not speaks_only(found[1].partition("=")[2]):
            yield Span(found.start(1), found.end(1), "cookie")


def _cookie(found: re.Match[str]) -> Iterator[Span]:
    """All of `Cookie:`; of `Set-Cookie:` the first pair, as the rest are attributes."""
    value = found[2].partition(";")[0] if found[1] else found[2].rstrip()
    if any(not speaks_only(pair.partition("=")[2]) for pair in value.split(";")[:40]):
        yield Span(found.start(2), found.start(2) + len(value), "cookie")
