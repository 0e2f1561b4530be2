"""`exp.py event add SKILL`: one event of a skill, from standard input, into its log.

As a JSON object, or as lines `"key": value` without braces (patterns/draft_lines.py says why); there
`"evidence.0.title"` is the title of the first of the evidence.
"""

from __future__ import annotations

import argparse
from typing import Any

from experience.commands import free_text
from experience.commands.reply import Reply
from experience.digest import due, events, skills, worker
from experience.digest.numbers import MAX_EVENT_BYTES
from experience.errors import UsageError
from experience.patterns import draft_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=["add"], help="add: append the event on standard input")
    parser.add_argument("skill", metavar="SKILL", help="name or path of the skill")
    parser.add_argument("--root", metavar="FOLDER", default="", help="a folder of skills to look in instead")
    parser.add_argument("--no-compact", action="store_true", help="never start a compact in the background")


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"skill", "path" (of the log), "added", "dropped_evidence", "due": [why]}."""
    skill = skills.find(args.skill, root=args.root)
    found = _event(free_text.read(4 * MAX_EVENT_BYTES))
    if args.session and not found.get("session_id"):
        found["session_id"] = args.session
    added = events.append_event(skill, found)
    why = due.reasons(skill) if added.added else []
    if why and not args.no_compact:
        worker.start(skill)
    data = {
        "skill": skill.name, "path": str(skill.log), "added": added.added,
        "dropped_evidence": added.dropped_evidence, "due": why,
    }  # fmt: skip
    return Reply("added" if added.added else "known", data, _lines(data, args.no_compact))


def _event(text: str) -> dict[str, Any]:
    try:
        found = draft_lines.parse(text)
    except (ValueError, RecursionError) as error:
        advice = 'send one event as lines "key": value, or as a JSON object'
        raise UsageError(f"standard input: not JSON ({error}); {advice}") from error
    if not isinstance(found, dict):
        raise UsageError("standard input: not a JSON object; send one event")
    if isinstance(evidence := found.get("evidence"), dict):
        found["evidence"] = _listed(evidence)
    return found


def _listed(evidence: dict[str, Any]) -> list[Any]:
    """Evidence that came as lines: numbered, or the only one."""
    numbered = evidence and all(key.isascii() and key.isdigit() for key in evidence)
    return [evidence[key] for key in sorted(evidence, key=int)] if numbered else [evidence]


def _lines(data: dict[str, Any], stays: bool) -> list[str]:
    lines = [f"{'Added to' if data['added'] else 'Already in'} {data['path']}"]
    if data["dropped_evidence"]:
        lines.append(f"Evidence without title or url, left out: {data['dropped_evidence']}")
    if data["due"]:
        doing = "A compact is due" if stays else "A compact was started in the background"
        lines.append(f"{doing}: {', '.join(data['due'])}.")
    return lines
