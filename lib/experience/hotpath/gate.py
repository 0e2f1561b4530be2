"""The gate: whether a developer working on this prompt would want this warning."""

from __future__ import annotations

from math import exp

#: A logistic model over features.features().
BIAS = -9.65
WEIGHTS = {
    "keyword": 0.2,
    "keywords": 1.1,
    "regex": 1.2,
    "coverage": 4.2,
    "attained": 1.75,
    "rarest": 6.7,
    "title": 5.4,
    "fire": 0.5,
    "fire_margin": 1.3,
    "trigger": 1.5,
}

#: Where the prompt names the pattern's domain, its triggers need this much of the demand.
NAMED = 0.8

#: A match below this is silence.
THRESHOLD = 0.5

#: Why a candidate below it is not shown.
BELOW = "below the gate"


def likely(features: dict[str, float]) -> float:
    """The model's estimate, in [0, 1]: triggers, vocabulary and examples together."""
    total = BIAS + sum(weight * features[name] for name, weight in WEIGHTS.items())
    return 1 / (1 + exp(-total))


def explicit(features: dict[str, float]) -> float:
    """Triggers alone, in [0, 1]: half where they bring what a corpus of this size demands."""
    demand = features["demand"] * (NAMED if features["named"] else 1.0)
    return min(1.0, THRESHOLD * features["trigger"] / demand)


def match(features: dict[str, float]) -> float:
    """How well a pattern fits, in [0, 1]."""
    return max(likely(features), explicit(features))
