"""`exp.py uninstall`: takes out what install put in; the corpus stays. Standard library only."""

from __future__ import annotations

import argparse
import textwrap

from experience.commands.reply import Reply
from experience.errors import ExperienceError
from experience.installation import removal
from experience.installation.layout import Layout, alone, layout, short


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would go, remove nothing")


def run(args: argparse.Namespace) -> Reply:
    place = layout()
    if args.dry_run:
        return _reply("planned", removal.plan(place), place)
    with alone(place):
        lines = removal.remove(place)
        left = removal.left_behind(place)
    if left:
        raise ExperienceError(f"still there: {', '.join(map(str, left))}; run this again")
    return _reply("uninstalled", lines, place)


def _reply(status: str, lines: list[tuple[str, str]], place: Layout) -> Reply:
    if not lines:
        return Reply("nothing", {"steps": []}, ["  Nothing of experience-layer is installed.", *_kept(place)])
    data = {
        "steps": [{"step": name, "result": text} for name, text in lines],
        "corpus": str(place.home),
    }
    text = ["  It would be:"] if status == "planned" else []
    text += [line for name, result in lines for line in _row(name, result)]
    return Reply(status, data, [*text, *_kept(place)])


def _row(name: str, result: str) -> list[str]:
    start = f"  {name:13} "
    return textwrap.wrap(
        result,
        79,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _kept(place: Layout) -> list[str]:
    """Where the corpus and the logs are, which nobody but the user removes."""
    if not place.home.is_dir():
        return []
    patterns = len(list((place.home / "global").glob("*/*.md")))
    counted = f"{patterns} pattern{'s' * (patterns != 1)}"
    lines = ["", f"  Kept: {short(place.home)} ({counted}, logs, backups)."]
    if place.skill.is_dir() and not place.skill.is_symlink():
        lines.append(f"  The checkout stays too: {short(place.skill)}")
    return lines
