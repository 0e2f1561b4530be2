"""Likeness: ids, keys and verbs that a person mistyped; patterns that tell of the same failure."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple

from experience.patterns.pattern import Pattern
from experience.patterns.polarity import same_polarity

__all__ = ["NEAR", "Near", "closest", "compared", "did_you_mean", "near_duplicates", "same_polarity"]

#: From this score on two patterns are taken for one (tests/patterns/test_similarity.py holds it between the
#: starter packs, of which no two reach it, and reworded copies, which all do).
NEAR = 0.55
#: Two triggers, or two texts, that are this alike say the same.
_SAME_TRIGGER = 0.87
_ALIKE = 0.6
#: What any two texts of one language have in common, letter by letter.
_CHANCE = 0.4


def closest(word: str, known: Iterable[str], *, most: int = 3) -> list[str]:
    """Up to `most` of `known` that look like `word`, the likeliest first."""
    candidates = list(known)
    try:
        from rapidfuzz import fuzz, process
    except ImportError:  # the system's python3, before there is a venv
        return difflib.get_close_matches(word, candidates, n=most, cutoff=0.6)
    found = process.extract(word, candidates, scorer=fuzz.WRatio, limit=most, score_cutoff=65)
    return [name for name, _score, _position in found]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """'; did you mean a or b?', or '' when nothing is near."""
    near = closest(word, known)
    return f"; did you mean {' or '.join(near)}?" if near else ""


class Near(NamedTuple):
    """`score` from 0 to 1; `opposite`: they speak of the same and say the contrary."""

    id: str
    score: float
    why: str
    opposite: bool = False


def near_duplicates(pattern: Pattern, others: Iterable[Pattern]) -> list[Near]:
    """Those of `others` that tell of the same failure as `pattern`, nearest first; never its contrary."""
    found = (compared(pattern, other) for other in others if other.id != pattern.id)
    return sorted((near for near in found if near.score >= NEAR and not near.opposite), key=_nearest)


def compared(pattern: Pattern, other: Pattern) -> Near:
    """How alike two patterns are: in triggers, name and fix."""
    shared = _shared(_triggers(pattern), _triggers(other))
    fewest = min(len(_triggers(pattern)), len(_triggers(other)))
    triggers = len(shared) / fewest if fewest else 0.0
    name, fix = alike(pattern.name, other.name), alike(pattern.fix, other.fix)
    text = max(0.0, (max(name, fix) - _CHANCE) / (1 - _CHANCE))
    score = 0.5 * triggers + 0.5 * text if shared else 0.8 * text
    opposite = any(
        likeness >= _ALIKE and not same_polarity(one, two)
        for likeness, one, two in ((name, pattern.name, other.name), (fix, pattern.fix, other.fix))
    )
    return Near(other.id, round(score, 3), _why(shared, fewest, name, fix, opposite=opposite), opposite)


def _nearest(near: Near) -> tuple[float, str]:
    return -near.score, near.id


def _why(shared: list[str], fewest: int, name: float, fix: float, *, opposite: bool) -> str:
    said = [f"{len(shared)} of {fewest} triggers are the same ({', '.join(shared[:3])})"] if shared else []
    said += [f"the {what} reads alike" for what, score in (("name", name), ("fix", fix)) if score >= _ALIKE]
    said += ["but it says the contrary"] if opposite else []
    return "; ".join(said) or "little in common"


def _triggers(pattern: Pattern) -> tuple[str, ...]:
    return (*pattern.triggers.keywords, *pattern.triggers.regex)


def _shared(ours: tuple[str, ...], theirs: tuple[str, ...]) -> list[str]:
    """Triggers of ours that theirs has too, but for case, order of words and an ending."""
    known = {_sorted(trigger) for trigger in theirs}
    return [
        one
        for one in ours
        if _sorted(one) in known or any(alike(one, two) >= _SAME_TRIGGER for two in theirs)
    ]


def alike(a: str, b: str) -> float:
    """From 0 to 1, whatever the order of the words."""
    one, two = _sorted(a), _sorted(b)
    if one == two:
        return 1.0 if one else 0.0
    try:
        from rapidfuzz import fuzz
    except ImportError:  # as above
        return difflib.SequenceMatcher(None, one, two, autojunk=False).ratio()
    return fuzz.ratio(one, two) / 100


def _sorted(text: str) -> str:
    return " ".join(sorted(text.casefold().split()))
