"""Ordinary prompts (templates/baseline.txt): what a trigger must not be pulled by."""

from __future__ import annotations

import functools
from pathlib import Path

from experience.hotpath import query, text, triggers

PATH = Path(__file__).resolve().parents[3] / "templates" / "baseline.txt"


@functools.cache
def prompts() -> tuple[query.Query, ...]:
    """The prompts, prepared; none where the file is missing, as in a copy of lib/ alone."""
    try:
        lines = PATH.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return ()
    return tuple(query.Query(line) for line in lines if line.strip() and not line.startswith("# "))


@functools.cache
def _all_at_once() -> tuple[str, str]:
    """Folded texts and stems of all prompts: most keywords are in none."""
    return "\n".join(one.folded for one in prompts()), "\n".join(one.stems for one in prompts())


def share(keyword: str) -> float:
    """In which share of the ordinary prompts the hook would find this keyword, in [0, 1]."""
    compiled = [text.fold(" ".join(keyword.split())), " ".join(text.sequence(keyword)[0])]
    if not any(map(text.is_word_char, compiled[0])):
        return 0.0
    folded, stems = _all_at_once()
    if compiled[0] not in folded and f" {compiled[1]} " not in stems:
        return 0.0
    pulled = sum(bool(triggers.keyword_hits([compiled], prompt)) for prompt in prompts())
    return pulled / max(1, len(prompts()))
