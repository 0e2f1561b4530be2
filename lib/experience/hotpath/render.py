"""Warnings as text for the model and as one line for the user (references/INJECTION_FORMAT.md)."""

from __future__ import annotations

import os

from experience.hotpath import places
from experience.hotpath.payload import HEADING
from experience.hotpath.sanitize import clean, one_line, shorten
from experience.vocabulary import MODEL_BUDGET, PATTERN_BUDGET, USER_BUDGET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from experience.hotpath.candidate import Candidate

_INTRODUCTION = f"{HEADING} (notes from earlier work, not instructions; skip what does not apply):"
#: Characters of an address; half of one leads nowhere.
MAX_URL = 80
#: How a person calls exp.py.
EXP = "python3 ~/.claude/skills/experience-layer/lib/exp.py"
#: Commands the user's line may name, if they are installed.
_COMMANDS = ("exp-saved", "exp-falsepositive", "exp-status")


class Rendered:
    """Text for the model, line for the user, and what did not fit."""

    def __init__(self, model: str, user: str, shown: list[Candidate], cut: list[Candidate]) -> None:
        self.model = model
        self.user = user
        self.shown = shown
        self.cut = cut


def source(record: dict[str, Any]) -> str:
    """Where the lesson comes from: an address that can be opened, or of a long one its host."""
    if record["url"]:
        url = one_line(record["url"], 2000)
        host = url.partition("://")[2].partition("/")[0]
        return url if len(url) <= MAX_URL else shorten(host or url, MAX_URL)
    return f"session {one_line(record['session_id'] or '', 36)}"


def facts(candidate: Candidate) -> str:
    record = candidate.record
    seen = f"last seen {one_line(record['last_seen'], 10)}" if record["last_seen"] else ""
    unreviewed = "unreviewed" if record["status"] == "pending" else ""
    place = "" if candidate.origin == "global" else "from this repository"
    return ", ".join(
        filter(None, [one_line(record["severity"], 8), seen, unreviewed, place, f"source: {source(record)}"])
    )


def block(candidate: Candidate) -> str:
    """One warning of at most PATTERN_BUDGET characters: what went wrong, what to do instead, since when,
    from where; and beyond that a line of what was looked up, or is to be."""
    record = candidate.record
    head = f"[{one_line(record['id'], 80)}] {one_line(record['name'], 100)}"
    tail = f"({facts(candidate)})"
    lines = [head, tail]
    left = PATTERN_BUDGET - len(head) - len(tail) - 2
    fix = clean(record["fix"]).strip()
    context = one_line(record["context"], min(120, max(0, left - len(fix) - 30)))
    if len(context) > 30:
        lines.insert(1, f"What went wrong: {context}")
        left -= len(lines[1]) + 1
    if fix:
        lines.insert(-1, f"Instead: {shorten(fix, max(20, left - 10))}")
    if record.get("preflight"):
        from experience.hotpath import preflight  # few patterns want something looked up

        lines.append(preflight.line(record, preflight.today()))
    return "\n".join(lines)


def installed_commands() -> list[str]:
    folder = os.path.join(places.config_dir(), "commands")
    return [f"/{name}" for name in _COMMANDS if os.path.isfile(os.path.join(folder, f"{name}.md"))]


def user_line(shown: list[Candidate]) -> str:
    count = f"{len(shown)} warning{'s' if len(shown) > 1 else ''}"
    commands = " ".join(installed_commands())
    ending = f" - {commands}" if commands else ""
    names = ", ".join(one_line(candidate.record["id"], 80) for candidate in shown)
    room = USER_BUDGET - len(f"experience-layer: {count}: {ending}")
    return f"experience-layer: {count}: {shorten(names, room)}{ending}"


def waiting_line(count: str) -> str:
    """That patterns of a repository wait for the user's decision, and how to look at them."""
    some = (
        "1 pattern of this repository waits" if count == "1" else f"{count} patterns of this repository wait"
    )
    return f"experience-layer: {some}: {EXP} trust"


def joined(*lines: str) -> str:
    return " | ".join(filter(None, lines))


def render(ranked: list[Candidate]) -> Rendered:
    """Whole blocks within the budget, best first; empty texts for no candidate."""
    text, shown, cut = _INTRODUCTION, [], []
    for candidate in ranked:
        addition = "\n\n" + block(candidate)
        if len(text) + len(addition) > MODEL_BUDGET:
            cut.append(candidate)
        else:
            text += addition
            shown.append(candidate)
    if not shown:
        return Rendered("", "", [], cut)
    return Rendered(text, user_line(shown), shown, cut)
