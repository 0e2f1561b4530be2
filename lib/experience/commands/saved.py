"""`exp.py saved [ID]`: a warning prevented a failure."""

from __future__ import annotations

import argparse

from experience.commands import free_text, opinion
from experience.commands.reply import Reply
from experience.feedback import giving
from experience.feedback.meant import Unclear, meant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", metavar="ID", nargs="*", help="an id, its beginning, or a number of the list"
    )
    free_text.add_stdin(parser)


def run(args: argparse.Namespace) -> Reply:
    """`data`: opinion.document, of `choose`, `unknown`, `nothing` opinion.unclear. `saved`, `already`
    (said of this warning before), `changed` (it was a false alarm until now)."""
    word, more = free_text.words(args, args.words)
    who = opinion.speaker(args.session)
    about = meant(word, who, more=more)
    if isinstance(about, Unclear):
        return opinion.unclear(about, word, who)
    why = more if about.by_word else f"{word} {more}".strip()
    given = giving.give("saved", about, who.session, why)
    status = "saved" if given.word == "counted" else given.word
    return Reply(status, opinion.document(given, about), opinion.told(given, about, "save", "false alarm"))
