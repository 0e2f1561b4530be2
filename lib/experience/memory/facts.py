"""Numbers, dates, paths and URLs of a text: what a merge must carry over to the letter (case M10)."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: Each form begins where a run of its signs does, so that a long run is looked at once, not from every sign.
_URL = re.compile(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]*://[^\s<>\"'`()\[\]{}|\u3000-\u303f\uff00-\uff5e]+"
)
#: A path's sign: no blank, no quote, and no CJK, which stands beside paths without a blank.
_SIGN = r"[A-Za-z0-9_.@+%\u00c0-\u024f-]"
_AFRESH = r"(?<![A-Za-z0-9_.@+%\u00c0-\u024f/\\~-])"
_PATH = re.compile(
    rf"{_AFRESH}(?:(?:[A-Za-z]:|~|\.{{1,2}})?(?:[/\\]{_SIGN}+)+[/\\]?"  # /a/b ~/a ./a C:\a
    rf"|{_SIGN}+[/\\]{_SIGN}+(?:[/\\]{_SIGN}+)+[/\\]?"  # a/b/c
    rf"|{_SIGN}+(?:[/\\]{_SIGN}+)?[/\\](?!{_SIGN})"  # a/ a/b/
    rf"|{_SIGN}+(?:[/\\]{_SIGN}+)*\.[a-z][a-z0-9]{{0,4}}(?![A-Za-z0-9_]))"  # a/b.c b.c
)
_CODE = re.compile(r"`([^`\n]+)`")
_MONTHS = (
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
    " leden ledna únor února březen března duben dubna květen května červen června červenec července"
    " srpen srpna září říjen října listopad listopadu prosinec prosince"
    " januar jänner februar märz mai juni juli oktober dezember"
    " enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
    " janvier février mars avril juin juillet août septembre octobre novembre décembre"
    " janeiro fevereiro março maio junho julho setembro outubro novembro dezembro"
)
_MONTH = "|".join(sorted(_MONTHS.split(), key=len, reverse=True))
_DATE = re.compile(
    rf"\b\d{{1,2}}(?:st|nd|rd|th)?\.?\s(?:de\s|of\s)?(?:{_MONTH})\b"
    rf"|\b(?:{_MONTH})\s\d{{1,2}},\s\d{{4}}\b|\b(?:{_MONTH})\s\d{{1,4}}(?:st|nd|rd|th)?\b",
    re.IGNORECASE,
)
#: Numbers whose order or place says what they are: 2. 1. 2026, 2026年1月2日 (numerals too), 10 000.
_HAN = r"[\d\u3007零一二三四五六七八九十]"
_JOINED = re.compile(
    r"(?<![\w.])\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{4}(?!\d))?"
    rf"|(?<!{_HAN}){_HAN}{{1,4}}\s?[年년]\s?{_HAN}{{1,3}}\s?[月월](?:\s?{_HAN}{{1,3}}\s?[日号號일])?"
    rf"|(?<!{_HAN}){_HAN}{{1,3}}\s?[月월]\s?{_HAN}{{1,3}}\s?[日号號일]|(?<!{_HAN}){_HAN}{{2,4}}[年년]"
    "|(?<![\\w.,])\\d{1,3}(?:[ \u00a0\u202f]\\d{3})+(?!\\d)"
)
#: Digits with what belongs to them: 8080, 2026-01-02, 3.11, v2, 1,000, 12:30, and a sign after a blank.
#: A comma joins up to three digits (1,000 and 0,5): `8080,2026` is two numbers.
_NUMBER = re.compile(
    r"(?<![A-Za-z\d_])(?:(?:(?<=[\s(=:])|\A)[-+\u2212](?=\d))?[A-Za-z_]*\d[A-Za-z\d_]*"
    r"(?:[.:-][A-Za-z_]*\d[A-Za-z\d_]*|,\d{1,3}(?![A-Za-z\d_]))*"
)
_TAIL = ".,;:!?…"


def facts(text: str) -> list[str]:
    """In the order they are met, each once. Month names only beside a number."""
    found: dict[str, None] = {}
    for kind, more in (_whole(text), _numbers(text)):
        found |= dict.fromkeys(one for one in kind if one)
        found |= dict.fromkeys(one for one in more if one)
    return list(found)


def _whole(text: str) -> tuple[Iterator[str], Iterator[str]]:
    urls = (found[0].rstrip(_TAIL) for found in _URL.finditer(text))
    return urls, _paths(_URL.sub(" ", text))


def _paths(text: str) -> Iterator[str]:
    for code in _CODE.findall(text):
        if "/" in code or "\\" in code:
            yield code.strip()
    for found in _PATH.finditer(_CODE.sub(" ", text) + "\n" + "\n".join(_plain_code(text))):
        path = found[0].rstrip(_TAIL)
        is_word = len(path) <= (2 if "/" in path or "\\" in path else 3)  # e.g. and ./
        if not is_word and not path.replace(".", "").replace(",", "").isdigit():
            yield path


def _plain_code(text: str) -> Iterator[str]:
    yield from (code for code in _CODE.findall(text) if "/" not in code and "\\" not in code)


def _numbers(text: str) -> tuple[Iterator[str], Iterator[str]]:
    bare = _URL.sub(" ", text)
    dates = (found[0] for form in (_DATE, _JOINED) for found in form.finditer(bare))
    return dates, (found[0] for found in _NUMBER.finditer(bare))


def holds(text: str, fact: str) -> bool:
    """Whether `fact` stands in `text` as it is, not as a part of a longer number, word or path."""
    at = text.find(fact)
    while at >= 0:
        if _is_whole(text, at, at + len(fact), fact):
            return True
        at = text.find(fact, at + 1)
    return False


def _is_whole(text: str, start: int, end: int, fact: str) -> bool:
    before, after = text[max(0, start - 2) : start], text[end : end + 5]
    if re.match(r"[A-Za-z\d_]", fact) and re.search(r"[A-Za-z\d_]\Z|\d[.:-]\Z", before):
        return False
    if re.match(r"\d{1,3}(?!\d)", fact) and re.search(r"\d,\Z", before):
        return False
    if fact[0].isdigit() and re.search(r"(?:\A|[\s(=:])[-+\u2212]\Z", before):  # -5 is not 5
        return False
    is_path = "/" in fact or "\\" in fact
    longer = r"[A-Za-z\d_]|[.-][A-Za-z\d]" if is_path else r"[A-Za-z\d_]|[.:-]\d|,\d{1,3}(?!\d)"
    return not (re.search(r"[A-Za-z\d_]\Z", fact) and re.match(longer, after))


def lost(before: str, after: str) -> list[str]:
    """Facts of `before` that `after` does not hold."""
    known = set(facts(after))
    return [fact for fact in facts(before) if fact not in known and not holds(after, fact)]
