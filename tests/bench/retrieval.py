"""How often the right warning comes, and how often a wrong one: the live matcher over judged prompts.

    python tests/bench/retrieval.py --data DIR [--corpus mechanical] [--json] [--explain PROMPT_ID]

DIR as judged.py reads it; tests/bench/data is the project's own, over the starter packs. What runs
is what the hook runs: `match.search`, the shipped gate, `rank.rank`. Figures on prompts that the
model was fitted on flatter it: fit.py reports those that it never saw.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "lib")]

from experience.hotpath import clock, gate, rank  # noqa: E402
from experience.hotpath.candidate import Candidate  # noqa: E402
from experience.patterns.pattern import Pattern  # noqa: E402
from tests.bench import judged, metrics  # noqa: E402

OWN = ROOT / "tests" / "bench" / "data"
PARAPHRASES = OWN / "paraphrases"
STARTER = ROOT / "templates" / "starter"

#: The order depends on age; a fixed day makes a figure the same tomorrow.
TODAY = (clock.day_number("2026-12-01") or 0) * clock.DAY
THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
DRAWS, SEED = 1_000, 4

Edit = Callable[[Pattern], Pattern]


@dataclass(frozen=True)
class Bench:
    """Judged prompts and what the matcher makes of each. `held`: vetoed or hushed, whatever the gate."""

    prompts: list[judged.Prompt]
    wanted: metrics.Judgements
    found: dict[str, list[Candidate]]
    held: dict[str, list[str]]

    def run_at(self, threshold: float) -> metrics.Run:
        """What would be injected if the gate stood at `threshold`."""
        return {prompt.id: self._shown(prompt.id, threshold) for prompt in self.prompts}

    def _shown(self, prompt_id: str, threshold: float) -> list[str]:
        for candidate, held in zip(self.found[prompt_id], self.held[prompt_id], strict=True):
            candidate.why_not = held or (gate.BELOW if candidate.match < threshold else "")
        return [candidate.record["id"] for candidate in rank.rank(self.found[prompt_id], TODAY)]

    def threshold_for(self, alarms: float) -> float:
        """Just above what would let more than this share of the negatives be warned."""
        best = sorted((self._best(prompt.id) for prompt in filter(is_negative, self.prompts)), reverse=True)
        return best[min(int(alarms * len(best) + 1e-6), len(best) - 1)] + 1e-9

    def _best(self, prompt_id: str) -> float:
        pairs = zip(self.found[prompt_id], self.held[prompt_id], strict=True)
        return max((candidate.match for candidate, held in pairs if not held), default=0.0)

    def shipped(self) -> metrics.Run:
        return self.run_at(gate.THRESHOLD)


def corpus_folder(data: Path, corpus: str) -> Path:
    """The project's own prompts are about the starter packs, which are no copy in its folder."""
    return STARTER if data.resolve() in (OWN, PARAPHRASES) and corpus == "corpus" else data / corpus


def load(data: Path, corpus: str = "corpus", edit: Edit | None = None) -> Bench:
    """Run the matcher. Raises ValueError where the folder lacks what is needed."""
    folder = corpus_folder(data, corpus)
    for path in (folder, data / "prompts.jsonl", data / "qrels.tsv"):
        if not path.exists():
            raise ValueError(f"{path}: missing; needed are {corpus}/, prompts.jsonl and qrels.tsv")
    layer = judged.MemoryLayer(judged.compiled(folder, edit))
    prompts = judged.prompts(data)
    if not any(prompt.set == "pos" for prompt in prompts) or not any(map(is_negative, prompts)):
        raise ValueError(f"{data / 'prompts.jsonl'}: needs prompts of the set pos and of a set neg-...")
    found = {prompt.id: candidates(prompt, layer) for prompt in prompts}
    held = {
        prompt_id: ["" if one.why_not == gate.BELOW else one.why_not for one in listed]
        for prompt_id, listed in found.items()
    }
    return Bench(prompts, judged.judgements(data), found, held)


def candidates(prompt: judged.Prompt, layer: judged.MemoryLayer) -> list[Candidate]:
    """As the hook does: nothing is looked up for a prompt without a telling word."""
    return judged.candidates(prompt.asked, layer) if prompt.asked.says_something() else []


def is_negative(prompt: judged.Prompt) -> bool:
    return prompt.set.startswith("neg")


def report(bench: Bench, run: metrics.Run) -> dict[str, object]:
    """The keys of the benchmark's score.py, no more."""
    told: dict[str, object] = dict(metrics.figures(run, bench.wanted, bench.prompts))
    del told["warnings_per_injection"]
    return {**told, "false_alarm_by_set": by_set(bench, run), "recall_by_kind": by_kind(bench, run)}


def by_set(bench: Bench, run: metrics.Run) -> dict[str, float]:
    sets: dict[str, list[float]] = {}
    for prompt in filter(is_negative, bench.prompts):
        sets.setdefault(prompt.set, []).append(float(bool(run[prompt.id])))
    return {name: metrics.mean(values) for name, values in sets.items()}


def by_kind(bench: Bench, run: metrics.Run) -> dict[str, list[float]]:
    """Kind of source -> [recall@3, number of prompts]."""
    kinds: dict[str, list[judged.Prompt]] = {}
    for prompt in bench.prompts:
        if prompt.set == "pos":
            kinds.setdefault(prompt.kind, []).append(prompt)
    return {
        kind: [metrics.figures(run, bench.wanted, mine)["recall_at_3"], len(mine)]
        for kind, mine in kinds.items()
    }


def intervals(bench: Bench, run: metrics.Run) -> dict[str, tuple[float, float]]:
    """Figure -> where 95% of it lies when the prompts are drawn anew."""
    chance = random.Random(SEED)
    scored = [prompt for prompt in bench.prompts if prompt.set != "gray"]
    draws = [metrics.figures(run, bench.wanted, chance.choices(scored, k=len(scored))) for _ in range(DRAWS)]
    edges = DRAWS // 40, DRAWS - DRAWS // 40 - 1
    return {
        name: (values[edges[0]], values[edges[1]])
        for name in draws[0]
        for values in [sorted(draw[name] for draw in draws)]
    }


def table(bench: Bench) -> str:
    run = bench.shipped()
    spread = intervals(bench, run)
    lines = [f"{len(bench.prompts)} prompts, gate at {gate.THRESHOLD}", ""]
    lines += [
        f"{name:30} {value:6.3f}   95%: {spread[name][0]:.3f} to {spread[name][1]:.3f}"
        for name, value in metrics.figures(run, bench.wanted, bench.prompts).items()
    ]
    lines += ["", *(f"false alarms, {name:16} {share:6.3f}" for name, share in by_set(bench, run).items())]
    kinds = by_kind(bench, run).items()
    lines += ["", *(f"recall, {kind:22} {share:6.3f} of {count}" for kind, (share, count) in kinds)]
    return "\n".join([*lines, "", *curve(bench)])


def curve(bench: Bench) -> list[str]:
    lines = ["threshold  recall@3  precision  false alarms"]
    for threshold in THRESHOLDS:
        row = metrics.figures(bench.run_at(threshold), bench.wanted, bench.prompts)
        alarms = row["false_alarm_pooled"]
        lines.append(f"{threshold:9.2f}  {row['recall_at_3']:8.3f}  {row['precision']:9.3f}  {alarms:12.3f}")
    return lines


def explained(bench: Bench, prompt_id: str) -> str:
    """Every candidate of one prompt. Raises ValueError for an id that is not there."""
    if prompt_id not in bench.found:
        raise ValueError(f"{prompt_id}: no such prompt")
    shown = bench.shipped()[prompt_id]
    (prompt,) = [prompt for prompt in bench.prompts if prompt.id == prompt_id]
    judgements = bench.wanted.get(prompt_id, {})
    lines = [f"{prompt_id} ({prompt.set}): {' '.join(prompt.asked.raw.split())[:200]}"]
    lines += [
        f"relevance {judgements.get(one.record['id'], '-')}  match {one.match:.2f}  {one.record['id']}  "
        + (one.why_not or f"shown, {shown.index(one.record['id']) + 1}.")
        for one in bench.found[prompt_id]
    ]
    missed = {name for name, value in judgements.items() if value == 2}
    missed -= {one.record["id"] for one in bench.found[prompt_id]}
    return "\n".join([*lines, *(f"relevance 2  no candidate  {name}" for name in sorted(missed))])


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--corpus", default="corpus", help="folder of patterns in DIR")
    parser.add_argument("--json", action="store_true", help="figures at the shipped gate, for programs")
    parser.add_argument("--explain", metavar="PROMPT_ID", help="every candidate of one prompt")
    return parser.parse_args()


def main() -> int:
    args = arguments()
    try:
        bench = load(args.data, args.corpus)
        if args.explain:
            print(explained(bench, args.explain))
        elif args.json:
            print(json.dumps(report(bench, bench.shipped()), indent=1))
        else:
            print(table(bench))
    except (OSError, ValueError, KeyError) as error:
        print(f"retrieval.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
