"""Whether a value that is assigned to a secret's name gives the secret away, or only speaks of it."""

from __future__ import annotations

import re
from itertools import pairwise

from experience.patterns.redact_tokens import blanked_out

_PLACEHOLDER = re.compile(
    r"<|\$[\w{(\[]|\$\$|\{\{|\{[\w(}.:]|[,)\]]|#[0-9a-f]{3,8}$|[#@%]\{|%[\w(]{1,60}%|%[sdrvq]|%\("
    r"|\[[\w -]*\]?|\(|`|\.\.\.|\u2026|!|\*{3}"
    r"|(?:(?:set|put|add|type|insert|enter|paste|use|replace)[ _-])?(?:your|my|the|our)(?:[ _.-]|(?=[A-Z]))"
    r"|(?:env|file|vault|ssm|sm|secretsmanager|keychain|op|aws|gcp|azure|ref|keyring|doppler)[:+]"
    r"|arn:|projects/|ENC\[|(?:https?|wss?|ftp|file)://",
    re.IGNORECASE,
)
#: A place of a template, anywhere in the value.
_SLOT = re.compile(r"\$?\{[A-Za-z_][\w.]{0,40}\}")
#: What a value says, it says at its beginning; more is not looked at, so that the cost is bounded.
_LOOK = 80
_PLACEHOLDER_WORDS = re.compile(
    r"(?i)(?:^|[_\W])(?:change[_-]?(?:me|it|this)|placeholder|redacted|dummy|example|insert|todo"
    r"|fixme|replace|omitted"
    r"|goes[_-]here|here|sample|fake|mock(?:ed)?|foo|bar|foobar|stub|masked|hidden|removed)(?:$|[_\W])"
)
#: A call, an index, an attribute, an operator: code that gets the value from elsewhere.
_CODE = re.compile(
    r"(?:await |new |lambda |not |typeof |async |\(|\[|&|\*|@|/\*|//)"
    r"|[\w.:>?!$-]{1,120}[(\[]|[\w$]{1,60}(?:(?:\?\.|\.|::|->)[A-Za-z_$][A-Za-z_]*\d?){1,8}[!?]?$"
    r"|(?:process\.env|os\.environ|import\.meta|env|settings|config|self|this|secrets|vars|inputs"
    r"|github|steps)\b[.\[]"
)
_PATH = re.compile(
    r"(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?![A-Za-z0-9+/]{28})(?=[^\d]*(?:\d{1,3}[^\d]+)*\d{0,3}$)[\w./\\@-]+$"
    r"|[\w./-]+\.(?:pem|key|json|ya?ml|txt|env|crt|p12|pub|toml)$"
)
#: Types, states, labels, the words of prose: never a secret by themselves.
_WORDS = frozenset(
    "string str bytes bytearray int integer number float boolean bool any object text varchar"
    " char binary uuid"
    " secretstr optional required nullable none null nil undefined empty void unknown true false"
    " yes no on off auto"
    " default field input type types password passwords passwd pass passphrase pwd secret secrets"
    " token tokens key keys"
    " apikey credential credentials auth authorization authentication username user login email name value id"
    " env environment hidden masked redacted removed file path prompt ask stdin stdout manual"
    " enabled disabled"
    " query header headers body cookie cookies bearer basic digest jwt oauth oauth2 oidc saml"
    " sha256 sha512 md5 hs256"
    " rs256 es256 bcrypt argon2 scrypt pbkdf2 aes aes256 base64 hex utf8 is are was were has have"
    " had be the a an to of for"
    " and or in on at by with from if not only must may can should will it this that your my our"
    " enter forgot reset"
    " confirm new old current invalid incorrect wrong missing expired valid required changed"
    " rotated please create"
    " update delete show hide label placeholder title hint flag option options argument parameter"
    " variable const let var"
    " request response session access refresh id_token access_token refresh_token"
    " client_credentials ok error failed"
    " success test testing tbd todo xxx abc foo bar baz public private protected static final"
    " readonly self cls".split()
)
_SPLIT = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def words_of(name: str) -> list[str]:
    """The small words of `dbPassword`, `DB_PASSWORD`, `db-password`."""
    return [word.lower() for word in _SPLIT.findall(name)]


def speaks_only(value: str) -> bool:
    """A placeholder, a reference, code, a path, a word of prose or of types."""
    bare = value[:_LOOK].strip().strip("*_").strip()
    return (
        len(bare) < 3
        or blanked_out(bare)
        or _PLACEHOLDER.match(bare) is not None
        or _PLACEHOLDER_WORDS.search(bare) is not None
        or _CODE.match(bare) is not None
        or _PATH.match(bare) is not None
        or _SLOT.search(bare) is not None
        or len(set(bare)) < 3
        or _prose(bare)
    )


def _prose(value: str) -> bool:
    """Known words alone, or a sentence that has some of them."""
    found = [word.casefold() for word in re.findall(r"[^\W\d_]+\d*", value)]
    if value.casefold() in _WORDS:
        return True
    known = sum(word in _WORDS for word in found)
    return bool(found) and (known == len(found) or (known >= 1 and len(found) >= 3 and " " in value))


def identifier(value: str) -> bool:
    """A name in a program: words in `camelCase` or `snake_case`, perhaps with a digit or two at the end."""
    if len(value) > 60 or re.fullmatch(r"[A-Za-z_$]+\d{0,2}[;,]?", value) is None:
        return False
    words = [word for word in _SPLIT.findall(value) if word.isalpha()]
    return sum(len(word) < 3 for word in words) <= 2 and sum(len(word) == 1 for word in words) <= 1


def random_looking(value: str) -> bool:
    """Small and capital letters and digits so mixed that no one named anything so."""
    digits, capitals = sum(map(str.isdigit, value)), sum(map(str.isupper, value))
    small = sum(map(str.islower, value))
    if min(digits, capitals, small) < 3 or len(set(value)) < 14:
        return False
    kinds = [_kind(sign) for sign in value]
    changes = sum(a != b for a, b in pairwise(kinds))
    return changes >= 0.42 * (len(value) - 1) and not re.search(r"[a-z]{7}|[A-Z]{8}|\d{8}", value)


def _kind(sign: str) -> int:
    return 0 if sign.islower() else 1 if sign.isupper() else 2 if sign.isdigit() else 3
