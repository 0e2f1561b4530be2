"""What `tune` and the end of a session share: evidence gathered under a time limit, and how it is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from experience.errors import ExperienceError
from experience.feedback import replay
from experience.feedback.tuning import auto, evidence, rules
from experience.feedback.tuning.changes import Done
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Proposal
from experience.feedback.tuning.rules import Found
from experience.hotpath import record
from experience.index import config
from experience.patterns.hidden import visible

#: Seconds that the worker at the end of a session may replay.
UNASKED = 30.0


@contextmanager
def bar() -> Iterator[replay.Progress]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield replay.silent
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("replay of your prompts")
        yield lambda done, total: shown.update(task, completed=done, total=total)


def looked_at(cwd: str, most: int, patience: float) -> tuple[Evidence, Found]:
    with bar() as progress:
        known = evidence.gathered(cwd, config.load(), most=most, patience=patience, progress=progress)
    return known, rules.found(known)


def at_session_end(cwd: str) -> Done | None:
    """Under `auto_apply: safe` the one change of the day, if there is one; what fails is noted for doctor."""
    try:
        if config.load().auto_apply != "safe":
            return None
        return auto.apply_one(lambda: looked_at(cwd, replay.MOST_PROMPTS, UNASKED)[1].proposals)
    except ExperienceError as error:
        record.note("tune", type(error).__name__, "auto_apply", str(error))
        return None


def document(known: Evidence, found: Found) -> dict[str, Any]:
    """{"prompts", "left_out", "warnings", "warnings_per_100", "precision", "gate", "proposals",
    "shortfalls"}."""
    now, share = len(known.now()), known.precision
    return {
        "prompts": known.replay.tried,
        "left_out": known.replay.left_out,
        "warnings": now,
        "warnings_per_100": round(known.replay.per_100(now), 2),
        "verdicts": len(known.said),
        "precision": share and {name: round(value, 3) for name, value in share._asdict().items()},
        "gate": round(known.least, 3),
        "proposals": [
            {"number": number, "applies": one.applies, **one.document()}
            for number, one in enumerate(found.proposals, 1)
        ],
        "shortfalls": [one._asdict() for one in found.shortfalls],
    }


def head(known: Evidence) -> list[str]:
    share = known.precision
    told = f"replayed {known.replay.tried:,} past prompts: {len(known.now())} warnings"
    told += f", {known.replay.per_100(len(known.now())):.1f} per 100; gate {known.least:g}"
    lines = [told]
    if known.replay.left_out:
        lines.append(f"{known.replay.left_out:,} older prompts were left out for want of time")
    if share:
        judged = f"{len(known.said)} verdicts: {share.share:.0%} of what was judged helped"
        lines.append(f"{judged} (95 %: {share.low:.0%} to {share.high:.0%})")
    return lines


def lines_of(number: int, one: Proposal) -> list[str]:
    mark = "" if one.applies else " (advice)"
    lines = [f"{number:2}  {visible(one.title)}{mark}", *(f"    {visible(why)}" for why in one.why)]
    lines += [f"    replayed: {one.effect.line()}"] if one.effect else []
    return [*lines, f"    -> {one.command}"] if one.command else lines
