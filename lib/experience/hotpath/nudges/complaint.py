"""Whether a prompt says that the last attempt did not help: strongly, weakly, or not at all."""

from __future__ import annotations

from experience.hotpath import text
from experience.hotpath.nudges import own_words, pattern, phrases, wishes

STRONG, WEAK, NONE = "strong", "weak", ""
#: Words of a clause and sentences of a prompt that are looked at.
MOST_WORDS, MOST_SENTENCES = 40, 40

_CONTRACTED = frozenset("doesnt dont didnt isnt arent wasnt cant couldnt havent hasnt wont cannot".split())


def kind(prompt: str) -> str:
    """STRONG: the prompt says so by itself. WEAK: it may, if there were failures."""
    found = NONE
    found_in = own_words.sentences(own_words.own_text(prompt))
    for sentence in found_in[: MOST_SENTENCES // 2] + found_in[MOST_SENTENCES // 2 :][-MOST_SENTENCES // 2 :]:
        if _complains(sentence):
            return STRONG
        if any(map(_hints, sentence)):
            found = WEAK
    return found


def split_words(clause: str) -> list[str]:
    """Words of a clause; `doesn't` and `doesnt` become two of them."""
    found: list[str] = []
    for word in text.words(clause.replace("n't", " not").replace("'", " ")):
        if word in _CONTRACTED:
            found += [word.removesuffix("nt").removesuffix("not"), "not"]
        else:
            found.append(word)
    return found


def _complains(sentence: list[str]) -> bool:
    wished, cut = False, [split_words(clause)[:MOST_WORDS] for clause in sentence]
    if _is_dismissed([word for words in cut for word in words]):
        return False
    for words, clause in zip(cut, sentence):  # noqa: B905
        wished = _is_wish(words) or (wished and words[:1] != [] and words[0] not in wishes.SUBJECTS)
        if not wished and _says_so(words, clause):
            return True
    return False


def _is_dismissed(words: list[str]) -> bool:
    return len(words) > 1 and _any(pattern.compiled(phrases.DISMISSED), words, set(words))


def _is_wish(words: list[str]) -> bool:
    verb = next((word for word in words if word not in wishes.POLITE), "")
    return bool(verb) and pattern.is_one_of(verb, wishes.TASKS)


def _says_so(words: list[str], clause: str) -> bool:
    distinct = set(words)
    for told, vetoes in _strong():
        if _any(told, words, distinct) and not _any(vetoes, words, distinct):
            return True
    return _is_unspaced(clause) and _says_so_unspaced(clause)


_compiled: list[tuple[list[pattern.Pattern], list[pattern.Pattern]]] = []


def _strong() -> list[tuple[list[pattern.Pattern], list[pattern.Pattern]]]:
    """The phrases of phrases.py, taken apart when the first clause needs them."""
    if not _compiled:
        _compiled.extend((pattern.compiled(told), pattern.compiled(veto)) for told, veto in phrases.STRONG)
    return _compiled


def _any(patterns: list[pattern.Pattern], words: list[str], distinct: set[str]) -> bool:
    return any(pattern.occurs(one, words, distinct) for one in patterns)


def _is_unspaced(clause: str) -> bool:
    return not clause.isascii() and any(map(text.is_unspaced, clause))


def _says_so_unspaced(clause: str) -> bool:
    from experience.hotpath.nudges import phrases_unspaced as unspaced

    chinese = unspaced.simplified(clause)
    return _stands(unspaced.CHINESE, unspaced.CHINESE_VETO, chinese) or _stands(
        unspaced.JAPANESE, unspaced.JAPANESE_VETO, clause
    )


def _stands(told: tuple[str, ...], vetoes: tuple[str, ...], clause: str) -> bool:
    return any(pattern.stands_in(one, clause) for one in told) and not any(veto in clause for veto in vetoes)


def _hints(clause: str) -> bool:
    if not phrases.WEAK.isdisjoint(split_words(clause)):
        return True
    if not _is_unspaced(clause):
        return False
    from experience.hotpath.nudges import phrases_unspaced as unspaced

    return any(word in clause or word in unspaced.simplified(clause) for word in unspaced.WEAK)
