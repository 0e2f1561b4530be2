"""`exp.py list`: the patterns of the corpus, one a line."""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path
from typing import Any, NamedTuple

from experience.commands.reply import Reply
from experience.hotpath.sanitize import shorten
from experience.index import config
from experience.patterns.corpora import Corpus, corpora
from experience.patterns.hidden import visible
from experience.patterns.pattern import Pattern

WIDTH = 80
#: Fewer columns are no name; it then has a line of its own.
MIN_NAME = 32


class Row(NamedTuple):
    """One line of the table; `note` says why a pattern does not reach the model, else ''."""

    pattern: Pattern
    origin: str
    note: str

    def cells(self) -> tuple[str, str, str, str, str]:
        pattern = self.pattern
        origin = f"{self.origin} ({self.note})" if self.note else self.origin
        return (pattern.id, pattern.severity, pattern.review_status, visible(pattern.name), origin)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"patterns": [{"id", "severity", "review_status", "name", "domain", "origin", "note", "path"}],
    "files", "failed", "waiting"}; archived patterns are among them, those that wait only counted."""
    rows: list[Row] = []
    files = failed = 0
    policy, waiting = config.load().project_patterns, ""
    for place in corpora(str(Path.cwd()), policy):
        waiting = place.waiting()
        loaded = place.load(keep_archived=True)
        files, failed = files + loaded.files, failed + loaded.failed
        rows += _rows(loaded.patterns, place, {row.pattern.id for row in rows})
    lines = _table(rows) if sys.stdout.isatty() and rows else _columns(rows)
    lines.append(_summary(rows, failed))
    if waiting:
        off = "switched off by config.yaml" if policy == "never" else "waiting for you: exp.py trust"
        lines.append(f"{waiting} of this repository {off}")
    data = {"patterns": [_row(row) for row in rows], "files": files, "failed": failed, "waiting": waiting}
    return Reply("listed" if rows else "empty", data, lines)


def _rows(patterns: tuple[Pattern, ...], place: Corpus, taken: set[str]) -> list[Row]:
    hidden = "the global one of this id counts"
    return [Row(pattern, place.origin, hidden if pattern.id in taken else "") for pattern in patterns]


def _columns(rows: list[Row]) -> list[str]:
    """Aligned columns without tabs, at most 80 wide unless an id is longer than that."""
    if not rows:
        return []
    cells = [row.cells() for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(5)]
    room = WIDTH - sum(widths) + widths[3] - 8
    if room < MIN_NAME:
        return [line for row in cells for line in _two_lines(row)]
    name_width = min(room, widths[3])
    return [
        f"{one:{widths[0]}}  {severity:{widths[1]}}  {status:{widths[2]}}  "
        f"{shorten(name, name_width):{name_width}}  {origin}"
        for one, severity, status, name, origin in cells
    ]


def _two_lines(cells: tuple[str, str, str, str, str]) -> list[str]:
    one, severity, status, name, origin = cells
    return [one, f"    {severity:4}  {status:9}  {origin}", f"    {shorten(name, WIDTH - 4)}"]


def _table(rows: list[Row]) -> list[str]:
    """The same for a person at a terminal."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    for title in ("id", "severity", "status", "name", "origin"):
        table.add_column(title, overflow="fold", ratio=2 if title in ("id", "name") else None)
    for row in rows:
        style = "dim" if row.note or row.pattern.review_status == "archived" else ""
        table.add_row(*(Text(cell) for cell in row.cells()), style=style)
    size = Console(file=sys.stdout)
    drawn = io.StringIO()
    Console(file=drawn, width=size.width, force_terminal=True, no_color=size.no_color).print(table)
    return drawn.getvalue().rstrip("\n").split("\n")


def _summary(rows: list[Row], failed: int) -> str:
    archived = sum(row.pattern.review_status == "archived" for row in rows)
    parts = [f"{len(rows)} pattern{'s' * (len(rows) != 1)}"]
    if archived:
        parts.append(f"{archived} of them archived")
    if failed:
        parts.append(f"{failed} file{'s' * (failed != 1)} did not load: exp.py lint")
    return ", ".join(parts)


def _row(row: Row) -> dict[str, Any]:
    pattern = row.pattern
    return {
        "id": pattern.id,
        "severity": pattern.severity,
        "review_status": pattern.review_status,
        "name": pattern.name,
        "domain": pattern.domain,
        "origin": row.origin,
        "note": row.note,
        "path": str(pattern.path),
    }
