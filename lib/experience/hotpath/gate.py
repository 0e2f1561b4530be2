"""The gate: whether a developer working on this prompt would want this warning."""

from __future__ import annotations

from bisect import bisect_right
from math import exp

from experience.hotpath import model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Where the prompt names the pattern's domain, its triggers need this much of the demand.
NAMED = 0.8

#: Likeness to an example from which it needs no other evidence.
VERBATIM = 0.85

#: Likeness to a quiet example that holds a pattern back, if no `fire` example is nearer.
HUSH = 0.6

#: A match below this is silence.
THRESHOLD = 0.5

#: How far the setting `gate` may move it.
MOST_LOWERED, MOST_RAISED = -0.2, 0.4

#: Why a candidate below it is not shown.
BELOW = "below the gate"


def least(settings: dict[str, Any]) -> float:
    """The match that is asked for under these settings (config.yaml as compiled); strange ones count as
    none."""
    moved = settings.get("gate", 0.0)
    if not isinstance(moved, (int, float)) or not MOST_LOWERED <= moved <= MOST_RAISED:
        return THRESHOLD
    return THRESHOLD + moved


def contributions(features: dict[str, float]) -> dict[str, float]:
    """What each feature adds to the model's estimate, on the scale of log-odds."""
    return {
        name: values[bisect_right(bounds, features[name])] for name, (bounds, values) in model.STEPS.items()
    }


def likely(features: dict[str, float]) -> float:
    """The model's estimate, in [0, 1]: triggers, vocabulary, examples and rivals together."""
    total = model.BIAS + sum(contributions(features).values())
    return 1 / (1 + exp(-total))


def explicit(features: dict[str, float]) -> float:
    """Triggers alone, in [0, 1]: half where they bring what a corpus of this size demands."""
    demand = features["demand"] * (NAMED if features["named"] else 1.0)
    return min(1.0, THRESHOLD * features["trigger"] / demand)


def verbatim(features: dict[str, float]) -> float:
    """A prompt that is one of the pattern's `fire` examples, give or take a word, in [0, 1]."""
    return features["fire"] if features["fire"] >= VERBATIM else 0.0


def hushed(features: dict[str, float]) -> bool:
    """Whether the nearest example is one on which the pattern must stay quiet."""
    return features["quiet"] >= HUSH and features["quiet"] > features["fire"]


def match(features: dict[str, float]) -> float:
    """How well a pattern fits, in [0, 1]."""
    return max(likely(features), explicit(features), verbatim(features))
