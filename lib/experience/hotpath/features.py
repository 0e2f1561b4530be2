"""What can be said about one pattern and one prompt, as numbers of about [0, 1].

Everything is relative to what this prompt could at most have scored: raw sums cannot be
compared between a terse command and a pasted log.
"""

from __future__ import annotations

from math import exp, log, sqrt

from experience.hotpath import background, query, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: A corpus is treated as if this many more patterns, without the term, were in it.
UNSEEN = 30
#: What one matching regex counts for, as a keyword does.
REGEX_EVIDENCE = 0.85
#: Weights of forms, in units of a rare word: each blank of a phrase, a sign at an edge, a regex.
PHRASE, SIGN, REGEX = 0.3, 0.6, 1.5
#: Exponent that lets only very specific triggers do without coverage.
SPECIFIC = 8
#: What a trigger must bring by itself; grows with the corpus, as the chance of an accidental hit does.
BASE_DEMAND, DEMAND = 0.15, 0.12


def rarity(in_patterns: int, patterns: int) -> float:
    """Inverse document frequency, scaled to [0, 1] and smoothed for small corpora."""
    size = patterns + UNSEEN
    return max(0.0, log(size / (in_patterns + 1)) / log(size))


class Weights:
    """What each term of a prompt weighs, given a corpus."""

    def __init__(self, asked: query.Query, counts: dict[str, int], patterns: int) -> None:
        self.plain = {term: background.weight(term) for term in asked.terms}
        self.term = {
            term: weight * rarity(counts.get(term, 0), patterns) for term, weight in self.plain.items()
        }
        self.attainable = sum(self.term.values()) or 1.0
        self.plain_sum = sum(self.plain.values()) or 1.0

    def of_keyword(self, folded: str, stems: str) -> float:
        """How specific a keyword is: 0 for glue, towards 1 for rare words and phrases."""
        known = sum(self.term.get(term, background.weight(term)) for term in stems.split())
        return 1 - exp(-1.6 * (known + form_weight(folded)))


def form_weight(folded: str) -> float:
    """What the form of a keyword adds to its words: a phrase is rarer than they are, and so is
    a sign at an edge (`c++`, `.env`, `/plan`)."""
    signs = sum(not text.is_word_char(edge) for edge in (folded[0], folded[-1]))
    return PHRASE * min(folded.count(" "), 3) + SIGN * signs


def overlap(terms: set[str], weights: Weights) -> float:
    return sum(map(weights.plain.__getitem__, terms))


def shared_weight(example: list[Any], asked: query.Query, weights: Weights) -> float:
    return overlap(asked.terms.intersection(example[0].split()), weights)


def share(example: list[Any], asked: query.Query, weights: Weights) -> float:
    """How much of an example's weight the prompt has."""
    return shared_weight(example, asked, weights) / (example[1] or 1.0)


def nearest(examples: list[list[Any]], asked: query.Query, weights: Weights) -> float:
    """The best cosine-like likeness of the prompt and several examples."""
    return max(
        (
            shared_weight(example, asked, weights) / sqrt((example[1] or 1.0) * weights.plain_sum)
            for example in examples
        ),
        default=0.0,
    )


def trigger_evidence(hits: list[tuple[str, str, float]], regexes: list[str], weights: Weights) -> float:
    """Noisy-or over the distinct triggers that were pulled."""
    silent = (1 - REGEX_EVIDENCE) ** len(regexes)
    for folded, stems, quality in hits:
        silent *= 1 - quality * weights.of_keyword(folded, stems)
    return 1 - silent


def form_evidence(hits: list[tuple[str, str, float]], regexes: list[str]) -> float:
    """Weight that triggers have beyond the terms they consist of."""
    return sum(form_weight(folded) for folded, _, quality in hits if quality == 1) + REGEX * len(regexes)


def rarest(terms: set[str], weights: Weights, count: int = 3) -> float:
    """Mean weight of the `count` heaviest shared terms, missing ones as zero."""
    return sum(sorted(map(weights.term.__getitem__, terms), reverse=True)[:count]) / count


def features(
    record: dict[str, Any],
    hits: list[tuple[str, str, float]],
    regexes: list[str],
    shared: dict[str, float],
    asked: query.Query,
    weights: Weights,
    patterns: int,
) -> dict[str, float]:
    """`shared`: term -> what the field it stands in weighs (0..1), for terms of prompt and pattern."""
    terms = set(shared)
    keyword = trigger_evidence(hits, regexes, weights)
    form = form_evidence(hits, regexes)
    coverage = (sum(map(weights.term.__getitem__, terms)) + form) / (weights.attainable + form)
    fire, quiet = nearest(record["fire"], asked, weights), nearest(record["quiet"], asked, weights)
    return {
        "keyword": keyword,
        "keywords": min(len(hits), 4) / 4,
        "regex": 1.0 if regexes else 0.0,
        "coverage": coverage,
        "attained": sum(weights.term[term] * shared[term] for term in terms) / weights.attainable,
        "rarest": rarest(terms, weights),
        "title": share(record["title"], asked, weights),
        "fire": fire,
        "fire_margin": fire - quiet,
        # a very specific trigger counts in a long prompt too; another needs company
        "trigger": keyword * max(sqrt(coverage), keyword**SPECIFIC),
        "demand": BASE_DEMAND + DEMAND * log(1 + patterns / 10),
    }
