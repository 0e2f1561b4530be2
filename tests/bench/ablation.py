"""What each ingredient of the matcher buys: one at a time is switched off, and nothing is fitted anew.

    python tests/bench/ablation.py --data DIR [--corpus mechanical] [--write]

--write puts the table of the project's own prompts into references/RETRIEVAL.md. The model learned
with every ingredient there: a row tells what the shipped matcher leans on, not what it could do
had it never known the ingredient.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "lib")]

from experience.hotpath import background, features, gate, model  # noqa: E402
from experience.index import compiler  # noqa: E402
from experience.patterns.pattern import Pattern  # noqa: E402
from tests.bench import metrics, retrieval  # noqa: E402

PAGE = ROOT / "references" / "RETRIEVAL.md"
START, END = "<!-- ablation: made by tests/bench/ablation.py -->", "<!-- end of ablation -->"
RIVALS = ("above_mean", "ahead_fire", "lead")


@dataclass(frozen=True)
class Ingredient:
    """How to do without it: names to replace while the matcher runs, and a change to every pattern."""

    name: str
    without: tuple[tuple[ModuleType, str, Any], ...] = ()
    edit: Callable[[Pattern], Pattern] | None = None


def zero(*_: object) -> float:
    return 0.0


def one(*_: object) -> float:
    return 1.0


def never(*_: object) -> bool:
    return False


def without_fire(pattern: Pattern) -> Pattern:
    return replace(pattern, examples=replace(pattern.examples, fire=()))


def without_quiet(pattern: Pattern) -> Pattern:
    return replace(pattern, examples=replace(pattern.examples, quiet=()))


def without_regex(pattern: Pattern) -> Pattern:
    return replace(pattern, triggers=replace(pattern.triggers, regex=()))


def without_none(pattern: Pattern) -> Pattern:
    return replace(pattern, triggers=replace(pattern.triggers, none=()))


def steps_without(names: tuple[str, ...]) -> dict[str, Any]:
    return {name: step for name, step in model.STEPS.items() if name not in names}


INGREDIENTS = (
    Ingredient("nothing (as shipped)"),
    Ingredient(
        "the table of ordinary words", ((background, "weight", one), (compiler, "_GLUE", frozenset[str]()))
    ),
    Ingredient("rarity in the corpus", ((features, "rarity", one),)),
    Ingredient("the form of keywords", ((features, "form_weight", zero),)),
    Ingredient("`examples.fire`", edit=without_fire),
    Ingredient("`examples.quiet`, and its hush", edit=without_quiet),
    Ingredient("the hush alone", ((gate, "hushed", never),)),
    Ingredient("*explicit*", ((gate, "explicit", zero),)),
    Ingredient("*verbatim*", ((gate, "verbatim", zero),)),
    Ingredient("*likely*", ((gate, "likely", zero),)),
    Ingredient("rivals", ((model, "STEPS", steps_without(RIVALS)),)),
    Ingredient("regexes", edit=without_regex),
    Ingredient("`triggers.none`", edit=without_none),
)


@contextmanager
def switched_off(ingredient: Ingredient) -> Iterator[None]:
    """What the compiler remembers of the weights of words is forgotten before and after."""
    with ExitStack() as stack:
        forget_weights()
        stack.callback(forget_weights)
        for where, name, value in ingredient.without:
            stack.enter_context(patch.object(where, name, value, create=True))
        yield


def forget_weights() -> None:
    vars(compiler).get("_says", {}).clear()  # a cache that only this script has a reason to empty


def benches(data: Path, corpus: str) -> Iterator[tuple[str, retrieval.Bench]]:
    for ingredient in INGREDIENTS:
        with switched_off(ingredient):
            yield ingredient.name, retrieval.load(data, corpus, ingredient.edit)


def figures(bench: retrieval.Bench, run: metrics.Run) -> dict[str, float]:
    return metrics.figures(run, bench.wanted, bench.prompts)


def table(data: Path, corpus: str = "corpus") -> str:
    """Rows of Markdown, the first as shipped; the last column moves the gate: there rows can be compared."""
    lines = [
        "| Without | recall at three | false alarms | precision | recall at the first row's false alarms |",
        "|---|---|---|---|---|",
    ]
    alarms = -1.0
    for name, bench in benches(data, corpus):
        row = figures(bench, bench.shipped())
        alarms = row["false_alarm_pooled"] if alarms < 0 else alarms
        moved = figures(bench, bench.run_at(bench.threshold_for(alarms)))["recall_at_3"]
        lines.append(
            f"| {name} | {row['recall_at_3']:.2f} | {100 * row['false_alarm_pooled']:.1f}% "
            f"| {row['precision']:.2f} | {moved:.2f} |"
        )
    return "\n".join(lines)


def written(page: str, made: str) -> str:
    """The page with the table between its markers. Raises ValueError where they are missing."""
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise ValueError(f"{PAGE.name}: no markers {START} and {END}")
    return f"{before}{START}\n{made}\n{END}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=retrieval.OWN)
    parser.add_argument("--corpus", default="corpus", help="folder of patterns in DIR")
    parser.add_argument("--write", action="store_true", help=f"the project's own table, into {PAGE.name}")
    args = parser.parse_args()
    if args.write and args.data.resolve() != retrieval.OWN:
        parser.error("only the project's own prompts may stand in the page: leave --data out")
    try:
        made = table(args.data, args.corpus)
        print(made)
        if args.write:
            PAGE.write_text(written(PAGE.read_text("utf-8"), made), "utf-8")
    except (OSError, ValueError, KeyError) as error:
        print(f"ablation.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
