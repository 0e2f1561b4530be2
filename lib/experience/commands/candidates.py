"""`exp.py candidates [ID]`: the drafts that wait for approval."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from experience.commands import previews, storing
from experience.commands.reply import Reply
from experience.patterns import candidates
from experience.patterns.hidden import visible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="show this one")


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"candidates": [{"id", "name", "severity", "domain", "since", "source", "goes_to", "path"}],
    "unreadable": [problem]}; with ID {"candidate": such a row, "text"}."""
    return _one(args.id) if args.id else _all()


def _all() -> Reply:
    found, problems = candidates.stock()
    rows = [storing.row(one) for one in found]
    data: dict[str, Any] = {"candidates": rows, "unreadable": [str(problem) for problem in problems]}
    lines = [line for row in rows for line in _lines(row)]
    lines += [visible(f"not readable: {problem}") for problem in problems]
    return Reply("waiting" if rows else "none", data, lines or ["No drafts wait for approval."])


def _lines(row: dict[str, Any]) -> Iterator[str]:
    yield row["id"]
    yield visible(f"    {row['severity']}  {row['name']}")
    source = f"from {row['source']}, " if row["source"] else ""
    yield visible(f"    {source}since {row['since'] or 'unknown'}; {row['goes_to']}")


def _one(wanted: str) -> Reply:
    candidate = candidates.chosen(wanted)
    text = candidates.data_of(candidate).decode("utf-8", "replace")
    lines = [previews.short(candidate.path), *previews.block(text.splitlines(), "")]
    lines += ["", *storing.ways(candidate.id, bool(candidate.note.updates))]
    return Reply("waiting", {"candidate": storing.row(candidate), "text": text}, lines)
