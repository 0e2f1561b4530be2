"""What can be said about one pattern and one prompt, as numbers of about [0, 1].

Everything is relative to what this prompt could at most have scored: raw sums cannot be
compared between a terse command and a pasted log.
"""

from __future__ import annotations

from math import exp, log, sqrt

from experience.hotpath import background, query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: A corpus is treated as if this many more patterns, without the term, were in it.
UNSEEN = 30


def rarity(in_patterns: int, patterns: int) -> float:
    """Inverse document frequency, scaled to [0, 1] and smoothed for small corpora."""
    size = patterns + UNSEEN
    return max(0.0, log(size / (in_patterns + 1)) / log(size))


class Weights:
    """What each term of a prompt weighs, given a corpus."""

    def __init__(self, asked: query.Query, counts: dict[str, int], patterns: int) -> None:
        self.plain = {term: background.weight(term) for term in asked.terms}
        self.term = {term: weight * rarity(counts.get(term, 0), patterns) for term, weight in self.plain.items()}
        self.attainable = sum(self.term.values()) or 1.0
        self.plain_sum = sum(self.plain.values()) or 1.0

    def of_keyword(self, stems: str) -> float:
        """How specific a keyword is: 0 for glue, towards 1 for rare words and phrases."""
        known = sum(self.term.get(term, background.weight(term)) for term in stems.split())
        return 1 - exp(-1.6 * known) if stems else 0.7


def overlap(terms: set[str], weights: Weights) -> float:
    return sum(map(weights.plain.__getitem__, terms))


def likeness(example: list[Any], asked: query.Query, weights: Weights) -> tuple[float, float]:
    """(cosine-like likeness of an example and the prompt, share of the example in the prompt)."""
    text, weight = example
    shared = overlap(asked.terms.intersection(text.split()), weights)
    return shared / sqrt((weight or 1.0) * weights.plain_sum), shared / (weight or 1.0)


def nearest(examples: list[list[Any]], asked: query.Query, weights: Weights) -> tuple[float, float]:
    """The best likeness and the best share over several examples."""
    found = [likeness(example, asked, weights) for example in examples]
    return max((like for like, _ in found), default=0.0), max((share for _, share in found), default=0.0)


def keyword_evidence(hits: list[tuple[str, str, float]], weights: Weights) -> float:
    """Noisy-or over the distinct keywords that were hit."""
    silent = 1.0
    for _, stems, quality in hits:
        silent *= 1 - quality * weights.of_keyword(stems)
    return 1 - silent


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
    fire, fire_share = nearest(record["fire"], asked, weights)
    quiet, _ = nearest(record["quiet"], asked, weights)
    return {
        "keyword": keyword_evidence(hits, weights),
        "keywords": min(len(hits), 4) / 4,
        "regex": 1.0 if regexes else 0.0,
        "coverage": sum(weights.term[term] for term in terms) / weights.attainable,
        "attained": sum(weights.term[term] * shared[term] for term in terms) / weights.attainable,
        "rarest": rarest(terms, weights),
        "title": likeness(record["title"], asked, weights)[1],
        "fire": fire,
        "fire_share": fire_share,
        "fire_margin": fire - quiet,
        "length": log(1 + len(asked.terms)) / 6,
        "corpus": log(patterns + UNSEEN) / 10,
    }
