"""What can be said about one pattern and one prompt, as numbers.

Terms weigh what they say by themselves (background.py) times how rare they are in this corpus, on
one scale for corpora of any size. Sums are taken as they are and relative to what this prompt
could at most have scored: raw sums alone cannot be compared between a terse command and a log.
"""

from __future__ import annotations

from math import exp, log, sqrt

from experience.hotpath import background, query, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from experience.hotpath.candidate import Candidate

    Hits = list[tuple[str, str, float]]

#: A corpus is treated as if this many more patterns, without the term, were in it.
UNSEEN = 30
#: What one matching regex counts for, as a keyword does.
REGEX_EVIDENCE = 0.85
#: What a phrase of one, two, three, four words says beyond them, in units of a rare word: two everyday
#: words meet often ("get items"), three seldom ("apply to each").
PHRASE = (0.0, 0.15, 0.55, 0.9)
#: The same for a sign at an edge, and for a regex.
SIGN, REGEX = 0.6, 1.5
#: Exponent that lets only very specific triggers do without coverage.
SPECIFIC = 8
#: What a trigger must bring by itself; grows with the corpus, as the chance of an accidental hit does.
BASE_DEMAND, DEMAND = 0.12, 0.19
#: A very specific trigger is enough in a corpus of any size.
MOST_DEMAND = 0.9


def rarity(in_patterns: int, patterns: int) -> float:
    """Inverse document frequency, scaled to [0, 1] and smoothed for small corpora."""
    size = patterns + UNSEEN
    return max(0.0, log(size / (in_patterns + 1)) / log(size))


class Weights:
    """What each term of a prompt weighs, given a corpus. `plain`: without the corpus."""

    def __init__(self, asked: query.Query, counts: dict[str, int], patterns: int) -> None:
        self.plain = {term: background.weight(term) for term in asked.terms}
        self.term = {
            term: weight * rarity(counts.get(term, 0), patterns) for term, weight in self.plain.items()
        }
        self.attainable = sum(self.term.values()) or 1.0
        self.plain_sum = sum(self.plain.values()) or 1.0
        known = sum(weight for term, weight in self.term.items() if counts.get(term))
        #: Share of the prompt whose words the corpus has at all.
        self.known = known / self.attainable

    def of(self, terms: Iterable[str]) -> float:
        return sum(map(self.term.__getitem__, terms))

    def of_keyword(self, folded: str, stems: str) -> float:
        """How much a keyword weighs: its words, and its form."""
        words = sum(self.term.get(term, background.weight(term)) for term in stems.split())
        return words + form_weight(folded)


def form_weight(folded: str) -> float:
    """What the form of a keyword adds to its words: a phrase is rarer than they are, and so is
    a sign at an edge (`c++`, `.env`, `/plan`)."""
    signs = sum(not text.is_word_char(edge) for edge in (folded[0], folded[-1]))
    joints = sum(folded.count(sign) for sign in " -")
    return PHRASE[min(joints, len(PHRASE) - 1)] + SIGN * signs


def likeness(example: list[Any], asked: query.Query, weights: Weights) -> tuple[float, float]:
    """(cosine-like likeness of a text's terms and the prompt, share of the text in the prompt)."""
    terms, weight = example
    shared = sum(map(weights.plain.__getitem__, asked.terms.intersection(terms.split())))
    return shared / sqrt((weight or 1.0) * weights.plain_sum), shared / (weight or 1.0)


def trigger_evidence(hits: Hits, regexes: list[str], weights: Weights) -> float:
    """Noisy-or over the distinct triggers that were pulled, in [0, 1]."""
    silent = (1 - REGEX_EVIDENCE) ** len(regexes)
    for folded, stems, quality in hits:
        silent *= 1 - quality * (1 - exp(-1.6 * weights.of_keyword(folded, stems)))
    return 1 - silent


def trigger_features(
    candidate: Candidate, coverage: float, weights: Weights, patterns: int
) -> dict[str, float]:
    """What the triggers say alone; see gate.explicit."""
    hits, regexes = candidate.hits, candidate.regexes
    form = sum(form_weight(folded) for folded, _, quality in hits if quality == 1) + REGEX * len(regexes)
    evidence = trigger_evidence(hits, regexes, weights)
    covered = (coverage * weights.attainable + form) / (weights.attainable + form)
    return {
        # a very specific trigger counts in a long prompt too; another needs company
        "trigger": evidence * max(sqrt(covered), evidence**SPECIFIC),
        "demand": min(MOST_DEMAND, BASE_DEMAND + DEMAND * log(1 + patterns / 10)),
    }


def keyword_features(candidate: Candidate, weights: Weights) -> dict[str, float]:
    hits = candidate.hits
    total = sum(quality * weights.of_keyword(folded, stems) for folded, stems, quality in hits)
    return {
        "keyword_sum": total,
        "keyword_share": len(hits) / max(1, len(candidate.record["keywords"])),
        "keyword_coverage": min(1.0, total / weights.attainable),
    }


def shared_features(candidate: Candidate, asked: query.Query, weights: Weights) -> dict[str, float]:
    """What prompt and pattern share: all of it, by the field it stands in, and the heaviest words."""
    record, shared = candidate.record, candidate.shared
    of_keywords = asked.terms.intersection(record["keyword_terms"].split())
    of_name = asked.terms.intersection(record["title"][0].split())
    total = weights.of(shared)
    evidence = sum(weights.term[term] * field for term, field in shared.items())
    heaviest = [*sorted(map(weights.term.__getitem__, shared), reverse=True)[:3], 0.0, 0.0, 0.0]
    return {
        "sum_all": total,
        "coverage_all": total / weights.attainable,
        "coverage_keyword": weights.of(of_keywords) / weights.attainable,
        "coverage_name": weights.of(of_name) / weights.attainable,
        "rarest_1": heaviest[0],
        "rarest_2": heaviest[1],
        "rarest_3": heaviest[2],
        "evidence": evidence,
        "attained": evidence / weights.attainable,
    }


def example_features(candidate: Candidate, asked: query.Query, weights: Weights) -> dict[str, float]:
    """How near the prompt is to the examples, and to the name."""
    record = candidate.record
    fire = [likeness(example, asked, weights)[0] for example in record["fire"]]
    quiet = max((likeness(example, asked, weights)[0] for example in record["quiet"]), default=0.0)
    name, name_share = likeness(record["title"], asked, weights)
    nearest = max(fire, default=0.0)
    return {
        "fire": nearest,
        "fire_mean": sum(fire) / max(1, len(fire)),
        "quiet": quiet,
        "fire_margin": nearest - quiet,
        "name": name,
        "name_share": name_share,
    }


def features(candidate: Candidate, asked: query.Query, weights: Weights, patterns: int) -> dict[str, float]:
    found = {
        **keyword_features(candidate, weights),
        **shared_features(candidate, asked, weights),
        **example_features(candidate, asked, weights),
        "known": weights.known,
    }
    return found | trigger_features(candidate, found["coverage_all"], weights, patterns)


def compare(candidates: list[Candidate]) -> None:
    """Add how far each candidate is ahead: a prompt that fits ten patterns alike fits none."""
    for name in ("evidence", "fire"):
        values = [*sorted((candidate.features[name] for candidate in candidates), reverse=True), 0.0]
        for candidate in candidates:
            value = candidate.features[name]
            rival = values[1] if value == values[0] else values[0]
            candidate.features[f"ahead_{name}"] = value / (rival + 0.1)
            if name == "evidence":
                candidate.features["lead"] = value - rival
    mean = sum(candidate.features["evidence"] for candidate in candidates) / max(1, len(candidates))
    for candidate in candidates:
        candidate.features["above_mean"] = candidate.features["evidence"] / (mean + 0.02)
