"""Secrets given to a program on its command line, in its prompt or in a line of its own file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from experience.patterns.redact_span import Span
from experience.patterns.redact_values import speaks_only

_QUOTE = r"[\"']?"
_VALUE = r"([^\s\"'`<>|;&]{3,400})"
#: Flags with a secret behind a blank: `--password x`, `--api-key x`. With `=` they are assignments.
_FLAG = re.compile(
    r"(?i)(?<![\w-])--?(?:[a-z0-9]{1,20}[-_.]){0,4}(?:password|passwd|pass|passphrase|pwd|token"
    r"|secret|secret-key|api-?key"
    r"|apikey|access-key|private-key|auth-key|authkey|client-secret)[ \t]{1,3}(" + _QUOTE + ")" + _VALUE
)
_USER = re.compile(
    r"(?<![\w-])(?:-u|--user|--proxy-user)[ =]?" + _QUOTE + r"([^\s:\"'/]{1,80}):([^\s\"'`]{1,200})"
)
_WEB_CLIENT = re.compile(r"\b(?:curl|wget|https?|xh|httpie|lftp|mvn|nexus|artifactory)\b")
#: (what the text must hold in small letters, regex): the secret is the last group.
_OTHERS = (
    (
        ("mysql", "mariadb"),
        r"\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b[^\n|;]{0,200}?\s-p" + _QUOTE
        + r"([^\s\"'-][^\s\"']{2,100})",
    ),
    (("sshpass",), r"\bsshpass\s+-p\s?" + _QUOTE + r"([^\s\"']{2,100})"),
    (
        ("login",),
        r"\b(?:docker|podman|helm|skopeo|oras|buildah|crane|az|oc|nerdctl)\s[^\n"
        r"|;]{0,40}?login\b[^\n|;]{0,200}?"
        r"\s-p[ =]?" + _QUOTE + _VALUE,
    ),
    (("redis-cli",), r"\bredis-cli\b[^\n|;]{0,100}?\s-a\s" + _QUOTE + _VALUE),
    (("requirepass", "masterauth"), r"(?m)^[ \t]{0,8}(?:requirepass|masterauth)\s{1,8}" + _QUOTE + _VALUE),
    (
        ("identified",),
        (
            r"(?i)\bidentified\s{1,8}(?:with\s\w{1,40}\s)?by\s{1,8}"
            r"(?:password\s)?'([^'\n]{1,200})'"
        ),
    ),
    (("password '",), r"(?i)\bpassword '([^'\n]{3,200})'"),
    (("login", "machine"), r"\blogin\s{1,8}[^\s]{1,100}\s{1,8}password\s{1,8}(\S{2,200})"),
    (("pass:",), r"(?<![\w/])pass:([^\s\"':,]{4,100})(?=[\s\"']|$)"),
    ((":",), r"(?m)^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*-]{1,60}:(\S{2,200})$"),
    (
        ("env", "arg", "set"),
        r"(?m)^[ \t]{0,8}(?:ENV|ARG|setx|set -\w{1,4})[ \t]{1,4}[A-Z0-9_]{0,60}"
        r"(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_KEY)[ \t]{1,4}" + _QUOTE + _VALUE,
    ),
    (
        ("</",),
        (
            r"(?i)<(?:[\w:.-]{0,40})(?:password|passwd|passphrase|secret|token|api-?key"
            r"|access-?key)>([^<>\s]{3,400})</"
        ),
    ),
)  # fmt: skip
_COMPILED = tuple((needles, re.compile(form)) for needles, form in _OTHERS)
_SENTENCE = re.compile(
    r"(?i)\b(?:password|passwd|passphrase|passcode|token|secret|api key)\s(?:(?:is|was)\s(?:now\s"
    r"|set to\s)?[\"'`]?"
    r"|(?=[^\s\d]{0,100}\d)(?=[^\s!#$%^&*+~]{0,100}[!#$%^&*+~]))([^\s\"'`]{5,200}?)(?=[.,;!?]?(?:[\s\"'`]|$))"
)
#: The same in the other languages of this tool's users, and names of two words with a colon.
_FOREIGN = re.compile(
    r"(?i)\b(?:passwort|kennwort|heslo|contrase\u00f1a|contrasena|senha|mot de passe"
    r"|(?:api|access|private) key)"
    r"(?:\s(?:ist|lautet|je|es|\u00e9|est|is))?"
    r"\s?[:=]?\s[\"'`]?([^\s\"'`]{5,200}?)(?=[.,;!?]?(?:[\s\"'`]|$))"
)
#: `name: DB_PASSWORD` and on the same or the next line its `value: ...`.
_NAME_VALUE = re.compile(
    r"(?i)\b(?:name|key)[\"']?\s{0,4}[:=]\s{0,4}[\"']?[\w.-]{0,60}?(?:password|passwd|secret|token"
    r"|api[_-]?key|access[_-]?key)[\"']?"
    r"\s{0,40},?\s{0,40}[\"']?value[\"']?\s{0,4}[:=]\s{0,4}[\"']?([^\s\"',}>]{3,1000})"
)


def in_commands(text: str) -> Iterator[Span]:
    low = text.casefold()
    if "-" in text:
        yield from _in_flags(text)
    forms = [form for needles, form in _COMPILED if any(needle in low for needle in needles)]
    if "value" in low:
        forms.append(_NAME_VALUE)
    for form in forms:
        for found in form.finditer(text):
            if not speaks_only(found[1]):
                yield Span(found.start(1), found.end(1), "password")
    for form in _sentences(low):
        for found in form.finditer(text):
            if not speaks_only(found[1]) and _strong(found[1]):
                yield Span(found.start(1), found.end(1), "password")


def _sentences(low: str) -> Iterator[re.Pattern[str]]:
    if "pass" in low or "token" in low or "secret" in low or "api key" in low:
        yield _SENTENCE
    if any(word in low for word in ("wort", "heslo", "contrase", "senha", "mot de", " key")):
        yield _FOREIGN


def _in_flags(text: str) -> Iterator[Span]:
    for found in _FLAG.finditer(text):
        if not speaks_only(found[2]) and _given(text, found):
            yield Span(found.start(2), found.end(2), "password")
    for found in _USER.finditer(text):
        if _password_of_user(text, found):
            yield Span(found.start(2), found.end(2), "password")


def _given(text: str, found: re.Match[str]) -> bool:
    """A value, not the next word of a sentence: quoted, with a digit or sign, or at the end of"
    " its command."""
    value = found[2]
    if value.startswith("-"):
        return False
    ends = text[found.end() : found.end() + 3].lstrip(" ")
    return bool(found[1]) or not value.isalpha() or ends[:1] in ("", "\n", "-", "`", "|", "&", ";", "\\")


def _password_of_user(text: str, found: re.Match[str]) -> bool:
    """`-u name:password` of a web client; `docker run -u 1000:1000` names a group."""
    if speaks_only(found[2]) or found[2].isdecimal():
        return False
    line = text[max(0, found.start() - 400) : found.start()].replace("\\\n", " ").rpartition("\n")[2]
    return _WEB_CLIENT.search(line) is not None or _strong(found[2])


def _strong(value: str) -> bool:
    """Longer than five, with a letter and with a digit or a sign that no word has."""
    bare = value.rstrip(".,;:!?)")
    has_sign = re.search(r"\d|[^\w\s.,'()/-]", bare) is not None
    return len(bare) > 5 and has_sign and re.search(r"[^\W\d]", bare) is not None
