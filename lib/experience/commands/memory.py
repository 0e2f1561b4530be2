"""`exp.py memory STEP`: audit a MEMORY.md, decide on a proposal, condense it at night, take that back."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from experience.commands import free_text, memory_audit, memory_nights
from experience.commands.reply import Reply
from experience.errors import UsageError

DECISIONS = ("apply", "keep", "delete", "cancel")
#: What a slash command passes on; anything else that is typed is a path.
_TYPED = ("show", *DECISIONS, "undo", "runs")
STEPS = (*_TYPED, "check", "propose", "nightly", "schedule")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", metavar="STEP", nargs="*", help=f"{', '.join(STEPS)}, and what it needs")
    parser.add_argument(
        "--path", metavar="PATH", action="append", default=[], help="the memory that is meant"
    )
    parser.add_argument("--changes", metavar="FILE", default="", help="a change-set; - is standard input")
    parser.add_argument("--part", metavar="N", type=int, default=1, help="of a memory that is shown in parts")
    parser.add_argument(
        "--max-removed", metavar="SHARE", default="", help="at most this much goes, e.g. 20%%"
    )
    parser.add_argument("--language", metavar="WORD", default="", help="of the report: en or cs")
    parser.add_argument("--runner", metavar="NAME", default="", help="claude, command or nanobot")
    parser.add_argument("--command", metavar="LINE", default="", help="the program of the runner command")
    parser.add_argument("--model", metavar="NAME", default="", help="of the runner claude")
    parser.add_argument("--model-preset", metavar="NAME", default="", help="of the runner nanobot")
    parser.add_argument("--python", metavar="PATH", default="", help="interpreter of nanobot's environment")
    parser.add_argument("--nanobot-config", metavar="PATH", default="", help="its config.json")
    parser.add_argument("--no-report", action="store_true", help="do not send what the night did")
    parser.add_argument("--cron", metavar="TIMES", default=memory_nights.DAILY, help="when schedule runs it")
    free_text.add_stdin(parser)


def run(args: argparse.Namespace) -> Reply:
    """`data` of each step: see the function that answers it."""
    step, rest = free_text.words(args, args.words)
    known = _TYPED if args.stdin else STEPS
    if step not in known:
        step, rest = "show", f"{step} {rest}".strip()
    if step in DECISIONS:
        return memory_audit.decide(args, step, rest)
    answers: dict[str, Callable[[argparse.Namespace, str], Reply]] = {
        "show": memory_audit.show, "check": memory_audit.checked, "propose": memory_audit.propose,
        "nightly": memory_nights.nightly, "schedule": memory_nights.schedule, "undo": memory_nights.undo,
        "runs": memory_nights.listed,
    }  # fmt: skip
    if rest and step in ("check", "propose", "nightly", "runs"):
        raise UsageError(f"memory {step} takes no {rest!r}; name a memory with --path")
    if rest and step == "show" and not args.path:
        args.path = [str(Path(rest))]
    return answers[step](args, rest)
