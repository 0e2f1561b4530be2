"""`exp.py preflight store|show|purge`: what was looked up for patterns that ask for it first."""

from __future__ import annotations

import argparse
from pathlib import Path

from experience.commands import free_text
from experience.commands.reply import Reply
from experience.errors import ExperienceError, UsageError
from experience.feedback import findings
from experience.feedback.findings import Finding
from experience.index import config
from experience.patterns import by_id
from experience.patterns.by_id import Place
from experience.patterns.hidden import visible
from experience.patterns.pattern import Pattern
from experience.patterns.similarity import did_you_mean

#: Characters of a finding that are read.
MAX_SAID = 20_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", choices=("store", "show", "purge"), help="keep a finding, list them, take them away"
    )
    parser.add_argument("id", metavar="ID", nargs="?", default="", help="the pattern")
    parser.add_argument(
        "--source", metavar="URL", action="append", default=[], help="where it was found; required"
    )
    parser.add_argument("--expired", action="store_true", help="of purge: only those that have ended")
    parser.add_argument("--stdin", action="store_true", help="the finding comes on standard input, as always")


def run(args: argparse.Namespace) -> Reply:
    """`data`: of store {"finding": row}, of show {"findings": [row]}, of purge {"purged": [row]}; a row:
    findings.Finding.document."""
    if args.what == "store":
        return stored(args.id, args.source)
    if args.what == "purge":
        gone = findings.purge(args.id, expired=args.expired)
        lines = [f"{len(gone)} finding{'s' * (len(gone) != 1)} taken away"]
        return Reply("purged" if gone else "nothing", {"purged": [one.document() for one in gone]}, lines)
    found = [one for one in findings.everything() if args.id in ("", one.id)]
    lines = [line for one in found for line in told(one)]
    data = {"findings": [one.document() for one in found]}
    return Reply("shown" if found else "nothing", data, lines or ["Nothing was looked up yet."])


def stored(identity: str, sources: list[str]) -> Reply:
    if not identity:
        raise UsageError("preflight: of which pattern? preflight store ID --source URL")
    found = findings.store(_pattern(identity), free_text.read(MAX_SAID), sources)
    return Reply("stored", {"finding": found.document()}, told(found))


def _pattern(identity: str) -> Pattern:
    place = Place(str(Path.cwd()), config.compiled()["project_patterns"])
    found = by_id.pattern_of(identity, place)
    if found is None:
        raise ExperienceError(f"no pattern {identity!r}{did_you_mean(identity, by_id.ids(place))}")
    return found


def told(one: Finding) -> list[str]:
    ends = one.document()["fresh_until"]
    state = f"fresh until {ends}" if one.fresh else f"ended {ends}"
    rows = [
        one.id,
        f"    asked: {one.query}",
        f"    found: {one.finding}",
        f"    {state}; {', '.join(one.sources)}",
    ]
    return [visible(row) for row in rows]
