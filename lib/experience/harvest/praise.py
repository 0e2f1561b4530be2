"""How people say that the work is right, in ten languages; nudges/pattern.py explains the notation.

Words are folded and without accents; `isn't` is `is not`, every other apostrophe a blank. A word of a VETO
anywhere in the sentence makes it something else: a wish, a condition, a doubt, half of the work.
"""

from __future__ import annotations

_ALL = "that|this|it|everything|all"
ENGLISH = (
    f"{_ALL} works|worked", f"{_ALL} all? both? works|worked|work",
    "works now|perfectly|fine|great|well|again|flawlessly",
    f"{_ALL} is|s working|fixed|solved|correct|right|perfect|great|exactly", "working now|again|perfectly",
    "now works|work|passes|builds", "^ is? fixed now", f"{_ALL}|you fixed|solved it|that|this",
    f"{_ALL} did it|the",
    "^ did the trick", "^ problem|issue|bug|error|it is|s? now? fixed|solved|resolved|gone now? $",
    f"{_ALL} looks|look good|great|perfect|right|correct", "^ looks|look good|great|perfect|right", "^ lgtm",
    "^ perfect", "^ ship it", "exactly|just what i wanted|needed|meant|asked",
    "^ great|good|nice|excellent|awesome|brilliant|fantastic|amazing|lovely|well work|job|done|answer|result",
    "^ approved|accepted $", "i accept|approve this|that|it|the",
    "^ it? all|everything|tests pass|passes now",
)  # fmt: skip
ENGLISH_VETO = (
    "not never no if when unless until once make sure should would could whether how why which does did"
    " do can want wants need needs please let check verify ensure see test almost nearly partly only except"
    " however locally machine though sort kind fails fail failing broken wrong before after then"
    " hope maybe perhaps anymore still suppose supposed try explain"
)
GERMAN = (
    "es|das|jetzt|alles funktioniert|klappt|geht|lauft|stimmt|passt",
    "funktioniert|klappt|geht|lauft jetzt|wieder|perfekt|super",
    "^ passt|perfekt|super|prima|einwandfrei", "sieht gut|super|perfekt", "genau so|richtig",
    "ist|sind jetzt? behoben|gelost|richtig|repariert",
    "hat funktioniert|geklappt", "gut|super|toll gemacht",
)  # fmt: skip
GERMAN_VETO = (
    "nicht kein keine nie wenn falls ob aber sollte soll bitte bis damit noch fast nur warum wie mach mal"
    " lokal teilweise"
)
FRENCH = (
    "ca|cela|c|tout marche|fonctionne", "ca a marche|fonctionne", "c est bon|parfait|ca|corrige|regle|exact",
    "^ parfait|impeccable|nickel|genial", "probleme|bug resolu|regle|corrige",
    "marche|fonctionne maintenant|bien|parfaitement",
)  # fmt: skip
FRENCH_VETO = "pas si mais quand pour que plus jamais fait veux faut presque seulement pourquoi comment"
SPANISH = (
    "ya|ahora|eso|esto|todo|asi funciona|funciono", "^ funciona|funciono $",
    "funciona ya|ahora|bien|perfecto|perfectamente|correctamente",
    "^ perfecto|excelente|genial|estupendo",
    "esta|quedo|queda bien|perfecto|correcto|arreglado|solucionado|resuelto",
                                             "problema|error resuelto|solucionado|arreglado",
    "eso es justo|exactamente", "buen trabajo",
)  # fmt: skip
SPANISH_VETO = (
    "no si pero cuando para que nunca tampoco casi solo quiero haz debe deberia todavia aun por como"
)
PORTUGUESE = (
    "agora|isso|ja|tudo funciona|funcionou", "funciona|funcionou agora|bem|perfeitamente", "^ funcionou",
    "^ perfeito|excelente|otimo",
    "ficou|esta bom|otimo|perfeito|certo|correto", "deu certo", "problema|erro resolvido|corrigido",
    "bom trabalho",
)  # fmt: skip
PORTUGUESE_VETO = "nao se mas quando para que nunca quase so quero deve deveria ainda como"
CZECH = (
    "uz|ted|to|vse|vsechno funguje|jede|fungovalo", "funguje to|uz|ted|skvele|perfektne|dobre|spravne",
    "^ funguje $", "^ perfektni|perfektne|skvele|vyborne|parada|super $",
    "je to|uz spravne|ono|opravene|hotove|v", "opraveno|vyreseno", "to je ono|spravne|presne",
    "dobra|skvela prace", "presne tak",
)  # fmt: skip
CZECH_VETO = "ne neni nefunguje kdyz pokud jestli ale aby at jen skoro proc jak jeste zkontroluj over"
ITALIAN = (
    "ora|adesso|cosi|tutto funziona",
    "^ funziona",
    "^ perfetto|ottimo",
    "ha funzionato",
    "va bene cosi",
    "problema risolto",
)
ITALIAN_VETO = "non se ma quando per che mai quasi solo ancora come"

SPACED = (
    (ENGLISH, ENGLISH_VETO), (GERMAN, GERMAN_VETO), (FRENCH, FRENCH_VETO), (SPANISH, SPANISH_VETO),
    (PORTUGUESE, PORTUGUESE_VETO), (CZECH, CZECH_VETO), (ITALIAN, ITALIAN_VETO),
)  # fmt: skip

CHINESE = (
    "可以了", "没问题了", "沒問題了", "搞定了", "解决了", "解決了", "能用了", "正常了", "成功了", "完美",
    "修好了", "就是这样", "就是這樣", "能跑了", "通过了", "太好了",
)  # fmt: skip
CHINESE_VETO = (
    "吗",
    "嗎",
    "不",
    "没有",
    "沒有",
    "如果",
    "是否",
    "但",
    "还",
    "還",
    "未",
    "怎么",
    "怎麼",
    "请",
    "為什",
    "为什",
    "就可以了",
)
JAPANESE = (
    "動きました", "動いた", "動くようになった", "動くようになりました", "直りました", "直った",
    "うまくいきました", "うまくいった", "完璧", "いい感じです",
    "解決しました", "バッチリ", "通りました", "成功しました",
)  # fmt: skip
JAPANESE_VETO = (
    "ない",
    "ません",
    "か?",
    "か\uff1f",
    "かな",
    "たら",
    "なら",
    "けど",
    "ですが",
    "ましたが",
    "ように",
    "ですか",
    "ましたか",
    "までに",
)
KOREAN = (
    "잘 돼",
    "잘 됩니다",
    "잘 된다",
    "해결됐",
    "해결되었",
    "해결했",
    "완벽",
    "잘 작동",
    "고쳐졌",
    "됐어요",
    "됐습니다",
)
KOREAN_VETO = ("안 ", "않", "으면", "지만", "는데", "나요", "까요", "습니까", "직 ")
UNSPACED = ((CHINESE, CHINESE_VETO), (JAPANESE, JAPANESE_VETO), (KOREAN, KOREAN_VETO))

#: How people say that it is wrong, beyond transcripts/corrections.py and the nudge's complaints.
BLAME = (
    f"{_ALL} is|s not right|correct|good|it|what|okay", f"{_ALL} is|s wrong|incorrect|bad|nonsense",
    "^ wrong|incorrect $",
    f"{_ALL} broke|breaks the|everything|it|my|our", "you broke", "not what i wanted|asked|meant|needed",
    "das stimmt nicht",
    "das ist nicht richtig|korrekt|gut", "ce n est pas ca|bon|correct", "no es correcto|eso|lo",
    "esto|eso esta mal", "nao e isso", "isso esta errado",
    "neni to spravne|ono|dobre", "to neni spravne|ono|dobre", "to je spatne|blbe", "non va bene",
    "e sbagliato",
    "not good enough", "i reject", "^ rejected $", "this|that is|s unacceptable",
)  # fmt: skip
BLAME_VETO = "if whether when think check why maybe perhaps something wenn falls ob si quand se kdyz jestli"

#: A sentence with one of these judges a warning of ours, not the work.
OF_WARNINGS = frozenset(
    "warning warnings warnung warnungen aviso avisos avertissement varovani nudge pattern patterns digest"
    " falsepositive".split()
)
OF_WARNINGS_UNSPACED = ("警告", "提醒", "경고")
