"""`exp.py tune`: what would make warnings quieter or better, with evidence; --apply and --undo."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from experience.commands import free_text, tuning
from experience.commands.reply import Reply
from experience.commands.typed import typed
from experience.errors import ExperienceError, UsageError
from experience.events import tunings
from experience.events.tunings import Tuning
from experience.feedback import replay
from experience.feedback.tuning import changes, listing
from experience.feedback.tuning.changes import Done, Stale
from experience.index import config
from experience.patterns import by_id
from experience.patterns.by_id import Place
from experience.patterns.hidden import visible

COMMAND = "exp-tune"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--apply", metavar="N", nargs="+", type=int, help="carry out proposals of the last list"
    )
    choice.add_argument(
        "--undo", metavar="ENTRY", nargs="?", const="", help="take the last change back, or one"
    )
    choice.add_argument("--log", action="store_true", help="what was applied and taken back")
    parser.add_argument(
        "--prompts", metavar="N", type=int, default=replay.MOST_PROMPTS, help="replay so many"
    )
    parser.add_argument("--seconds", metavar="N", type=float, default=replay.PATIENCE, help="and no longer")
    free_text.add_stdin(parser)


def run(args: argparse.Namespace) -> Reply:
    """`data`: tuning.document; of --apply {"applied": [row], "refused": [sentence]}, of --undo
    {"undone": row}, of
    --log {"changes": [row]}; a row: {"entry", "kind", "id", "by", "was", "now", "ts", "undone", "told"}."""
    if args.stdin:
        _take_words(args)
    if args.apply:
        return applied(args.apply)
    if args.undo is not None:
        return undone(args.undo)
    return logged() if args.log else proposed(args.prompts, args.seconds)


def _take_words(args: argparse.Namespace) -> None:
    """`apply 1 3`, `undo`, `undo ID`, `log`, or nothing, as typed behind the slash command."""
    words = free_text.read().replace(",", " ").split()
    verb, rest = (words[0].lstrip("-").casefold(), words[1:]) if words else ("", [])
    if verb == "apply" and rest and all(word.isascii() and word.isdigit() for word in rest):
        args.apply = [int(word) for word in rest]
    elif verb == "undo" and len(rest) < 2:
        args.undo = "".join(rest)
    elif verb == "log" and not rest:
        args.log = True
    elif words:
        raise UsageError("tune: type nothing, `apply 1 3`, `undo` or `log`")


def proposed(most: int, patience: float) -> Reply:
    known, found = tuning.looked_at(str(Path.cwd()), max(0, most), patience)
    listing.keep(found.proposals)
    lines = tuning.head(known)
    for number, one in enumerate(found.proposals, 1):
        lines += ["", *tuning.lines_of(number, one)]
    if not found.proposals:
        lines += ["", "Nothing to propose."]
    lines += [""] * bool(found.shortfalls)
    lines += [f"too little to go by: {one.rule}: {one.needs}" for one in found.shortfalls]
    if any(one.applies for one in found.proposals):
        lines += [
            "",
            f"{typed(COMMAND, 'apply N', 'tune --apply N')}   carries one out, each can be taken back",
        ]
    status = "proposals" if found.proposals else "too-little" if found.shortfalls else "nothing"
    return Reply(status, tuning.document(known, found), lines)


def applied(numbers: list[int]) -> Reply:
    kept = listing.kept()
    wrong = [number for number in numbers if not 1 <= number <= len(kept)]
    if wrong:
        raise UsageError(f"tune: there is no proposal {wrong[0]}; the last list has {len(kept)}")
    done: list[Done] = []
    stale = False
    refused: list[str] = []
    for number in dict.fromkeys(numbers):
        try:
            done.append(changes.apply(kept[number - 1]))
        except ExperienceError as error:
            refused.append(f"{number}: {error}")
            stale = stale or isinstance(error, Stale)
    lines = [f"applied: {visible(one.told)}" for one in done] + [
        f"not applied: {visible(one)}" for one in refused
    ]
    if done:
        lines.append(f"{typed(COMMAND, 'undo', 'tune --undo')}   takes the last one back")
    status = "applied" if done else "stale" if stale else "refused"
    data = {"applied": [row(one.tuning, told=one.told) for one in done], "refused": refused}
    return Reply(status, data, lines, int(bool(refused)))


def undone(wanted: str) -> Reply:
    chosen = changes.last(tunings.in_force(), wanted)
    if chosen is None:
        what = f"no change {wanted!r} is in force" if wanted else "no change is in force"
        return Reply("nothing", {"undone": None}, [f"Nothing to take back: {what}."], 1)
    place = Place(str(Path.cwd()), config.compiled()["project_patterns"])
    pattern = by_id.pattern_of(chosen.id, place) if chosen.id else None
    done = changes.undo(chosen, pattern.path if pattern else None)
    return Reply("undone", {"undone": row(chosen, undone=True)}, [f"taken back: {done.told}"])


def logged() -> Reply:
    found = [row(one, undone=undone) for one, undone in tunings.all_entries()]
    lines = [f"{one['ts']}  {one['entry']}  {one['by']:4}  {one['told']}" + "  (taken back)" * one["undone"]
             for one in found]  # fmt: skip
    return Reply("shown" if found else "nothing", {"changes": found}, lines or ["Nothing was applied yet."])


def row(one: Tuning, *, undone: bool = False, told: str = "") -> dict[str, Any]:
    names = ("entry", "kind", "id", "by", "was", "now", "ts")
    fields = {name: getattr(one, name) for name in names}
    return {**fields, "undone": undone, "told": told or changes.described(one)}
