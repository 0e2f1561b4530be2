"""The gate: what is enough by itself, and what is never enough."""

from __future__ import annotations

import pytest

from experience.hotpath import candidate, features, gate, model, query

PROMPT = query.Query("why does the frobnicator of zyxq fail with E4711 in the quuxifier?")


def judged(patterns: int, *keywords: str) -> dict[str, float]:
    """Features of a pattern with these keywords, all pulled by PROMPT, among `patterns` patterns."""
    record = {
        "keywords": list(keywords), "keyword_terms": "", "title": ["", 0.0], "fire": [], "quiet": [],
    }  # fmt: skip
    found = candidate.Candidate(record, "global", {})
    found.hits = [(word, word, 1.0) for word in keywords]
    weights = features.Weights(PROMPT, {}, patterns)
    found.features = features.features(found, PROMPT, weights, patterns)
    features.compare([found])
    return {**found.features, "named": 0.0}


@pytest.mark.parametrize("patterns", [1, 100, 3_000, 100_000])
def test_several_very_specific_triggers_are_enough_in_a_corpus_of_any_size(patterns: int) -> None:
    assert gate.explicit(judged(patterns, "frobnicator", "zyxq", "e4711", "quuxifier")) >= gate.THRESHOLD


def test_one_word_is_enough_in_a_small_corpus_and_not_in_a_large_one() -> None:
    assert gate.explicit(judged(5, "frobnicator")) > gate.explicit(judged(5_000, "frobnicator"))


def test_more_of_a_feature_never_speaks_against_a_pattern() -> None:
    assert len(model.STEPS) > 10
    for name, (bounds, values) in model.STEPS.items():
        assert len(values) == len(bounds) + 1
        assert list(bounds) == sorted(bounds)
        assert name == "known" or list(values) == sorted(values)
