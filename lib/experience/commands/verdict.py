"""`exp.py verdict`: what was said of warnings; `--undo` takes the last of it back."""

from __future__ import annotations

import argparse
from typing import Any

from experience.commands import free_text, opinion
from experience.commands.reply import Reply
from experience.events.verdicts import Verdict
from experience.feedback import giving
from experience.feedback.meant import Unclear, meant
from experience.patterns import by_id
from experience.patterns.pattern import Pattern

#: Rows shown.
SHOWN = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="ID", nargs="*", help="only of this pattern")
    parser.add_argument("--undo", action="store_true", help="take back the last verdict")
    free_text.add_stdin(parser)


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"verdicts": [row]}, newest first; of --undo {"undone": row, "written", "unwritten",
    "verdicts"}. A row: {"kind", "ts", "id", "injection_id", "session_id", "why"}."""
    word, _ = free_text.words(args, args.words)
    who = opinion.speaker(args.session)
    identity = word
    if word and not giving.candidates(word, ""):
        about = meant(word, who)
        if isinstance(about, Unclear):
            return opinion.unclear(about, word, who)
        identity = about.id
    found = giving.candidates(identity, who.session)
    if not found:
        return Reply(
            "nothing",
            {"verdicts": []},
            ["No verdict is in force" + (f" on {identity}." * bool(word) or ".")],
            1,
        )
    if not args.undo:
        rows = found[: -SHOWN - 1 : -1]
        return Reply("shown", {"verdicts": [row(one) for one in rows]}, [told(one) for one in rows])
    return undone(found[-1], by_id.pattern_of(found[-1].id, who.place))


def undone(verdict: Verdict, pattern: Pattern | None) -> Reply:
    given = giving.take_back(verdict, pattern)
    data = {
        "undone": row(verdict),
        "written": not given.unwritten,
        "unwritten": given.unwritten,
        "verdicts": opinion.standing(given.tally),
    }
    if given.word == "already":
        return Reply("nothing", data, [f"taken back a moment ago, by another: {told(verdict)}"], 1)
    lines = [f"taken back: {told(verdict)}", opinion.counted(given.tally), *opinion.not_written(given)]
    return Reply("undone", data, lines)


def row(verdict: Verdict) -> dict[str, Any]:
    fields = verdict._asdict()
    fields.pop("content")
    return fields


def told(verdict: Verdict) -> str:
    why = f"  {verdict.why}" if verdict.why else ""
    return f"{verdict.ts or '?':20}  {verdict.kind:13}  {verdict.id}{why}"
