"""`exp.py lint [PATH...]`: every problem of pattern files, as `path:line: message [check]`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from experience.checks import registry
from experience.commands.reply import Reply
from experience.errors import ExperienceError
from experience.hotpath import scan
from experience.hotpath.sanitize import shorten
from experience.index import config, rehearsal
from experience.patterns import corpus, schema
from experience.patterns.corpora import Corpus, corpora
from experience.patterns.hidden import visible
from experience.patterns.parse import Parsed, parse_file
from experience.patterns.problem import ERROR, WARNING, Problem

#: Check id by the kind of example: `fire` that stays silent, `quiet` that warns.
SLIPS = {"fire": "XP203", "quiet": "XP204"}
#: Characters of an example that are quoted.
QUOTED = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "files or folders (default: what the hook reads)"
    parser.add_argument("paths", nargs="*", metavar="PATH", help=about)


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"files", "errors", "warnings", "problems": [{path, line, message, check, severity}]}."""
    files, problems = _files(args.paths)
    problems += _problems(files)
    problems.sort(key=lambda problem: (str(problem.path), problem.line))
    errors = sum(problem.severity == ERROR for problem in problems)
    counts = {"files": len(files), "errors": errors, "warnings": len(problems) - errors}
    lines = [_line(problem) for problem in problems]
    lines.append(", ".join(f"{count} {name if count != 1 else name[:-1]}" for name, count in counts.items()))
    data = {**counts, "problems": [_row(problem) for problem in problems]}
    return Reply("problems" if problems else "clean", data, lines, code=1 if errors else 0)


def _files(paths: list[str]) -> tuple[list[Path], list[Problem]]:
    """The files to check, and those that nobody will ever load."""
    if not paths:
        places = corpora(str(Path.cwd()), config.load().project_patterns)
        strays = [stray for place in places for stray in _strays(place)]
        return [file for place in places for file in place.files()], strays
    files = list(dict.fromkeys(file for path in paths for file in _below(Path(path))))
    if not files:
        named = visible(" ".join(paths))
        raise ExperienceError(f"{named}: no pattern files (*.md) there; nothing was checked")
    return files, []


def _below(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        if not os.path.lexists(path):
            raise ExperienceError(f"{visible(str(path))}: no such file or folder")
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(names) if scan.is_pattern_name(name))


def _strays(place: Corpus) -> Iterator[Problem]:
    """Pattern files in the folder of a corpus that are no part of it."""
    if place.origin == "project" or not place.root.is_dir():
        return  # file names of a repository are its author's words, too
    known = set(place.files())
    for path in _below(place.root):
        if path not in known:
            message = f"never loaded: patterns are plain files in {place.root}/<domain>/"
            yield Problem(path, 1, message, "corpus", WARNING)


def _problems(files: list[Path]) -> list[Problem]:
    parsed = [parse_file(path, keep_archived=True) for path in files]
    found = list(corpus.gather(parsed).problems)
    for path, one in zip(files, parsed, strict=True):
        found += _more(path, one)
    patterns = [one.pattern for one in parsed if one.pattern and one.pattern.review_status != "archived"]
    return found + [_slip(slip) for slip in rehearsal.slips(patterns, str(Path.cwd()))]


def _slip(slip: rehearsal.Slip) -> Problem:
    said = f"does not bring the warning ({slip.why})" if slip.kind == "fire" else "brings the warning"
    message = f"examples.{slip.kind}: {shorten(slip.prompt, QUOTED)!r} {said}: see exp.py explain"
    line = slip.pattern.line_of(f"examples.{slip.kind}", "examples")
    return Problem(slip.pattern.path, line, message, SLIPS[slip.kind], WARNING)


def _more(path: Path, parsed: Parsed) -> list[Problem]:
    """What the schema adds to a file without errors, and what the checks say."""
    broken = any(problem.severity == ERROR for problem in parsed.problems)
    known = {problem.line for problem in parsed.problems}
    added = [] if broken else [one for one in schema.violations(path) if one.line not in known]
    return added + (list(registry.run(parsed.pattern)) if parsed.pattern else [])


def _line(problem: Problem) -> str:
    kind = "" if problem.severity == ERROR else "warning: "
    line = f"{problem.path}:{problem.line}: {kind}{problem.message} [{problem.check}]"
    return visible(line.replace("\n", " "))


def _row(problem: Problem) -> dict[str, Any]:
    return {
        "path": str(problem.path),
        "line": problem.line,
        "message": problem.message,
        "check": problem.check,
        "severity": problem.severity,
    }
