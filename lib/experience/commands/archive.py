"""`exp.py archive ID`: a pattern is never injected again; its file and its id stay."""

from __future__ import annotations

import argparse

from experience.commands import free_text, retirement
from experience.commands.reply import Reply


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="ID", nargs="*", help="an id, its beginning or a part of it")
    free_text.add_stdin(parser)


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"id", "path", "review_status"}. `archived`, or `unchanged` where it was."""
    pattern = retirement.chosen(args)
    if isinstance(pattern, Reply):
        return pattern
    return retirement.archived(pattern)
