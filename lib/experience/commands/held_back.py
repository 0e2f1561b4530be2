"""Rows of `status` about verdicts: how many, and which patterns are muted or on probation for them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from experience.events.verdicts import Verdict
from experience.feedback import standings, tallies
from experience.feedback.intervals import wilson
from experience.index.compiler import content_hash
from experience.patterns import by_id
from experience.patterns.by_id import Place


def verdicts(policy: str, said: list[Verdict]) -> dict[str, Any]:
    """{"saves", "false_positives", "precision", "muted": [id], "probation": [id]}: of patterns as they are.
    `precision`: saves of all verdicts, {"share", "low", "high"} (95 %), None without any."""
    counted, by_tune = standings.known(), standings.muted_contents()
    place = Place(str(Path.cwd()), policy)
    held: dict[str, list[str]] = {"muted": [], "probation": []}
    for identity in sorted(counted.keys() | by_tune.keys()):
        contents = counted.get(identity, {})
        may_be = identity in by_tune or any(one.state for one in contents.values())
        pattern = by_id.pattern_of(identity, place) if may_be else None
        if pattern is None:
            continue
        content = content_hash(pattern)
        muted = content in by_tune.get(identity, ())
        state = "muted" if muted else tallies.of(identity, content, counted).state
        if state:
            held[state].append(identity)
    kinds = Counter(verdict.kind for verdict in said)
    share = wilson(kinds["saved"], len(said))
    rounded = {name: round(value, 3) for name, value in share._asdict().items()} if share else None
    return {
        "saves": kinds["saved"],
        "false_positives": kinds["falsepositive"],
        "precision": rounded,
        **held,
    }


def lines(said: dict[str, Any]) -> list[str]:
    """None where nothing was ever said."""
    rows = [f"         {state}: {one}" for state in ("muted", "probation") for one in said[state]]
    if not said["saves"] and not said["false_positives"]:
        return ["verdicts none", *rows] if rows else []
    head = f"verdicts {said['saves']} saves, {said['false_positives']} false alarms"
    share = said["precision"]
    if share:
        head += f": {share['share']:.0%} helped (95 %: {share['low']:.0%} to {share['high']:.0%})"
    return [head, *rows]
