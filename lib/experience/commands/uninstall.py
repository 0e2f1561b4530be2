"""`exp.py uninstall`: takes out what install put in; the corpus stays. Standard library only."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from experience.commands.reply import Reply
from experience.commands.wrapping import wrapped
from experience.errors import ExperienceError
from experience.installation import client_settings, plugins, purge, removal
from experience.installation.layout import Layout, alone, layout, short


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would go, remove nothing")
    parser.add_argument(
        "--purge", nargs="?", const="", metavar="WORD",
        help="the corpus and the logs go too, for ever; asks for a word",
    )  # fmt: skip


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"steps", "corpus", "purged" (bool), "word" (what --purge asks for), "left" (paths in
    EXPERIENCE_HOME that a purge did not know)}."""
    place = layout()
    if args.dry_run:
        return _reply("planned", [*removal.plan(place), *_would_purge(args, place)], place, [])
    if args.purge is not None:
        purge.confirmed(place, args.purge)
    left = []
    with alone(place):
        lines = removal.remove(place)
        still = removal.left_behind(place)
        if args.purge is not None and not still:
            lines.append(("corpus", f"{purge.lost(place)}: removed"))
            left = purge.carry_out(place)
    if still:
        raise ExperienceError(f"still there: {', '.join(map(str, still))}; run this again")
    marked = removal.leave_marker(place)
    return _reply("uninstalled", lines, place, left, marked=marked)


def _would_purge(args: argparse.Namespace, place: Layout) -> list[tuple[str, str]]:
    if args.purge is None:
        return []
    return [("corpus", f"{purge.lost(place)}. The word is {purge.word(place)}")]


def _reply(
    status: str, lines: list[tuple[str, str]], place: Layout, left: list[Path], *, marked: bool = False
) -> Reply:
    data: dict[str, Any] = {
        "steps": [{"step": name, "result": text} for name, text in lines],
        "corpus": str(place.home), "word": purge.word(place), "left": [str(path) for path in left],
    }  # fmt: skip
    if not lines:
        return Reply("nothing", data, ["  Nothing of experience-layer is installed.", *_kept(place)])
    text = ["  It would be:"] if status == "planned" else []
    text += [line for name, result in lines for line in wrapped(result, f"  {name:13} ")]
    text += [f"  Left, not known to be ours: {short(path)}" for path in left]
    return Reply(
        status, data, [*text, *_kept(place), *(_silenced(place) if marked else []), *_other_form(place)]
    )


def _kept(place: Layout) -> list[str]:
    """Where the corpus and the logs are, which nobody but the user removes."""
    if not (place.home / "global").is_dir():
        return []
    counted = f"{(count := purge.patterns(place))} pattern{'s' * (count != 1)}"
    return ["", f"  Kept: {short(place.home)} ({counted}, logs, backups)."]


def _other_form(place: Layout) -> list[str]:
    """A plugin that the client installed is the client's to remove."""
    settings = client_settings.in_force(place, str(Path.cwd()))
    names = [one.name for one in plugins.loaded(place, settings) if one.market != plugins.SKILLS_DIR]
    return [f"  Still loaded as a plugin: claude plugin uninstall {name}" for name in names]


def _silenced(place: Layout) -> list[str]:
    """A checkout in the skills folder is the user's; the client goes on loading it as a plugin."""
    if not place.skill.is_dir() or place.skill.is_symlink():
        return []
    return [
        f"  The checkout stays too: {short(place.skill)}",
        f"  Its hook is silent as long as {short(place.uninstalled)} is there.",
    ]
