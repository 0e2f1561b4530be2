"""What could keep a pattern quiet on a prompt: phrases of that prompt, tried before they are offered."""

from __future__ import annotations

import re
from typing import NamedTuple

from experience.errors import ExperienceError
from experience.feedback import tightening
from experience.feedback.tightening import Tightening, Trial
from experience.files.read import read_regular
from experience.hotpath import background, text
from experience.patterns import baseline
from experience.patterns.pattern import Pattern
from experience.patterns.redact import redact
from experience.vocabulary import MAX_PATTERN_BYTES

#: Phrases offered, and tried at most for that; each trial plays all examples.
OFFERED, TRIED = 3, 6
#: Words of a phrase, the telling length first.
LENGTHS = (2, 3, 1)
#: Characters of a prompt in which phrases are looked for.
LOOKED_AT = 2000
#: A word alone must be as rare as this.
RARE = 0.6
#: A word at an edge of a phrase as this.
EDGE = 0.3
_BREAK = re.compile(r"[.,;:!?](?=\s|$)|[()\n\"'`\u2014]+")
_WORD = re.compile(r"[\w][\w.+#/-]*[\w+#]|\w")


class Offer(NamedTuple):
    """`phrases` for `--none`; `quiet`: whether the prompt itself does as an example. `fires`: whether the
    pattern would warn on it now at all; where not, nothing is needed."""

    phrases: list[str]
    quiet: bool
    fires: bool


def offer(pattern: Pattern, prompt: str, cwd: str) -> Offer:
    """What would help against `prompt`, each played to the live matcher."""
    tried = Trial(pattern, cwd)
    if not tried.fires(prompt):
        return Offer([], quiet=False, fires=False)
    data = read_regular(pattern.path, MAX_PATTERN_BYTES)
    good = []
    for phrase in phrases(pattern, prompt)[:TRIED]:
        if does(data, tightening.tightening("none", phrase, prompt), tried):
            good.append(phrase)
        if len(good) == OFFERED:
            break
    quiet = does(data, tightening.tightening("quiet", prompt, prompt), tried)
    return Offer(good, quiet=quiet, fires=True)


def does(data: bytes, wanted: Tightening, tried: Trial) -> bool:
    """Whether `wanted` would pass the trial."""
    try:
        tightening.tightened(data, wanted, tried)
    except ExperienceError:
        return False
    return True


def phrases(pattern: Pattern, prompt: str) -> list[str]:
    """Runs of words that say what this prompt is about and the pattern is not, the most telling first;
    none that holds another, and none with what was redacted."""
    own = _own_terms(pattern)
    told = " ".join([*pattern.triggers.keywords, *pattern.examples.fire, pattern.name])
    said = text.fold(told)
    ranked = sorted(
        ((-_tells(run, own), length, run) for length in LENGTHS for run in _runs(prompt, length)),
        key=lambda row: row[:2],
    )
    found: list[str] = []
    for score, _, run in ranked:
        phrase = " ".join(run)
        fits = score < 0 and text.fold(phrase) not in said and not any(_overlap(phrase, one) for one in found)
        if fits and not (len(run) == 1 and baseline.share(phrase)):
            found.append(phrase)
    return found


def _own_terms(pattern: Pattern) -> set[str]:
    parts = [*pattern.triggers.keywords, *pattern.examples.fire, pattern.name, pattern.fix]
    return text.distinct("\n".join(parts))


def _overlap(one: str, other: str) -> bool:
    return one in other or other in one


def _runs(prompt: str, length: int) -> list[tuple[str, ...]]:
    """Runs of so many words within a part of a sentence, in order."""
    parts = _BREAK.split(redact(prompt)[:LOOKED_AT])
    rows = [_WORD.findall(part.lower()) for part in parts if "<redacted" not in part]
    return [tuple(row[at : at + length]) for row in rows for at in range(len(row) - length + 1)]


def _tells(run: tuple[str, ...], own: set[str]) -> float:
    """What a run says by the words that the pattern lacks; 0 where its ends say nothing."""
    weights = [max((background.weight(term) for term in text.distinct(word)), default=0.0) for word in run]
    if min(weights[0], weights[-1]) < (RARE if len(run) == 1 else EDGE):
        return 0.0
    return sum(weight for word, weight in zip(run, weights, strict=True) if not text.distinct(word) & own) / (
        1 + 0.2 * abs(len(run) - LENGTHS[0])
    )
