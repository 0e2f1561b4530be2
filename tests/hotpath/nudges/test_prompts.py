"""The nudge's signal from the prompt, measured on labelled prompts in eight languages.

prompts.jsonl was complete before the phrases were written. more_prompts.jsonl came later, round by
round, each written against the phrases as they stood and measured before they were improved; it
keeps what was learnt then.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from experience.hotpath.nudges import complaint

HERE = Path(__file__).parent


class Row(NamedTuple):
    text: str
    lang: str
    label: str


class Score(NamedTuple):
    precision: float
    recall: float
    table: dict[str, Counter[str]]


def rows(name: str) -> list[Row]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [Row(row["text"], row["lang"], row["label"]) for row in map(json.loads, lines)]


def outcome(row: Row) -> str:
    fired = complaint.kind(row.text) == complaint.STRONG
    return ("t" if fired == (row.label == "stuck") else "f") + ("p" if fired else "n")


def scored(found: list[Row]) -> Score:
    table: dict[str, Counter[str]] = {}
    for row in found:
        for key in (row.lang, "all"):
            table.setdefault(key, Counter())[outcome(row)] += 1
    total = table["all"]
    precision = total["tp"] / max(1, total["tp"] + total["fp"])
    return Score(precision, total["tp"] / max(1, total["tp"] + total["fn"]), table)


def shown(score: Score) -> str:
    lines = [f"{'':4} {'tp':>4} {'fp':>4} {'fn':>4} {'tn':>4}"]
    for name, counts in sorted(score.table.items()):
        lines.append(f"{name:4} " + " ".join(f"{counts[key]:4}" for key in ("tp", "fp", "fn", "tn")))
    return "\n".join([*lines, f"precision {score.precision:.3f}, recall {score.recall:.3f}"])


def test_the_set_is_what_it_claims_to_be() -> None:
    found = rows("prompts.jsonl")
    assert len(found) == len({row.text for row in found}) == 150
    assert Counter(row.label for row in found) == {"stuck": 75, "quiet": 75}
    assert {row.lang for row in found} == {"en", "es", "cs", "zh", "ja", "de", "fr", "pt"}


def test_labelled_prompts(capsys: pytest.CaptureFixture[str]) -> None:
    score = scored(rows("prompts.jsonl"))
    with capsys.disabled():
        print(f"\n{shown(score)}")
    assert score.precision >= 0.97
    assert score.recall >= 0.8


def test_later_prompts_stay_learnt() -> None:
    found = rows("more_prompts.jsonl")
    assert len(found) == 160
    score = scored(found)
    assert score.precision >= 0.97, shown(score)
    assert score.recall >= 0.9, shown(score)


@pytest.mark.parametrize(
    ("prompt", "kind"),
    [
        ("run it again", complaint.WEAK),
        ("もう一度実行して", complaint.WEAK),
        ("rename total to sum", complaint.NONE),
        ("", complaint.NONE),
        ("\ufeff \u200b", complaint.NONE),
        ("it doesn\u2019t work either", complaint.STRONG),
        ("IT STILL DOESN'T WORK", complaint.STRONG),
        ("> it still doesn't work", complaint.NONE),
        ("what does \u201cstill not working\u201d mean here", complaint.NONE),
        ('<pasted_content id="1">\nstill not working', complaint.NONE),
        ("it still fails " + "with a long log line " * 20_000, complaint.STRONG),
    ],
)  # fmt: skip
def test_kinds(prompt: str, kind: str) -> None:
    assert complaint.kind(prompt) == kind
