"""Whether two texts want the same, or one says "do" and the other "never".

Words of negation of English, Spanish, Czech, German, French and Portuguese. A negation
counts for its clause; what two texts share must be negated in both or in neither.
"""

from __future__ import annotations

import re
import unicodedata

#: For the whole clause, wherever they stand in it (in German at its end).
_NOT = frozenset(
    "not no never none nothing cannot cant dont doesnt didnt wont shouldnt mustnt isnt arent"
    " wasnt neither nor"
    " stop forbidden forbid prohibited nunca jamas ningun ninguna tampoco ni prohibido"
    " nikdy ani nesmi nesmis nesmite neni nebude zadny zadne zakazano nepouzivej nepouzivat"
    " nepouzivejte nedelej"
    " nicht kein keine keinen keiner keinem keines nie niemals weder verboten"
    " pas jamais aucun aucune interdit nao nenhum nenhuma nem proibido".split()
)
#: For what follows in the clause; behind another negation they take it back ("never deploy without tests").
_BEFORE = frozenset(
    "without avoid avoiding avoids refrain sin evita evitar evite eviten bez vyhni vyhnete vyvaruj vyvarujte"
    " ohne vermeide vermeiden vermeidet sans eviter evitez sem evitem statt anstatt misto".split()
)
_BEFORE_TWO = frozenset(
    {"instead of", "rather than", "en vez", "en lugar", "au lieu", "plutot que", "em vez"}
)
_CLAUSE = re.compile(
    r"[.,;:!?()\n\u2014]+|\b(?:but|because|so that|unless|pero|sino|porque|ale|protoze|aby|aber"
    r"|sondern|weil|damit|mais"
    r"|parce que|car|mas)\b"
)
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
#: Words that no lesson is about.
_GLUE = frozenset(
    "the and for with from into that this these those you your are was were will when where which"
    " what who how its"
    " have has had can should must always only every each all any also then than use using used"
    " do does did be is"
    " los las del con por para una uno que como cuando usa usar siempre der die das den dem des"
    " ein eine einen einem"
    " und mit von bei auf fur im immer les des une dans avec pour sur que qui toujours est sont"
    " os as um uma com nos"
    " nas sempre jako kdyz pri pro jen vzdy".split()
)
_OPPOSITES = tuple(
    pair.split("/")
    for pair in (
        "enable/disable allow/forbid allow/deny increase/decrease raise/lower include/exclude "
        "add/remove before/after lock/unlock pin/unpin upgrade/downgrade start/stop "
        "activar/desactivar aktivieren/deaktivieren activer/desactiver ativar/desativar zapni/vypni"
    ).split()
)


def same_polarity(a: str, b: str) -> bool:
    """False where one text says what the other forbids. Texts that share nothing have one polarity if both or
    neither hold a negation."""
    one, other = _said(a), _said(b)
    shared = _shared(one, other)
    if not shared:
        return any(one.values()) == any(other.values())
    differ = sum(first != second for first, second in shared)
    return 2 * differ <= len(shared) and not _opposed(_plain(a), _plain(b))


def _shared(one: dict[str, bool], other: dict[str, bool]) -> list[tuple[bool, bool]]:
    """Whether each word of both is negated in the one and in the other."""
    prefixed = [*_by_prefix(one, other), *_by_prefix(other, one)]
    return prefixed or [(one[word], other[word]) for word in one.keys() & other.keys()]


def _by_prefix(plain: dict[str, bool], prefixed: dict[str, bool]) -> list[tuple[bool, bool]]:
    """Czech negates a verb by `ne-`: that verb alone says what the sentence wants."""
    pairs = [(word, ("ne" + word)[:_STEM]) for word in plain if len(word) >= 4]
    return [(plain[word], True) for word, other in pairs if other in prefixed and other not in plain]


_STEM = 6


def _said(text: str) -> dict[str, bool]:
    """Stem -> is it negated; one that is said both ways is left out."""
    found: dict[str, bool] = {}
    both: set[str] = set()
    for clause in _CLAUSE.split(_plain(text)):
        for word, negated in _negations(_words(clause)):
            if found.setdefault(word, negated) != negated:
                both.add(word)
    return {word: negated for word, negated in found.items() if word not in both}


def _negations(words: list[str]) -> list[tuple[str, bool]]:
    whole = any(word in _NOT for word in words)
    turned = False
    found = []
    for at, word in enumerate(words):
        if word in _BEFORE or " ".join(words[at : at + 2]) in _BEFORE_TWO:
            turned = True
        elif word not in _NOT and word not in _GLUE and len(word) > 2:
            found.append((_stem(word), whole != turned))
    return found


def _words(clause: str) -> list[str]:
    words = [word.replace("'", "").replace("\u2019", "") for word in _WORD.findall(clause)]
    return ["not" if word.endswith("nt") and word[:-2] in _HELPERS else word for word in words]


_HELPERS = frozenset("do does did is are was were ca wo should must need could would has have".split())


def _stem(word: str) -> str:
    return (word[:-1] if word.endswith("s") and len(word) > 3 else word)[:_STEM]


def _plain(text: str) -> str:
    """Small letters without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def _opposed(a: str, b: str) -> bool:
    one, other = set(_WORD.findall(a)), set(_WORD.findall(b))
    return any(
        (left in one and right in other and right not in one and left not in other)
        or (right in one and left in other and left not in one and right not in other)
        for left, right in _OPPOSITES
    )
