"""Fit the gate's model on judged prompts and write lib/experience/hotpath/model.py.

    python tests/bench/fit.py --data DIR [--write]

Needs scikit-learn, which is no dependency of anything else. The model adds one step function per
feature (boosted stumps), each rising or flat where more can only speak for a pattern: it can be
read, and it has little room to learn one repository by heart. Without --write it only reports
figures that are cross-validated by repository: what a fold is scored with never saw its prompts.
The bias is moved until the whole gate, out of fold, lets through the false alarms that are aimed at.
"""

from __future__ import annotations

import argparse
import sys
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "lib")]

from experience.hotpath import gate  # noqa: E402
from tests.bench import judged, metrics  # noqa: E402

TARGET = ROOT / "lib" / "experience" / "hotpath" / "model.py"
CORPORA = ("corpus", "mechanical")
#: Left to gate.explicit, or not for the model to learn.
OUT = ("trigger", "demand", "named", "quiet")
#: May speak either way.
FREE = ("known",)
ROUNDS, RATE, LEAF = 600, 0.05, 20
#: What a wanted pattern counts beside an unwanted one: there are a hundred times fewer of them.
WANTED = 3
#: Share of the prompts without an answer that the whole gate lets through, out of fold, as shipped.
ALARMS = 0.03

HEAD = '''"""The gate's model: what each feature adds to the log-odds, as steps.

Made by tests/bench/fit.py. `feature: (bounds, values)` adds values[i] where i bounds are not above
the feature.
"""

from __future__ import annotations

'''


class Row(NamedTuple):
    corpus: str
    prompt: judged.Prompt
    pattern: str
    relevance: int
    vetoed: bool
    features: dict[str, float]


def rows(data: Path) -> list[Row]:
    """Every candidate of every scored prompt, over both corpora."""
    relevance = judged.judgements(data)
    found = []
    for corpus in CORPORA:
        if not (data / corpus).is_dir():
            continue
        layer = judged.MemoryLayer(judged.compiled(data / corpus))
        for prompt in judged.prompts(data):
            for candidate in judged.candidates(prompt.asked, layer):
                pattern = candidate.record["id"]
                vetoed = candidate.why_not.startswith("veto")
                given = relevance[prompt.id].get(pattern, 0)
                found.append(Row(corpus, prompt, pattern, given, vetoed, candidate.features))
    return found


def names(found: list[Row]) -> list[str]:
    return sorted(name for name in found[0].features if name not in OUT)


def table(found: list[Row], features: list[str]) -> list[list[float]]:
    return [[row.features[name] for name in features] for row in found]


def fitted(found: list[Row], features: list[str]) -> Any:
    """A boosted model of stumps. Only related patterns (relevance 1) teach nothing."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-not-found]

    taught = [row for row in found if row.relevance != 1 and row.prompt.set != "gray"]
    booster = HistGradientBoostingClassifier(
        max_depth=1, max_iter=ROUNDS, learning_rate=RATE, min_samples_leaf=LEAF, l2_regularization=5,
        max_bins=32, random_state=0, monotonic_cst=[0 if name in FREE else 1 for name in features],
    )  # fmt: skip
    counts = [WANTED if row.relevance == 2 else 1 for row in taught]
    return booster.fit(table(taught, features), [count > 1 for count in counts], sample_weight=counts)


def steps(booster: Any, features: list[str]) -> tuple[float, dict[str, tuple[list[float], list[float]]]]:
    """(bias, feature -> (bounds, values)) of a model of stumps."""
    bias = float(booster._baseline_prediction.ravel()[0])  # noqa: SLF001  # no public way to the trees
    splits: dict[str, list[tuple[float, float, float]]] = {}
    for (tree,) in booster._predictors:  # noqa: SLF001
        root = tree.nodes[0]
        if root["is_leaf"]:
            bias += float(root["value"])
            continue
        left, right = tree.nodes[root["left"]]["value"], tree.nodes[root["right"]]["value"]
        name = features[root["feature_idx"]]
        splits.setdefault(name, []).append((float(root["num_threshold"]), float(left), float(right)))
    return bias, {name: _step(found) for name, found in sorted(splits.items())}


def _step(splits: list[tuple[float, float, float]]) -> tuple[list[float], list[float]]:
    """Stumps of one feature as one function; left is taken at the threshold itself."""
    bounds = sorted({round(threshold, 4) for threshold, _, _ in splits})
    edges = [bounds[0] - 1, *bounds]
    values = [
        round(sum(right if edge >= round(at, 4) else left for at, left, right in splits), 3) for edge in edges
    ]
    return bounds, values


def folds(found: list[Row]) -> list[set[str]]:
    """Repositories in two halves, each with one of the two that most prompts with an answer come from."""
    answered: dict[str, int] = {}
    for row in found:
        answered[row.prompt.repo] = answered.get(row.prompt.repo, 0) + (row.relevance == 2)
    order = sorted(answered, key=lambda repo: (-answered[repo], repo))
    return [set(order[0::2]), set(order[1::2])]


def out_of_fold(found: list[Row], features: list[str], corpus: str) -> list[tuple[Row, float]]:
    scored = []
    for fold in folds(found):
        booster = fitted([row for row in found if row.prompt.repo not in fold], features)
        mine = [row for row in found if row.prompt.repo in fold and row.corpus == corpus]
        if mine:
            estimates = booster.predict_proba(table(mine, features))[:, 1]
            scored += list(zip(mine, map(float, estimates), strict=True))
    return scored


def whole(row: Row, estimate: float, shift: float) -> float:
    """What the gate makes of it where `shift` is added to the log-odds; 0 for what is held back."""
    if row.vetoed or gate.hushed(row.features):
        return 0.0
    likely = 1 / (1 + exp(-log(estimate / (1 - estimate)) - shift))
    return max(likely, gate.explicit(row.features), gate.verbatim(row.features))


def as_shipped(
    scored: list[tuple[Row, float]], shift: float, wanted: metrics.Judgements, prompts: list[judged.Prompt]
) -> dict[str, float]:
    """The figures of the whole gate at its threshold."""
    found = [(row.prompt, row.pattern, whole(row, estimate, shift)) for row, estimate in scored]
    run = metrics.run_at([one for one in found if one[2]], gate.THRESHOLD)
    return metrics.figures(run, wanted, prompts)


def shift_for(
    scored: list[tuple[Row, float]], wanted: metrics.Judgements, prompts: list[judged.Prompt]
) -> float:
    """The most that may be added to the log-odds for no more false alarms than ALARMS, to 0.01."""
    low, high = -5.0, 5.0
    while high - low > 0.01:
        middle = (low + high) / 2
        if as_shipped(scored, middle, wanted, prompts)["false_alarm_pooled"] <= ALARMS:
            low = middle
        else:
            high = middle
    return low


def module(bias: float, found: dict[str, tuple[list[float], list[float]]]) -> str:
    lines = [f"BIAS = {round(bias, 3)}", "STEPS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {"]
    for name, (bounds, values) in found.items():
        lines += [f'    "{name}": (', f"        {tuple(bounds)},", f"        {tuple(values)},", "    ),"]
    return HEAD + "\n".join([*lines, "}", ""])


def report(found: list[Row], features: list[str], data: Path) -> float:
    """Print the figures of what no fold saw; returns the shift of the first corpus, which ships."""
    wanted, prompts = judged.judgements(data), judged.prompts(data)
    shift: float | None = None
    for corpus in CORPORA:
        scored = out_of_fold(found, features, corpus)
        kept = [(row.prompt, row.pattern, score) for row, score in scored if not row.vetoed]
        for line in metrics.curve(kept, wanted, prompts):
            print(corpus, " ".join(f"{name}={value}" for name, value in line.items()))
        shift = shift_for(scored, wanted, prompts) if shift is None else shift
        shipped = as_shipped(scored, shift, wanted, prompts)
        print(corpus, f"shift={shift:.2f}", " ".join(f"{name}={value}" for name, value in shipped.items()))
    return shift or 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--write", action="store_true", help=f"write {TARGET.name}")
    args = parser.parse_args()
    found = rows(args.data)
    features = names(found)
    shift = report(found, features, args.data)
    if args.write:
        bias, made = steps(fitted(found, features), features)
        TARGET.write_text(module(bias + shift, made), encoding="utf-8")
        print(f"written: {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
