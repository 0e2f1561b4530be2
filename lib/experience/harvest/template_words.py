"""What queries are made of: forms of dates, numbers and places, and short lists of words."""

from __future__ import annotations

import re

_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_SPAN = (
    r"(?:last|past|previous|recent|this|letzten?|vergangenen?|derniers?|últimos?|ultimos?|posledn[ií]ch)"
    r"\s+(?:(?:\d+|few|two|three|six|twelve)\s+)?(?:hours?|days?|weeks?|months?|quarters?|years?|tage?n?"
    r"|wochen?|monaten?|jahren?|jours|semaines|mois|ans|d[ií]as|semanas|meses|años|anos|dn[ůíu]|t[ýy]dn[ůíu]"
    r"|m[ěe]s[íi]c[ůíu])"
)
_SPAN_UNSPACED = (
    r"(?:近|最近|过去|過去|這|这|直近|ここ)\s*[\d一二三四五六七八九十两兩几幾]*\s*"
    r"(?:天|日間|日|周|週間|週|个月|個月|ヶ月|か月|月|年間|年|季度)"
    r"|최근\s*\d*\s*(?:일|주|개월|년)"
)
_PATH = (
    r"(?:~|\.{1,2})?/(?:[\w.@-]+/)*[\w.@-]+|\b[A-Za-z]:\\\S+|\b[\w-]+(?:/[\w.-]+)+\.\w{1,5}\b"
    r"|\b[\w-]+\.(?:py|ts|tsx|js|jsx|go|rs|java|md|json|ya?ml|toml|sql|css|html|sh|csv|pdf)\b"
)
_DATE = (
    r"\b\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b"
    rf"|\b(?:{_MONTHS})\.?\s+(?:\d{{1,2}},?\s+)?(?:19|20)\d\d\b|\b(?:19|20)\d\d\b"
    r"|(?:19|20)\d\d\s*年(?:\s*\d+\s*月)?(?:\s*\d+\s*[日号])?|\d+\s*月\s*\d+\s*[日号]"
)
_ID = (
    r"\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b(?=\w*\d)[0-9a-f]{7,40}\b"
    r"|#\d+\b|\b[A-Z]{2,8}-\d+\b"
)
#: Placeholder -> what it stands for; the first that fits at a place wins.
FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(form, re.IGNORECASE))
    for name, form in (
        ("site", r"site:\S+"),
        ("url", r"https?://\S+|\bwww\.\S+"),
        ("email", r"[\w.+-]+@[\w-]+\.[\w.]+"),
        ("path", _PATH),
        ("recent_date_window", f"{_SPAN}|{_SPAN_UNSPACED}"),
        ("date", _DATE),
        ("id", _ID),
        ("version", r"\bv?\d+\.\d+(?:\.\d+)*(?:[-\w.]*)?\b"),
        ("price", r"[$€£¥]\s?\d[\d.,]*k?|\d[\d.,]*\s?(?:usd|eur|元|円|€|\$)"),
        ("error_code", r"(?-i:\bE[A-Z]{4,}\b|\b[A-Z]{1,3}\d{3,5}\b)"),
        ("number", r"\d[\d.,:%]*"),
    )
)
#: Kind -> words of it, in languages that searches come in.
KINDS: dict[str, frozenset[str]] = {
    kind: frozenset(found.split())
    for kind, found in {
        "pain_word": "problem problems issue issues bug bugs complaint complaints error errors fail fails"
        " failing broken crash crashes drawback drawbacks cons worst pain painful annoying disappointing"
        " probleme fehler nachteile problèmes erreur défauts problemas errores quejas problémy"
        " chyby nevýhody",
        "review_word": "review reviews rating ratings experience opinion opinions test erfahrungen avis"
        " reseñas opiniones recenze zkušenosti",
        "comparison_word": "vs versus compare comparison compared alternative alternatives better best top"
        " gegen vergleich mejor srovnání",
        "how_to_word": "how tutorial guide example examples howto setup install configure anleitung beispiel"
        " comment cómo como jak návod",
        "price_word": "price prices pricing cost costs cheap preis kosten prix precio precios cena ceny",
    }.items()
}
#: The same where no blanks stand between words.
UNSPACED: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
    (kind, tuple(found.split()))
    for kind, found in (
        ("pain_word", "痛点 缺点 缺點 问题 問題 避雷 踩坑 吐槽 差评 故障 不具合 欠点 悪い 문제 단점"),
        ("review_word", "测评 評測 评测 体验 體驗 心得 口碑 评价 評價 レビュー 口コミ 評判 후기 리뷰"),
        ("comparison_word", "对比 對比 比较 比較 推荐 推薦 おすすめ 비교 추천"),
        ("how_to_word", "教程 怎么 怎麼 如何 方法 使い方 やり方 방법"),
        ("price_word", "价格 價格 多少钱 値段 価格 가격"),
        ("brand_word", "品牌 ブランド 브랜드"),
    )
)
STOP = frozenset(
    "a an the of for in on to and or with by from about at as is are what which der die das und für mit"
    " le la les de du des et pour el los las y para con na pro s v o".split()
)
