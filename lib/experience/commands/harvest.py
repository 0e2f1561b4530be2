"""`exp.py harvest`: what sessions taught: one session or trace, many in batch, the nightly run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from experience.commands import free_text, harvest_batch, harvest_one, harvest_schedule
from experience.commands.reply import Reply
from experience.commands.typed import session_of
from experience.errors import UsageError

SCHEDULE = "schedule"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what", nargs="*", metavar="WHAT",
        help="a trace (.json), a transcript (.jsonl) or a session id; or: schedule [show|remove]",
    )  # fmt: skip
    parser.add_argument(
        "--explain", action="store_true", help="which rule decides, and on what; writes nothing"
    )
    parser.add_argument("--propose", action="store_true", help="show the lessons before they are appended")
    parser.add_argument(
        "--names", metavar="FILE", help="append them under better names: lines `ID name`; - is stdin"
    )
    parser.add_argument("--since", metavar="AGE", help="all sessions changed since 24h, 7d or a date")
    parser.add_argument(
        "--all", action="store_true", help="all sessions that changed since they were harvested"
    )
    parser.add_argument("--anew", action="store_true", help="also those that did not change")
    parser.add_argument(
        "--archive", metavar="FOLDER", default="", help="transcripts below this folder instead"
    )
    parser.add_argument(
        "--executor", metavar="MODULE:FACTORY", default="", help="a pool like concurrent.futures'"
    )
    parser.add_argument("--root", metavar="FOLDER", default="", help="a folder of skills to look in instead")
    parser.add_argument(
        "--cron", metavar="TIMES", default=harvest_schedule.NIGHTLY, help="of schedule (30 3 * * *)"
    )
    parser.add_argument("--session-end", action="store_true", help="the session of --session is ending")
    parser.add_argument("--detached", action="store_true", help="as the hook starts it, in the background")
    parser.add_argument("--at", metavar="FOLDER", default="", help="instead of the current folder's project")
    free_text.add_stdin(parser)


def run(args: argparse.Namespace) -> Reply:
    """`data` by status: harvest_one (accepted, rejected, lessons), harvest_batch (harvested, nothing-new),
    harvest_schedule (scheduled, not-scheduled, removed)."""
    words: list[str] = free_text.read().split() if args.stdin and not args.names else list(args.what)
    if args.session_end:
        return harvest_one.ended(session_of(args.session), args.at or str(Path.cwd()))
    if words[:1] == [SCHEDULE]:
        return harvest_schedule.run(words[1:], args.cron)
    if args.since or args.all or args.archive:
        _refuse(words)
        return harvest_batch.run(_batch(args))
    if len(words) > 1:
        raise UsageError(f"harvest: one session at a time, not {len(words)}; --all takes them all")
    wanted = words[0] if words else session_of(args.session)
    if not wanted:
        raise UsageError(
            "harvest: which session? give a trace, a transcript or an id, or --since 24h, or --all"
        )
    how = harvest_one.How(args.explain, args.propose, harvest_one.names_in(args.names), args.root)
    return harvest_one.run(wanted, how)


def _refuse(words: list[str]) -> None:
    if words:
        raise UsageError(f"harvest: {words[0]!r} does not go with --since, --all or --archive")


def _batch(args: argparse.Namespace) -> Any:
    return harvest_batch.Batch(
        args.since or "", args.archive, args.executor, args.root, anew=args.anew, explain=args.explain
    )
