"""Whether one pattern could pass the gate for a prompt at all: never wrongly no, at a tenth of the cost.

A search compares a prompt with thirty candidates. Here only the pattern in question is looked at:
what it shares with the prompt is exact, and of what depends on its rivals the most that the model
can make of it is taken.
"""

from __future__ import annotations

from math import log

from experience.hotpath import gate, layers, match, model, query
from experience.hotpath.candidate import Candidate
from experience.hotpath.features import Weights

#: Features that say how far a candidate is ahead of the others (features.compare).
RIVALS = frozenset({"ahead_evidence", "ahead_fire", "lead", "above_mean"})
_MOST_OF_RIVALS = sum(max(values) for name, (_, values) in model.STEPS.items() if name in RIVALS)


class Reach:
    """`corpora`: the pattern's own layer first, alone in it, then those it stands beside."""

    def __init__(self, corpora: list[layers.Layer]) -> None:
        self.name = corpora[0].name
        self.part, self.dead = corpora[0].segments()[0]
        self.parts = [part for layer in corpora for part, _ in layer.segments()]
        self.patterns = sum(len(part) - len(dead) for layer in corpora for part, dead in layer.segments())
        self.counts: dict[str, int] = {}
        self.least = gate.least(layers.settings(corpora))

    def may_pass(self, asked: query.Query) -> bool:
        lookup = match.Lookup(self.part, self.dead, asked)
        lookup.add_loose(asked)
        if not lookup.found and not lookup.anchored:
            return False
        weights = Weights(asked, self._counts(asked), self.patterns)
        lookup.gather(list(asked.terms), weights.term)
        return any(
            self._may_pass(Candidate(self.part.record(document), self.name, shared), asked, weights)
            for document, shared in lookup.worth_a_look()
        )

    def _counts(self, asked: query.Query) -> dict[str, int]:
        """In how many patterns each term stands; prompts share most of their words."""
        for term in asked.terms - self.counts.keys():
            self.counts[term] = sum(len(part.postings(term) or ()) for part in self.parts)
        return self.counts

    def _may_pass(self, candidate: Candidate, asked: query.Query, weights: Weights) -> bool:
        match.judge([candidate], asked, weights, self.patterns, least=self.least)
        if candidate.why_not not in ("", gate.BELOW):
            return False  # a veto, or a quiet example: no rival changes that
        found = candidate.features
        if max(gate.explicit(found), gate.verbatim(found)) >= self.least:
            return True
        total = sum(value for name, value in gate.contributions(found).items() if name not in RIVALS)
        needed = log(self.least / (1 - self.least))  # on the scale of log-odds
        return model.BIAS + total + _MOST_OF_RIVALS >= needed
