"""Secrets in addresses: user and password, signed links, web hooks, connection strings of databases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from experience.patterns.redact_span import Span
from experience.patterns.redact_tokens import blanked_out

_USERINFO = re.compile(r"://([^\s/:@\"'<>`?#]{0,100}):([^\s/\"'<>`]{1,200})@(?=[\w\[${<%-])")
#: A password that was not encoded may hold `/`; digits and `/` alone are a port and a path.
_WITH_SLASH = re.compile(
    r"(?<=[a-z]://)[^\s/:@\"'<>`?#]{1,100}:(?!\d{1,5}/)([^\s@\"'<>`?#]{1,100})@(?=[\w-]{1,60}[.:/])"
)
_USER_ALONE = re.compile(r"(?<=://)([\w-]{20,255})@(?=[\w.-]{1,100})")
_HOOKS = (
    re.compile(r"hooks\.slack\.com/(?:services|workflows|triggers)/([\w/-]{16,200})"),
    re.compile(r"discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{8,22}/([\w-]{20,100})"),
    re.compile(r"\.webhook\.office\.com/webhookb2/([\w@/-]{20,300})"),
    re.compile(r"api\.telegram\.org/bot([\w:-]{20,60})"),
)
_SIGNED = re.compile(
    r"(?i)[?&;](?:sig|signature|x-amz-(?:signature|security-token)|x-goog-signature|code|auth"
    r"|hmac)=([\w%+/=.~-]{16,2000})"
)
_ORACLE = re.compile(
    r"(?i)(?:jdbc:oracle:\w{2,5}:|sqlplus(?: -\w{1,8}){0,3} )[\w$.-]{1,40}/([^\s@\"'/]{1,80})@"
)
#: A variable, a slot of a template, a word for the password itself.
_NAMED = re.compile(
    r"\$\{?\w|\{\{?[\w. ]|<|%[\w(]|[*x.\u2022]{3,}$|\[|(?i:(?:your|my)[-_]?)?(?i:password|passwd"
    r"|pass|pwd|secret|token)$"
)


def urls(text: str) -> Iterator[Span]:
    if "://" in text:
        yield from _with_password(text)
    for hook in _HOOKS if "/" in text else ():
        for found in hook.finditer(text):
            if not blanked_out(found[1].replace("/", "")):
                yield Span(found.start(1), found.end(1), "webhook")
    for found in _SIGNED.finditer(text):
        if any(map(str.isdigit, found[1])):
            yield Span(found.start(1), found.end(1), "signature")
    for found in _ORACLE.finditer(text) if "oracle" in text or "sqlplus" in text else ():
        if not _NAMED.match(found[1]):
            yield Span(found.start(1), found.end(1), "url-password")


def _with_password(text: str) -> Iterator[Span]:
    for form, group in ((_USERINFO, 2), (_WITH_SLASH, 1)):
        for found in form.finditer(text):
            if not _NAMED.match(found[group]):
                yield Span(found.start(group), found.end(group), "url-password")
    for found in _USER_ALONE.finditer(text):
        if sum(map(str.isdigit, found[1])) >= 3:
            yield Span(found.start(1), found.end(1), "url-password")
