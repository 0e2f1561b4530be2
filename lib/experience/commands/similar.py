"""`exp.py similar ID`: the patterns that are nearest to one, and whether they tell of the same failure."""

from __future__ import annotations

import argparse
from pathlib import Path

from experience.commands.reply import Reply
from experience.errors import ExperienceError, UsageError
from experience.index import config
from experience.patterns.corpora import corpora
from experience.patterns.corpus import find
from experience.patterns.hidden import visible
from experience.patterns.pattern import Pattern
from experience.patterns.similarity import NEAR, Near, compared, did_you_mean

#: Those that have less in common are not worth a line.
_LEAST = 0.3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the id, or the beginning of one")
    parser.add_argument("--limit", type=int, default=5, metavar="N", help="at most so many (default 5)")


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"id", "similar": [{id, score, why, verdict}]}; verdict is duplicate, contrary or related.

    Status `duplicates` when one tells of the same failure, else `similar` or `none`.
    """
    if args.limit < 1:
        raise UsageError("--limit: a number from 1")
    found = corpora(str(Path.cwd()), config.load().project_patterns)
    patterns = [pattern for place in found for pattern in place.load(keep_archived=True).patterns]
    pattern = _chosen(args.id, patterns)
    near = sorted(
        (compared(pattern, other) for other in patterns if other.id != pattern.id),
        key=lambda one: (-one.score, one.id),
    )
    rows = [{**one._asdict(), "verdict": _verdict(one)} for one in near if one.score >= _LEAST][: args.limit]
    for row in rows:
        del row["opposite"]
    verdicts = {row["verdict"] for row in rows}
    status = "duplicates" if "duplicate" in verdicts else "similar" if rows else "none"
    lines = [f"{row['score']:.2f}  {row['verdict']:<9}  {row['id']}: {row['why']}" for row in rows]
    if status == "duplicates":
        lines.append("keep the better one: exp.py archive ID puts the other aside")
    return Reply(status, {"id": pattern.id, "similar": rows}, [visible(line) for line in lines])


def _verdict(near: Near) -> str:
    if near.opposite:
        return "contrary"
    return "duplicate" if near.score >= NEAR else "related"


def _chosen(wanted: str, patterns: list[Pattern]) -> Pattern:
    ids = sorted({pattern.id for pattern in find(patterns, wanted)})
    if len(ids) == 1:
        return next(pattern for pattern in patterns if pattern.id == ids[0])
    if ids:
        shown = ", ".join(ids[:5]) + (", ..." if len(ids) > 5 else "")
        raise ExperienceError(f"{wanted!r} begins {len(ids)} ids: {shown}; write more of it")
    near = did_you_mean(wanted, {pattern.id for pattern in patterns})
    raise ExperienceError(f"no pattern {wanted!r}{near or '; exp.py list shows them all'}")
