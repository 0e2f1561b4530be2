"""The figures of a run over judged prompts; definitions as in the benchmark's README."""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

from experience.hotpath import rank
from experience.vocabulary import MAX_WARNINGS
from tests.bench.judged import Prompt

#: prompt id -> pattern ids injected, best first.
Run = dict[str, list[str]]
Judgements = dict[str, dict[str, int]]


def mean(values: list[float]) -> float:
    return round(sum(values) / max(1, len(values)), 3)


def figures(run: Run, wanted: Judgements, prompts: list[Prompt]) -> dict[str, float]:
    """Keys of the benchmark's score.py: recall_at_3, ndcg_at_3, precision, precision_at_1_on_positives,
    false_alarm_pooled, false_alarm_weighted; and warnings_per_injection."""
    recall, gain, first = [], [], []
    injected = right = alarms = negatives = fired = 0
    weight = weighted = 0.0
    for prompt in prompts:
        got, rel = run.get(prompt.id, [])[:MAX_WARNINGS], wanted.get(prompt.id, {})
        if prompt.set == "gray":
            continue
        injected += len(got)
        fired += bool(got)
        if prompt.set != "pos":
            negatives += 1
            alarms += bool(got)
            weight += prompt.weight
            weighted += prompt.weight * bool(got)
            continue
        good = {pattern for pattern, value in rel.items() if value == 2}
        hits = len(good & set(got))
        right += hits
        recall.append(hits / min(3, len(good)))
        gain.append(_gain([rel.get(pattern, 0) for pattern in got], sorted(rel.values(), reverse=True)[:3]))
        first += [float(got[0] in good)] if got else []
    return {
        "recall_at_3": mean(recall),
        "ndcg_at_3": mean(gain),
        "precision": round(right / max(1, injected), 3),
        "precision_at_1_on_positives": mean(first),
        "false_alarm_pooled": round(alarms / max(1, negatives), 3),
        "false_alarm_weighted": round(weighted / weight, 3) if weight else 0.0,
        "warnings_per_injection": round(injected / max(1, fired), 2),
    }


def _gain(got: list[int], ideal: list[int]) -> float:
    def discounted(values: list[int]) -> float:
        return sum(float(2**value - 1) / log2(place + 2) for place, value in enumerate(values))

    return discounted(got) / (discounted(ideal) or 1.0)


def run_at(scored: Iterable[tuple[Prompt, str, float]], threshold: float) -> Run:
    """What a gate at `threshold` would inject, by match alone."""
    by_prompt: dict[str, list[tuple[float, str]]] = {}
    for prompt, pattern, score in scored:
        by_prompt.setdefault(prompt.id, []).append((score, pattern))
    run = {}
    for prompt_id, found in by_prompt.items():
        found.sort(reverse=True)
        near = max(threshold, rank.CLOSE * found[0][0])
        run[prompt_id] = [pattern for score, pattern in found if score >= near][:MAX_WARNINGS]
    return run


def threshold_for(scored: list[tuple[Prompt, str, float]], prompts: list[Prompt], alarms: float) -> float:
    """The lowest threshold with at most this share of pooled false alarms."""
    best = {prompt.id: 0.0 for prompt in prompts if prompt.set.startswith("neg")}
    for prompt, _, score in scored:
        if prompt.id in best:
            best[prompt.id] = max(best[prompt.id], score)
    ordered = sorted(best.values(), reverse=True)
    return ordered[int(alarms * len(ordered))] + 1e-9


def curve(
    scored: list[tuple[Prompt, str, float]], wanted: Judgements, prompts: list[Prompt]
) -> list[dict[str, float]]:
    """The figures at 10, 5, 3 and 1.5% of pooled false alarms."""
    rows = []
    for alarms in (0.10, 0.05, 0.03, 0.015):
        threshold = threshold_for(scored, prompts, alarms)
        rows.append({"threshold": round(threshold, 3), **figures(run_at(scored, threshold), wanted, prompts)})
    return rows
