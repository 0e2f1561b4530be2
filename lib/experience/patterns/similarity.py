"""Did you mean ...? For ids, keys and verbs that a person mistyped."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


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
