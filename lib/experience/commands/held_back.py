"""Rows of `status` about verdicts: how many, and which patterns are muted or on probation for them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from experience.events.verdicts import in_force
from experience.feedback import standings, tallies
from experience.index.compiler import content_hash
from experience.patterns import by_id
from experience.patterns.by_id import Place


def verdicts(policy: str) -> dict[str, Any]:
    """{"saves", "false_positives", "muted": [id], "probation": [id]}: of patterns as they are."""
    counted = standings.known()
    place = Place(str(Path.cwd()), policy)
    held: dict[str, list[str]] = {"muted": [], "probation": []}
    for identity, contents in sorted(counted.items()):
        pattern = by_id.pattern_of(identity, place) if any(one.state for one in contents.values()) else None
        state = tallies.of(identity, content_hash(pattern), counted).state if pattern else ""
        if state:
            held[state].append(identity)
    kinds = Counter(verdict.kind for verdict in in_force())
    return {"saves": kinds["saved"], "false_positives": kinds["falsepositive"], **held}


def lines(said: dict[str, Any]) -> list[str]:
    """None where nothing was ever said."""
    if not said["saves"] and not said["false_positives"]:
        return []
    head = f"verdicts {said['saves']} saves, {said['false_positives']} false alarms"
    rows = [f"         {state}: {one}" for state in ("muted", "probation") for one in said[state]]
    return [head, *rows]
