"""`exp.py status` of ninety days: what a person reads, and what a program does."""

from __future__ import annotations

import re
from collections import Counter

from experience.events import summary, verdicts
from tests.commands.cold import exp
from tests.simulation.lived import Lived


def test_it_can_be_read_at_80_columns_but_for_paths_and_commands(lived: Lived) -> None:
    ran = exp(lived.home, "status", cwd=lived.roots["shop"])
    assert ran.lines[0] == "status: on"
    long = [line for line in ran.lines if len(line) > 90 and "/" not in line]
    assert not long
    for label in ("global", "project", "prompts", "verdicts", "28 days", "week of", "doctor", "switch"):
        assert any(line.startswith(label) for line in ran.lines), label
    assert "\x1b" not in ran.out


def test_its_figures_are_those_of_the_log_counted_slowly(lived: Lived) -> None:
    document = exp(lived.home, "status", "--json", cwd=lived.roots["shop"]).document
    said = verdicts.in_force()
    saves = sum(one.kind == "saved" for one in said)
    assert document["verdicts"]["precision"]["share"] == round(saves / len(said), 3)
    lately = document["lately"]
    whole = summary.summary()
    assert whole.warnings == lived.warnings
    assert 0 < lately["prompts"] < whole.prompts
    assert sum(week["warnings"] for week in lately["weeks"]) == lately["warnings"]
    assert lately["ms"]["p50"] < lately["ms"]["p95"]


def test_the_log_is_counted_the_same_whether_whole_or_put_aside(lived: Lived) -> None:
    by_id = Counter({key: seen.warnings for key, seen in summary.summary().patterns.items() if seen.warnings})
    text = b"".join(path.read_bytes() for path in sorted((lived.home / "logs").rglob("injections*.jsonl")))
    ids = re.findall(rb'"patterns_injected":\[([^\]]*)\]', text)
    slow = Counter(one.strip(b'"').decode() for row in ids for one in row.split(b",") if one)
    assert by_id == slow
