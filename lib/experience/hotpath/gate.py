"""The gate: a calibrated estimate that a developer working on this prompt wants this warning."""

from __future__ import annotations

from math import exp

#: Weights of a logistic model over features.features(); fitted by tests/bench/fit.py.
BIAS = -4.0
WEIGHTS = {
    "keyword": 2.0,
    "keywords": 2.0,
    "regex": 3.0,
    "coverage": 1.0,
    "attained": 3.0,
    "rarest": 1.0,
    "title": 0.5,
    "fire": 4.0,
    "fire_share": 1.0,
    "fire_margin": 2.0,
    "length": 0.0,
    "corpus": 0.0,
}

#: A match below this is silence.
THRESHOLD = 0.5

#: Why a candidate below it is not shown.
BELOW = "below the gate"


def match(features: dict[str, float]) -> float:
    """[0, 1]."""
    total = BIAS + sum(weight * features[name] for name, weight in WEIGHTS.items())
    return 1 / (1 + exp(-max(-60.0, min(60.0, total))))
