"""Values assigned to a name that says it is secret, and those that look random whatever their name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from experience.patterns.redact_span import Span
from experience.patterns.redact_values import identifier, random_looking, speaks_only, words_of

_PASSWORDS = frozenset({"password", "passwd", "pwd", "pass", "passphrase", "passcode", "pw"})
_SECRETS = frozenset(
    {"secret", "token", "apikey", "credential", "credentials", "authkey", "auth", "cookie", "pat"}
)
_NOUNS = _PASSWORDS | _SECRETS | {"key"}
#: Words before `key` that make it a secret.
_OF_KEYS = frozenset(
    "openai anthropic gemini google groq mistral cohere stripe sendgrid mailgun algolia datadog pusher"
    " api access private secret auth encryption encrypt decryption signing sign master account"
    " storage shared service"
    " admin session deploy jwt hmac aes rsa client app license server webhook machine"
    " subscription ssh cipher".split()
)
#: What may follow the noun without changing what it is.
_TAIL = frozenset(
    "prod production dev development staging stage test live old new current default base value v"
    " confirmation".split()
)
#: Tokens of language models and the like.
_NO_TOKEN = frozenset(
    "eos bos pad unk sep cls mask stop special start end next sub word num max min cancellation"
    " design".split()
)
_GLUED = re.compile(
    r"(?:password|passwd|passphrase|secret|apikey|authtoken|accesstoken|secretkey|accesskey"
    r"|privatekey|sharedkey|accountkey|masterkey|apitoken)$"
)

_STEM = re.compile(
    r"(?:[Pp]ass|PASS|[Pp]wd|PWD|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Kk]ey|KEY|[Cc]redential"
    r"|CREDENTIAL|[Aa]uth|AUTH"
    r"|[Cc]ookie|COOKIE|_PAT\b|_pw\b|_PW\b)"
    r"[\w.-]{0,30}(\\?[\"'])?\]?[ \t]{0,20}(?:=>|:=|\?=|\+=|=|:)[ \t]{0,20}(?!=)"
)
_BEHIND = re.compile(r"[\w.-]{0,60}")
_QUOTED = re.compile(
    r"[bBrRuUfF]{0,2}(?:\\\"([^\"\\\n]{1,2000})\\\"|\"((?:[^\"\\\n]|\\[^\n]){1,2000})(?:\"|$|(?=\n))"
    r"|'((?:[^'\\\n]|\\[^\n]){1,2000})(?:'|$|(?=\n))|`([^`\n]{1,2000})`)"
)
_ENV_LINE = re.compile(r"(?:^|[\s;\"'])(?:export\s+|set\s+|ENV\s+|-e\s+|--env[ =])?$")
#: The start of a value, by which it is judged, and what may follow.
_BARE = re.compile(r"[^\s\"'`,;<>&|\\]{1,200}")
_REST = re.compile(r"[^\s\"'`,;<>&|\\]+")
_BARE_TO_BLANK = re.compile(r"[^\s\"'`]{1,200}")
_RANDOM = re.compile(r"[=:][ \t]{0,2}[\"']?(?!//)([A-Za-z0-9+/_-]{24,200}={0,2})(?![\w+/=.(-])")
#: Names whose values are random and no secret.
_OPEN_NAMES = frozenset(
    "sha hash digest integrity checksum etag commit id uuid guid nonce version image data src"
    " content rev revision"
    " fingerprint thumbprint public pub pubkey cert certificate build chunk href url link path"
    " file name cursor page"
    " sum md sri ref tag block address addr tx sourcemap mappings blob body hostkey serial trace"
    " span request cid".split()
)


def assigned(text: str) -> Iterator[Span]:
    behind = 0
    for found in _STEM.finditer(text):
        if found.start() < behind:  # in a value that was taken out whole
            continue
        start = _start_of_name(text, found.start())
        if text[start - 1 : start] in ("/", ":") and _of_address(text[max(0, start - 80) : start]):
            continue
        name = re.split(r"[\\\"'\]\s=:?+]", text[start : found.end()], maxsplit=1)[0]
        kind = kind_of(name)
        if kind:
            for span in _value(text, start, name, found, kind):
                behind = span.end
                yield span
    for found in _RANDOM.finditer(text):
        if random_looking(found[1]) and not _open(text, found.start(), found[1]):
            yield Span(found.start(1), found.end(1), "high-entropy")


def kind_of(name: str) -> str:
    """'password', 'secret', or '' where `name` (`dbPassword`, `X-Api-Key`) holds no secret."""
    words = words_of(name)
    while words and (words[-1].isdecimal() or words[-1] in _TAIL):
        words.pop()
    if not words:
        return ""
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last in _PASSWORDS or re.search(r"(?:password|passwd|passphrase)$", last):
        return "password"
    if last == "token" and before in _NO_TOKEN:
        return ""
    if last in _SECRETS or _GLUED.search(last) or (last == "key" and before in _OF_KEYS):
        return "secret"
    return "secret" if (before, last) in (("connection", "string"), ("key", "base")) else ""


def _of_address(before: str) -> bool:
    """The user of an address, or a part of a name of AWS."""
    return before.endswith("://") or "arn:" in before.rpartition(" ")[2]


def _start_of_name(text: str, at: int) -> int:
    behind = text[max(0, at - 60) : at][::-1]
    found = _BEHIND.match(behind)
    return at - (found.end() if found else 0)


def _value(text: str, start: int, name: str, found: re.Match[str], kind: str) -> Iterator[Span]:
    quoted = _QUOTED.match(text, found.end())
    if quoted and quoted.lastindex:
        value = quoted[quoted.lastindex]
        if _secret_in_quotes(value, name, kind):
            yield Span(quoted.start(quoted.lastindex), quoted.end(quoted.lastindex), kind)
        return
    bare = _bare(text, start, found)
    if bare and not found[0].endswith(("\\",)) and _secret_bare(text, start, name, found, bare, kind):
        yield Span(bare[0], _whole(text, bare), kind)


def _whole(text: str, bare: tuple[int, int]) -> int:
    """The end of a value that goes on behind the part that was judged."""
    rest = _REST.match(text, bare[1]) if bare[1] - bare[0] >= 200 else None
    return rest.end() if rest else bare[1]


def _secret_in_quotes(value: str, name: str, kind: str) -> bool:
    if speaks_only(value) or _number(value, kind) or _another_name(value, kind):
        return False
    if words_of(name)[-1] in ("auth", "cookie", "credentials", "credential", "key"):
        return len(value) >= 8 and re.search(r"\d", value) is not None and " " not in value
    return kind == "password" or not (
        " " in value or re.fullmatch(r"[A-Za-z]{1,7}|[a-z]+(?:[_.-][a-z]+)+", value)
    )


def _another_name(value: str, kind: str) -> bool:
    """`"token": "nextToken"`, `PASSWORD = "CHANGE_PASSWORD"`: one name for another."""
    named = bool(set(words_of(value)) & _NOUNS) and identifier(value)
    return named and (kind == "secret" or (value.isupper() and "_" in value))


def _bare(text: str, start: int, found: re.Match[str]) -> tuple[int, int] | None:
    """The value without quotes: to the blank in a line of an .env file, else to the next delimiter."""
    env = _env(text, start, found)
    if "://" in text[max(0, start - 300) : start].rpartition(" ")[2] or text[start - 1 : start] in ("?", "&"):
        env = False
    value = (_BARE_TO_BLANK if env else _BARE).match(text, found.end())
    if value is None:
        return None
    end = value.end()
    while end > value.start() and text[end - 1] in (",;)" if env else ".,:;)]}!?*"):
        end -= 1
    return (value.start(), end) if end > value.start() else None


def _env(text: str, start: int, found: re.Match[str]) -> bool:
    """`NAME=value`, as a shell and an .env file have it."""
    name, _, rest = found[0].partition("=")
    before = text[max(0, start - 24) : start]
    whole = text[start : found.start()] + name
    return (
        rest == ""
        and re.fullmatch(r"[A-Z][A-Z0-9_]*", whole) is not None
        and _ENV_LINE.search(before) is not None
    )


def _secret_bare(
    text: str, start: int, name: str, found: re.Match[str], place: tuple[int, int], kind: str
) -> bool:
    value = text[place[0] : place[1]]
    if speaks_only(value) or _number(value, kind) or text[place[1] : place[1] + 1] == "(":
        return False
    if words_of(name)[-1] in ("auth", "cookie", "credentials", "credential", "key") and not re.search(
        r"\d", value
    ):
        return False
    if not identifier(value):
        return _env(text, start, found) or not _type_or_attribute(value)
    return not _names_something(text, start, found, place, value, kind)


def _type_or_attribute(value: str) -> bool:
    """`ed25519.Ed25519PrivateKey`: a path of names, the last of which is one of a secret."""
    last = value.rpartition(".")[2]
    camel = re.fullmatch(r"(?:[A-Za-z_]\w{0,40}\.){0,6}[A-Z]\w{0,60}", value) is not None
    return camel and bool(set(words_of(last)) & _NOUNS) and re.search(r"[a-z]{3}", last) is not None


def _names_something(
    text: str, start: int, found: re.Match[str], place: tuple[int, int], value: str, kind: str
) -> bool:
    """Is this word a variable or a type? Not in an .env line, a connection string or a query."""
    if (
        _env(text, start, found)
        or text[start - 1 : start] in ("?", "&", ";")
        or text[place[1] : place[1] + 1] == "&"
    ):
        return False
    tight = found[0].endswith("=") and " " not in found[0]
    if tight and text[place[1] : place[1] + 1] == ";" and ";" in text[max(0, start - 200) : start]:
        return False
    if tight and text[max(0, start - 2) : start] == "--":
        return False
    if set(words_of(value)) & _NOUNS:
        return True
    line_ends = text[place[1] : place[1] + 1] in ("", "\n", "\r") and text[start - 1 : start] in (
        "",
        "\n",
        " ",
    )
    lonely = text[max(0, start - 80) : start].rpartition("\n")[2].strip(" -") == "" and line_ends
    if lonely and ":" in found[0] and kind == "password":
        return not value.islower()
    return not (any(map(str.isdigit, value)) and not found[0].endswith(" ") and kind == "password")


def _number(value: str, kind: str) -> bool:
    """A count or a code, but for passwords of digits."""
    if re.fullmatch(r"[\d.,_:+-]+[a-zA-Z]?", value) is None:
        return False
    return not (kind == "password" and value.isdecimal() and len(value) >= 4)


def _open(text: str, at: int, value: str) -> bool:
    """The name before `=` says that the value may be seen, or the value is the hash of a package."""
    before = text[max(0, at - 60) : at].rstrip("\"' ]")
    name = re.search(r"[\w.-]{1,60}$", before)
    if name is None:
        return True
    return bool(set(words_of(name[0])) & _OPEN_NAMES) or value.startswith(
        ("sha1-", "sha256-", "sha384-", "sha512-")
    )
