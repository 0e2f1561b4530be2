"""Whether a prompt says that the last attempt did not help: strongly, weakly, or not at all."""

from __future__ import annotations

from experience.hotpath import text
from experience.hotpath.nudges import own_words, pattern, phrases

STRONG, WEAK, NONE = "strong", "weak", ""

_CONTRACTED = dict.fromkeys(
    "doesnt dont didnt isnt arent wasnt wont cant couldnt havent hasnt aint cannot".split(), ""
)


def kind(prompt: str) -> str:
    own = own_words.own_text(prompt)
    found = NONE
    for sentence in own_words.sentences(own):
        found = found or _weak(sentence)
        if _complains(sentence):
            return STRONG
    return found


def _complains(sentence: list[str]) -> bool:
    wished = False
    for clause in sentence:
        words = split_words(clause)
        wished = _is_wish(words) or (wished and not _begins_anew(words))
        if not wished and _strong(words, clause):
            return True
    return False


def split_words(clause: str) -> list[str]:
    """Words of a clause; `doesn't` and `doesnt` become two of them."""
    found: list[str] = []
    for word in text.words(clause.replace("n't", " not").replace("'", " ")):
        if word in _CONTRACTED:
            found += [word.removesuffix("nt") or word, "not"]
        else:
            found.append(word)
    return found


def _is_wish(words: list[str]) -> bool:
    """`please add ...`: a task for a text, a feature or a test."""
    verb = next((word for word in words if word not in phrases.POLITE), "")
    return bool(verb) and pattern.is_one_of(verb, phrases.TASKS)


_SUBJECTS = frozenset("it that this i we you the its still same but".split())


def _begins_anew(words: list[str]) -> bool:
    """After a wish and a comma: `..., it still fails` is a complaint again."""
    return bool(words) and words[0] in _SUBJECTS


def _strong(words: list[str], clause: str) -> bool:
    for told, vetoes in phrases.STRONG:
        if _any(told, words) and not _any(vetoes, words):
            return True
    return any(map(text.is_unspaced, clause)) and _strong_unspaced(clause)


def _any(patterns: tuple[str, ...], words: list[str]) -> bool:
    return any(pattern.occurs(one, words) >= 0 for one in patterns)


def _strong_unspaced(clause: str) -> bool:
    from experience.hotpath.nudges import phrases_unspaced as unspaced

    for told, vetoes in unspaced.UNSPACED:
        written = clause.translate(unspaced.SIMPLIFIED) if told is unspaced.CHINESE else clause
        if any(pattern.stands_in(one, written) >= 0 for one in told):
            return not any(veto in written for veto in vetoes)
    return False


def _weak(sentence: list[str]) -> str:
    for clause in sentence:
        if not phrases.WEAK.isdisjoint(split_words(clause)) or _weak_unspaced(clause):
            return WEAK
    return NONE


def _weak_unspaced(clause: str) -> bool:
    if not any(map(text.is_unspaced, clause)):
        return False
    from experience.hotpath.nudges.phrases_unspaced import SIMPLIFIED, WEAK_UNSPACED

    written = clause.translate(SIMPLIFIED)
    return any(word in clause or word in written for word in WEAK_UNSPACED)
