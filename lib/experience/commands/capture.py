"""`exp.py capture`: from a failure that was just overcome to a pattern, in two steps.

A draft becomes a candidate, which nothing is injected from; the user's approval makes it a pattern.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from experience.commands import approving, capture_context, drafting, free_text, storing
from experience.commands.drafting import Ask
from experience.commands.reply import Reply
from experience.commands.typed import session_of
from experience.errors import UsageError
from experience.patterns import candidates

TURNS = 10
STDIN = "-"
#: What only an id has: `edit the config` is a hint.
DATED = re.compile(r"-\d{4}-\d\d")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORD", help="a hint; or approve|edit|drop ID")
    free_text.add_stdin(parser)
    step = parser.add_mutually_exclusive_group()
    step.add_argument("--context", action="store_true", help="what a draft needs of this session (default)")
    step.add_argument("--draft", metavar="FILE", help="a draft as JSON; - reads standard input")
    step.add_argument("--edit", metavar="ID", help="change a candidate by the JSON on standard input")
    step.add_argument("--approve", metavar="ID", help="make a candidate a pattern")
    step.add_argument("--drop", metavar="ID", help="put a candidate aside")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--project", action="store_true", help="with --approve: into this project")
    place.add_argument("--global", dest="everywhere", action="store_true", help="with --approve: everywhere")
    parser.add_argument("--update", metavar="ID", default="", help="with --draft: add to this pattern")
    parser.add_argument(
        "--anyway", action="store_true", help="with --draft or --edit: although something is near, or slips"
    )
    parser.add_argument("--turns", type=int, default=TURNS, metavar="N", help="turns to look back (10)")


def run(args: argparse.Namespace) -> Reply:
    """`data` by status: see capture_context (context), storing (candidate, editing), drafting (problems,
    duplicate, nothing-new) and approving (approved, dropped)."""
    ask = Ask(str(Path.cwd()), session_of(args.session), anyway=args.anyway)
    if args.draft is not None:
        return _drafted(args, ask)
    if args.edit:
        return storing.edited(args.edit, drafting.document_in(free_text.read()), ask)
    if args.approve:
        return approving.approve(args.approve, _scope(args), ask)
    if args.drop:
        return approving.drop(args.drop)
    return _typed(args, ask)


def _scope(args: argparse.Namespace) -> str:
    return "project" if args.project else "global" if args.everywhere else ""


def _drafted(args: argparse.Namespace, ask: Ask) -> Reply:
    document = drafting.document_in(_said(args.draft))
    if args.update:
        return storing.kept(drafting.addition(document, args.update, ask), ask)
    return storing.kept(drafting.new(document, ask), ask)


def _said(source: str) -> str:
    if source == STDIN:
        return free_text.read()
    try:
        return Path(source).read_text("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{source}: cannot be read ({error.strerror}); --draft - reads stdin") from error


def _typed(args: argparse.Namespace, ask: Ask) -> Reply:
    """What the slash command passes on: a step and an id, or a hint for the draft."""
    first, rest = free_text.words(args, args.words)
    identity, _, more = rest.partition(" ")
    if first == "approve":
        flags = {"--project": "project", "--global": "global"}
        unknown = [word for word in more.split() if word not in flags]
        if unknown:
            raise UsageError(f"approve ID takes --project or --global, not {unknown[0]!r}")
        return approving.approve(identity, flags[more.split()[-1]] if more.split() else _scope(args), ask)
    if first == "drop" and not more.strip():
        return approving.drop(identity)
    if first == "edit" and (DATED.search(identity) or _begins_one(identity)):
        return storing.editing(identity, more.strip())
    return capture_context.reply(f"{first} {rest}".strip(), max(1, args.turns), ask)


def _begins_one(said: str) -> bool:
    return bool(said) and any(one.id.startswith(said) for one in candidates.stock().candidates)
