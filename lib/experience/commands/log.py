"""`exp.py log`: what the hook did on the last prompts, readable."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from experience.commands.reply import Reply
from experience.events import log
from experience.vocabulary import LOG_ERRORS, LOG_INJECTIONS, LOG_NUDGES

#: Lines shown unless --all.
SHOWN = 30


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help=f"all of the log's end, not the last {SHOWN}")


def of_session(rows: list[dict[str, Any]], session: str | None) -> list[dict[str, Any]]:
    return [row for row in rows if session is None or row.get("session_id") == session]


def events(session: str | None) -> list[dict[str, Any]]:
    """Injections, nudges and (of all sessions) errors, oldest first, each with its `kind`."""
    kinds = {"prompt": LOG_INJECTIONS, "nudge": LOG_NUDGES}
    found = [
        {"kind": kind, **row}
        for kind, name in kinds.items()
        for row in of_session(log.tail(name).rows, session)
    ]
    if session is None:
        found += [{"kind": "error", **row} for row in log.tail(LOG_ERRORS).rows]
    return sorted(found, key=lambda row: str(row.get("ts", "")))


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _listed(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def told(row: dict[str, Any]) -> Iterator[str]:
    """One event as lines of at most 80 columns, ids permitting."""
    head = f"{row.get('ts', '?'):20}  "
    if row["kind"] == "nudge":
        yield f"{head}nudge    {', '.join(_listed(row.get('signals')))}"
    elif row["kind"] == "error":
        yield f"{head}error    {row.get('where', '')} {row.get('error', '')} {row.get('at', '')}".rstrip()
    else:
        yield from _prompt(head, row)


def _prompt(head: str, row: dict[str, Any]) -> Iterator[str]:
    scores, held = _mapping(row.get("scores")), _mapping(row.get("suppressed"))
    injected = _listed(row.get("patterns_injected"))
    if not injected and not held:
        yield f"{head}silent"
    for pattern in injected:
        yield f"{head}warned   {pattern} ({scores.get(pattern, '?')})"
    for pattern, why in held.items():
        yield f"{head}held     {pattern} ({scores.get(pattern, '?')}): {why}"


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"session", "events": [log line with its "kind": prompt, nudge or error]}; oldest first."""
    found = events(args.session)
    shown = found if args.all else found[-SHOWN:]
    lines = [line for row in shown for line in told(row)]
    if len(shown) < len(found):
        lines.insert(0, f"the last {len(shown)} of {len(found)}; --all shows them")
    data = {"session": args.session, "events": shown}
    return Reply("shown" if shown else "empty", data, lines or ["Nothing was logged here yet."])
