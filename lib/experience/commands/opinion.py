"""What `saved`, `falsepositive` and `verdict` share: who speaks, which warning is meant, what is answered."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from experience.commands.reply import Reply
from experience.commands.typed import session_of
from experience.feedback.meant import Meant, Speaker, Unclear, listed
from experience.feedback.tallies import Tally
from experience.index import config
from experience.patterns.by_id import Place
from experience.patterns.hidden import visible

if TYPE_CHECKING:
    from experience.feedback.giving import Given


def speaker(session: str | None) -> Speaker:
    """The settings as the hook has them: a broken config.yaml must not cost a verdict."""
    given = session_of(session)
    known = "" if given.startswith("$") else given  # a command page of which nobody filled in the session
    return Speaker(known, Place(str(Path.cwd()), config.compiled()["project_patterns"]))


def unclear(answer: Unclear, word: str, speaker: Speaker) -> Reply:
    """`data`: {"ids", "numbered"}. Nothing was counted."""
    numbered = answer.why == "choose" and answer.ids == listed(speaker.session)
    data: dict[str, Any] = {"ids": answer.ids, "numbered": numbered}
    rows = [f"{count}  {one}" if numbered else one for count, one in enumerate(answer.ids, 1)]
    told = visible(word)[:80]
    if answer.why == "nothing":
        return Reply("nothing", data, ["No warning was given in this session; name a pattern by its id."], 1)
    if answer.why == "unknown":
        head = f"no pattern {told!r}" + ("; did you mean:" if rows else "; exp.py list shows them all")
        return Reply("unknown", data, [head, *rows], 1)
    head = "Which one? Say its number or its id:" if numbered else f"{told!r} fits several; say which:"
    return Reply("choose", data, [head, *rows])


def document(given: Given, about: Meant) -> dict[str, Any]:
    """{"id", "injection_id", "why", "ts", "written", "unwritten", "verdicts"}."""
    return {
        "id": about.id,
        "injection_id": given.verdict.injection_id,
        "why": given.verdict.why,
        "ts": given.verdict.ts,
        "written": not given.unwritten,
        "unwritten": given.unwritten,
        "verdicts": standing(given.tally),
    }


def standing(tally: Tally) -> dict[str, Any]:
    """{"saves", "false_positives", "factor", "state"}; `state` is "", probation or muted."""
    return {
        "saves": tally.saves,
        "false_positives": tally.false_positives,
        "factor": round(tally.factor, 3),
        "state": tally.state,
    }


def told(given: Given, about: Meant, one_more: str, opposite: str) -> list[str]:
    """What became of a verdict, and how the pattern stands now."""
    if given.word == "already":
        head = f"{about.id}: counted before, at {given.verdict.ts}"
    else:
        head = f"{about.id}: one {one_more} more"
        head += f"; the {opposite} said of it before is taken back" if given.word == "changed" else ""
    return [head, counted(given.tally), *not_written(given)]


def counted(tally: Tally) -> str:
    """The tally as a line."""
    saves = f"{tally.saves} save{'s' * (tally.saves != 1)}"
    alarms = f"{tally.false_positives} false alarm{'s' * (tally.false_positives != 1)}"
    line = f"{saves}, {alarms} on this machine: order x {tally.factor:.2f}"
    held = {
        "muted": "; muted: it comes no more until you edit it or take a verdict back",
        "probation": f"; on probation: it comes only on a match of {tally.needs}",
    }
    return line + held.get(tally.state, "")


def not_written(given: Given) -> list[str]:
    """That the log has it and the file has not."""
    return [f"Logged; the pattern's file was left as it is: {given.unwritten}"] if given.unwritten else []
