"""Prompt against corpus: which patterns are worth a look, and how well each fits.

`match` in [0, 1] decides *whether* a pattern is shown; `severity x recency x match` (rank.py)
decides the order. Cold rooms call this file too, so lint, explain and bench meet what the hook runs.
"""

from __future__ import annotations

from experience.hotpath import domains, gate, layers, query, triggers
from experience.hotpath.candidate import Candidate
from experience.hotpath.features import Weights, compare, features
from experience.hotpath.segment import ANCHOR, WEIGHT, Segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: Candidates that are looked at closely, by shared vocabulary and in addition by anchors.
CLOSE_LOOK, ANCHORED = 15, 15
#: Postings that are added up for one prompt and segment, rarest terms first.
POSTINGS = 20_000
#: Postings of a term up to which edited patterns are not counted twice, by their old version and the new.
FEW = 64


class Lookup:
    """A segment's answer to a prompt: per document the terms it shares and what they add up to."""

    def __init__(self, part: Segment, dead: set[int], asked: query.Query) -> None:
        self.part = part
        self.dead = dead
        self.found = {term: rows for term in asked.terms if (rows := part.postings(term))}
        self.walked: list[tuple[str, memoryview]] = []
        self.scores: dict[int, float] = {}
        self.anchored: set[int] = set()

    def count(self, term: str) -> int:
        """How many living patterns have it. Among many the dead change nothing and are not looked for."""
        rows = self.found.get(term, ())
        if self.dead and len(rows) <= FEW:
            return sum(packed >> 8 not in self.dead for packed in rows)
        return len(rows)

    def gather(self, order: list[str], term_weights: dict[str, float]) -> None:
        """Fill `walked`, `scores` and `anchored`, heaviest term first, within the limit on postings."""
        left = POSTINGS
        for term in order:
            if term not in self.found:
                continue
            rows = self.found[term]
            left -= len(rows)
            self.walked.append((term, rows if left >= 0 else rows[: _anchors(rows)]))
            self._add(self.walked[-1][1], term_weights[term] / WEIGHT)

    def _add(self, rows: memoryview, unit: float) -> None:
        scores, anchored = self.scores, self.anchored
        for packed in rows:
            document = packed >> 8
            if packed & ANCHOR:
                anchored.add(document)
            scores[document] = scores.get(document, 0.0) + unit * (packed & WEIGHT)

    def add_loose(self, asked: query.Query) -> None:
        """Patterns with a trigger that no term stands for."""
        self.anchored.update(self.part.header["always"])
        if not self.part.has_literals:
            return
        for gram in ("", *asked.grams()):
            for literal, documents in self.part.literals(gram):
                if literal in asked.folded:
                    self.anchored.update(documents)

    def worth_a_look(self) -> list[tuple[int, dict[str, float]]]:
        """(document, shared terms with the weight of their field) of the candidates."""
        scores = self.scores
        for document in self.dead & scores.keys():
            del scores[document]
        least = min(sorted(scores.values(), reverse=True)[:CLOSE_LOOK], default=0.0)
        best = sorted(
            (document for document, score in scores.items() if score >= least or document in self.anchored),
            key=lambda document: (-scores[document], document),
        )
        anchored = [document for document in best if document in self.anchored]
        bare = sorted(self.anchored - scores.keys() - self.dead)
        chosen = dict.fromkeys([*best[:CLOSE_LOOK], *anchored[:ANCHORED], *bare])
        shared = self._shared(chosen)
        return [(document, shared[document]) for document in chosen]

    def _shared(self, chosen: Iterable[int]) -> dict[int, dict[str, float]]:
        """Of the few chosen ones which terms they share, after all were added up."""
        shared: dict[int, dict[str, float]] = {document: {} for document in chosen}
        for term, rows in self.walked:
            for packed in rows:
                if packed >> 8 in shared:
                    shared[packed >> 8][term] = (packed & WEIGHT) / WEIGHT
        return shared


def _anchors(rows: memoryview) -> int:
    """How many postings are anchored; they come first."""
    return next((at for at, packed in enumerate(rows) if not packed & ANCHOR), len(rows))


def search(asked: query.Query, corpora: list[layers.Layer]) -> list[Candidate]:
    """Every candidate with its match, best first. `corpora`: global first, so that its ids win."""
    lookups = [
        (layer.name, Lookup(part, dead, asked)) for layer in corpora for part, dead in layer.segments()
    ]
    patterns = sum(len(lookup.part) - len(lookup.dead) for _, lookup in lookups)
    if patterns <= 0:
        return []
    counts = {term: sum(lookup.count(term) for _, lookup in lookups) for term in asked.terms}
    weights = Weights(asked, counts, patterns)
    order = sorted(asked.terms, key=lambda term: (-weights.term[term], term))
    found: dict[str, Candidate] = {}
    for origin, lookup in lookups:
        lookup.gather(order, weights.term)
        lookup.add_loose(asked)
        for document, shared in lookup.worth_a_look():
            candidate = Candidate(lookup.part.record(document), origin, shared)
            rival = found.get(candidate.record["id"])
            if rival is None or rival.yields_to(candidate):
                found[candidate.record["id"]] = candidate
    least = gate.least(layers.settings(corpora))
    return judge(list(found.values()), asked, weights, patterns, least=least)


def judge(
    candidates: list[Candidate],
    asked: query.Query,
    weights: Weights,
    patterns: int,
    *,
    least: float = gate.THRESHOLD,
) -> list[Candidate]:
    """Keywords of all candidates first; regexes after them, so that a bad one costs only itself."""
    for candidate in candidates:
        candidate.hits = triggers.keyword_hits(candidate.record["keywords"], asked)
    guard = triggers.RegexGuard()
    for candidate in candidates:
        guard.try_all(candidate, asked)
        candidate.features = features(candidate, asked, weights, patterns)
        candidate.features["named"] = float(domains.is_named(candidate.record["domain"], asked))
    compare(candidates)
    for candidate in candidates:
        candidate.match = gate.match(candidate.features)
        if triggers.is_vetoed(candidate.record, asked):
            candidate.why_not = "veto: triggers.none"
        elif gate.hushed(candidate.features):
            candidate.why_not = "nearest example is a quiet one"
        elif candidate.match < least:
            candidate.why_not = gate.BELOW
    detected = domains.detect(candidates, asked)
    for candidate in candidates:
        candidate.domain = detected[candidate.record["domain"]]
    return sorted(candidates, key=lambda candidate: (-candidate.match, candidate.record["id"]))
