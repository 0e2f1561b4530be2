"""A query without what it was about: brands, dates, numbers, paths and addresses become placeholders.

No model: forms of words decide, and short lists of what searches are about. `winning_pattern` names the
parts in their order (`brand + pain_word + recent_date_window`), `good_query` keeps the other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from experience.hotpath.sanitize import one_line

#: Characters of a query that are looked at, of a template, and parts of a pattern.
LOOKED_AT, QUERY, PARTS = 400, 200, 8


class Query(NamedTuple):
    """`pattern`: names of the parts; `text`: the query with placeholders."""

    pattern: str
    text: str


_MONTHS = "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
_SPAN = (
    r"(?:last|past|previous|recent|this|letzten?|vergangenen?|derniers?|últimos?|ultimos?|posledních|poslednich)"
    r"\s+(?:(?:\d+|few|two|three|six|twelve)\s+)?(?:hours?|days?|weeks?|months?|quarters?|years?|tage?n?|wochen?|monaten?|jahren?|jours|semaines|mois|ans"
    r"|d[ií]as|semanas|meses|años|dias|anos|dn[ůíu]|t[ýy]dn[ůíu]|m[ěe]s[íi]c[ůíu])"
)
#: Placeholder -> what it stands for; the first that fits at a place wins.
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(form, re.IGNORECASE))
    for name, form in (
        ("site", r"site:\S+"),
        ("url", r"https?://\S+|\bwww\.\S+"),
        ("email", r"[\w.+-]+@[\w-]+\.[\w.]+"),
        ("path", r"(?:~|\.{1,2})?/(?:[\w.@-]+/)*[\w.@-]+|\b[A-Za-z]:\\\S+|\b[\w-]+(?:/[\w.-]+)+\.\w{1,5}\b|\b[\w-]+\.(?:py|ts|tsx|js|jsx|go|rs|java|md|json|ya?ml|toml|sql|css|html|sh|csv|pdf)\b"),
        ("recent_date_window", _SPAN + r"|(?:近|最近|过去|過去|這|这|直近|ここ)\s*[\d一二三四五六七八九十两兩几幾]*\s*(?:天|日間|日|周|週間|週|个月|個月|ヶ月|か月|月|年間|年|季度)|최근\s*\d*\s*(?:일|주|개월|년)"),
        ("date", rf"\b\d{{4}}[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}})?\b|\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b|\b(?:{_MONTHS})\.?\s+(?:\d{{1,2}},?\s+)?(?:19|20)\d\d\b|\b(?:19|20)\d\d\b|(?:19|20)\d\d\s*年(?:\s*\d+\s*月)?(?:\s*\d+\s*[日号])?|\d+\s*月\s*\d+\s*[日号]"),
        ("id", r"\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=\w*\d)[0-9a-f]{7,40}\b|#\d+\b|\b[A-Z]{2,8}-\d+\b"),
        ("version", r"\bv?\d+\.\d+(?:\.\d+)*(?:[-\w.]*)?\b"),
        ("price", r"[$€£¥]\s?\d[\d.,]*k?|\d[\d.,]*\s?(?:usd|eur|元|円|€|\$)"),
        ("error_code", r"(?-i:\bE[A-Z]{4,}\b|\b[A-Z]{1,3}\d{3,5}\b)"),
        ("number", r"\d[\d.,:%]*"),
    )
)  # fmt: skip
#: What patterns/redact.py left, and a sign that no query has.
_SECRET, _MASK = re.compile(r"[<\u2039]redacted:[\w-]+>"), "\ue000"
_QUOTED = re.compile(
    r"\"([^\"]{1,120})\"|“([^”]{1,120})”|「([^」]{1,120})」|『([^』]{1,120})』|«([^»]{1,120})»"
)
#: Kind -> words of it, in languages that searches come in.
_WORDS: dict[str, frozenset[str]] = {
    "pain_word": frozenset(
        "problem problems issue issues bug bugs complaint complaints error errors fail fails failing broken crash"
        " crashes drawback drawbacks cons worst pain painful annoying disappointing probleme fehler nachteile"
        " problèmes erreur défauts problemas errores quejas problémy chyby nevýhody".split()
    ),
    "review_word": frozenset("review reviews rating ratings experience opinion opinions test erfahrungen avis reseñas opiniones recenze zkušenosti".split()),
    "comparison_word": frozenset("vs versus compare comparison compared alternative alternatives better best top gegen vergleich mejor srovnání".split()),
    "how_to_word": frozenset("how tutorial guide example examples howto setup install configure anleitung beispiel comment cómo como jak návod".split()),
    "price_word": frozenset("price prices pricing cost costs cheap preis kosten prix precio precios cena ceny".split()),
}  # fmt: skip
_UNSPACED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("pain_word", ("痛点", "缺点", "缺點", "问题", "問題", "避雷", "踩坑", "吐槽", "差评", "故障", "不具合", "欠点", "悪い", "문제", "단점")),
    ("review_word", ("测评", "評測", "评测", "体验", "體驗", "心得", "口碑", "评价", "評價", "レビュー", "口コミ", "評判", "후기", "리뷰")),
    ("comparison_word", ("对比", "對比", "比较", "比較", "推荐", "推薦", "おすすめ", "비교", "추천")),
    ("how_to_word", ("教程", "怎么", "怎麼", "如何", "方法", "使い方", "やり方", "방법")),
    ("price_word", ("价格", "價格", "多少钱", "値段", "価格", "가격")),
    ("brand_word", ("品牌", "ブランド", "브랜드")),
)  # fmt: skip
_STOP = frozenset(
    "a an the of for in on to and or with by from about at as is are what which der die das und für mit le la les de du des et pour el los las y para con na pro s v o".split()
)
#: Capitals that name nobody.
_NO_NAMES = frozenset(("I", "I'm", "I've", "A", "OK"))
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_BRAND = re.compile(
    r"(?:[A-Z][\w&'’.+-]*|[a-z]+[A-Z]\w*)(?:\s+(?:[A-Z][\w&'’.+-]*|[a-z]+[A-Z]\w*|\d{1,4}[A-Za-z]*))*"
)
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9&'’.+-]*(?: +[A-Za-z0-9][A-Za-z0-9&'’.+-]*)*")
_MARK = re.compile(r"<(\w+)>")
_TOKEN = re.compile(
    r"<\w+>|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[^\s<>\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)


def of_query(said: str) -> Query:
    """`said`: a query, redacted. The same words with other brands, dates or numbers give the same result."""
    text = _SECRET.sub(_MASK, one_line(said, LOOKED_AT))
    for sign in "\u2039<>":
        text = text.replace(sign, " ")
    text = text.replace(_MASK, " <secret> ")
    text = _QUOTED.sub(" <phrase> ", text)
    for name, form in _FORMS:
        text = _outside(text, form, f" <{name}> ")
    text = " ".join(_brands(text).split())
    return Query(
        " + ".join(_parts(text)) or "empty", one_line(_collapsed(text), QUERY).replace("\u2039", "<")
    )


def _outside(text: str, form: re.Pattern[str], mark: str) -> str:
    """Replace what `form` finds outside of placeholders."""
    pieces = _MARK.split(text)
    kept = [f" <{piece}> " if at % 2 else form.sub(mark, piece) for at, piece in enumerate(pieces)]
    return "".join(kept)


def _brands(text: str) -> str:
    """Names with a capital, but for the first word of a sentence of small ones; Latin words among CJK."""
    is_cjk = bool(_CJK.search(text))
    pieces = _MARK.split(text)
    found = []
    for at, piece in enumerate(pieces):
        if at % 2:
            found.append(f" <{piece}> ")
        elif is_cjk:
            found.append(_LATIN.sub(" <brand> ", piece))
        else:
            found.append(_BRAND.sub(lambda one, at=at: _brand(one, at), piece))
    return "".join(found)


def _brand(found: re.Match[str], at: int) -> str:
    """`How`, `Why`, `The` begin sentences; whatever else bears a capital is a name."""
    words = found[0].split()
    if words[0] in _NO_NAMES:
        return found[0]
    if at == 0 and found.start() == 0 and (words[0].lower() in _STOP or _kind(words[0])):
        rest = " ".join(words[1:])
        return f"{words[0].lower()} {'<brand> ' if rest else ''}"
    return " <brand> "


def _kind(word: str) -> str:
    plain = word.lower().strip(".,;:!?()")
    return next((name for name, words in _WORDS.items() if plain in words), "")


def _parts(text: str) -> list[str]:
    """Names of the parts in their order, each once in a row, at most PARTS."""
    names: list[str] = []
    for token in _TOKEN.findall(text):
        for name in _names(token):
            if name and (not names or names[-1] != name):
                names.append(name)
    return names[:PARTS]


def _names(token: str) -> Iterator[str]:
    if token.startswith("<"):
        yield token[1:-1]
    elif _CJK.search(token):
        yield from _names_unspaced(token)
    elif token.lower() not in _STOP and any(map(str.isalnum, token)):
        yield _kind(token) or "term"


def _names_unspaced(token: str) -> Iterator[str]:
    """The words that are known, and `term` for what stands between them."""
    places = sorted(
        (token.find(word), word, name) for name, words in _UNSPACED for word in words if word in token
    )
    at = 0
    for start, word, name in places:
        if start >= at:
            if start > at:
                yield "term"
            yield "brand" if name == "brand_word" else name
            at = start + len(word)
    if at < len(token.rstrip("词詞的")):
        yield "term"


def _collapsed(text: str) -> str:
    """Placeholders of one kind in a row are one."""
    return re.sub(r"(<\w+>)(?:\s+\1)+", r"\1", text)
