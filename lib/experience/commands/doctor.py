"""`exp.py doctor`: does it live, and if not, why, and what mends it. Standard library only, so that it
runs where the private environment is what is broken."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from experience.commands.reply import Reply
from experience.commands.wrapping import wrapped
from experience.errors import ExperienceError
from experience.installation.doctor import registry
from experience.installation.doctor.finding import ERROR, OK, WARNING, Finding, Fix
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import layout


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="do what is safe to do, then look again")


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"findings": [{"check", "title", "level", "cause", "mend", "fixable"}], "fixed": [{"check",
    "result", "done" (bool)}]}, the worst first. `status`: error, warning or ok; error exits with 1."""
    place, cwd = layout(), str(Path.cwd())
    findings = registry.examine(Surroundings(place, cwd))
    fixes = {finding.fix: finding for finding in findings if finding.fix}  # one may mend several
    fixed = [_fixed(finding, fix) for fix, finding in fixes.items()] if args.fix else []
    if fixed:
        findings = registry.examine(Surroundings(place, cwd))
    worst = findings[0].level if findings else OK
    status = worst if worst in (ERROR, WARNING) else OK
    lines = [line for row in fixed for line in _lines("fixed" if row["done"] else "not", row)]
    lines += [line for finding in findings for line in _told(finding)]
    data = {"findings": [_as_data(finding) for finding in findings], "fixed": fixed}
    return Reply(status, data, [*lines, *_hint(findings, fixed)], code=int(status == ERROR))


def _fixed(finding: Finding, fix: Fix) -> dict[str, Any]:
    row = {"check": finding.check, "title": registry.titles()[finding.check]}
    try:
        return {**row, "done": True, "result": fix()}
    except (ExperienceError, OSError) as error:
        return {**row, "done": False, "result": str(error)}


def _as_data(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check, "title": registry.titles()[finding.check], "level": finding.level,
        "cause": finding.cause, "mend": finding.mend, "fixable": finding.fix is not None,
    }  # fmt: skip


def _told(finding: Finding) -> Iterator[str]:
    yield from _lines(finding.level, {"title": registry.titles()[finding.check], "result": finding.cause})
    if finding.mend:
        yield f"{'':27}-> {finding.mend}"


def _lines(word: str, row: dict[str, Any]) -> Iterator[str]:
    """One row: level, what was looked at, how it is; folded at 79 columns."""
    yield from wrapped(row["result"], f"{word:8} {row['title']:17} ")


def _hint(findings: list[Finding], fixed: list[dict[str, Any]]) -> list[str]:
    open_ones = sum(finding.fix is not None for finding in findings)
    if fixed or not open_ones:
        return []
    return ["", f"exp.py doctor --fix mends {open_ones} of these by itself"]
