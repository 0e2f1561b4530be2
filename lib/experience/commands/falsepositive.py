"""`exp.py falsepositive [ID] [why]`: a warning did not apply; and what would keep it quiet next time."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

from experience.commands import free_text, opinion
from experience.commands.reply import Reply
from experience.commands.typed import typed
from experience.errors import ExperienceError
from experience.feedback import fired, giving, offers, tightening
from experience.feedback.giving import Given
from experience.feedback.meant import Meant, Unclear, meant
from experience.feedback.tightening import How
from experience.patterns.hidden import visible

#: A flag among words that came on standard input.
_FLAG = re.compile(r"(?:^|\s)--(none|quiet)(?=\s|=|$)[\s=]*")
COMMAND = "exp-falsepositive"


class Asked(NamedTuple):
    """What was typed: words, and the edit that is wanted ("" none) with its text."""

    word: str
    more: str
    how: How | None
    text: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words",
        metavar="ID [WHY]",
        nargs="*",
        help="an id, its beginning, or a number of the list; the reason",
    )
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--none", metavar="PHRASE", help="add a phrase that vetoes, if it passes the trial")
    choice.add_argument(
        "--quiet",
        metavar="PROMPT",
        nargs="?",
        const="",
        help="add this prompt, or the one that fired, as one to be quiet on",
    )
    free_text.add_stdin(parser)


def asked(args: argparse.Namespace) -> Asked:
    """Arguments and standard input as one: a slash command sends all that was typed by the latter."""
    word, more = free_text.words(args, args.words)
    if args.none is not None:
        return Asked(word, more, "none", args.none)
    if args.quiet is not None:
        return Asked(word, more, "quiet", args.quiet)
    said = f"{word} {more}".strip() if args.stdin else ""
    flag = _FLAG.search(said)
    if flag is None:
        return Asked(word, more, None, "")
    first, *rest = said[: flag.start()].split(None, 1) or [""]
    how: How = "none" if flag[1] == "none" else "quiet"
    return Asked(first, "".join(rest).strip(), how, unquoted(said[flag.end() :].strip()))


def unquoted(text: str) -> str:
    """Without the quotes that a person puts around a phrase."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`" else text


def run(args: argparse.Namespace) -> Reply:
    """`data`: opinion.document and "offer": {"prompt_found", "still_fires", "none": [phrase], "quiet"}, of
    `tightened` and `unchanged` "how" and "text"; of `choose`, `unknown`, `nothing` opinion.unclear.

    `falsepositive`, `already` (said of this warning before), `changed` (it was a save until now).
    """
    said = asked(args)
    who = opinion.speaker(args.session)
    about = meant(said.word, who, more=said.more)
    if isinstance(about, Unclear):
        return opinion.unclear(about, said.word, who)
    why = said.more if about.by_word else f"{said.word} {said.more}".strip()
    given = giving.give("falsepositive", about, who.session, why)
    prompt = fired.prompt_of(about.injection)
    if said.how is not None:
        return tightened(said.how, said.text, about, given, prompt)
    status = "falsepositive" if given.word == "counted" else given.word
    offer, more = offered(about, given, prompt)
    lines = opinion.told(given, about, "false alarm", "save")
    return Reply(status, opinion.document(given, about) | {"offer": offer}, [*lines, "", *more])


def offered(about: Meant, given: Given, prompt: str) -> tuple[dict[str, Any], list[str]]:
    """(`offer` of the document, lines): what keeps it quiet on this prompt, each tried on the matcher."""
    empty: dict[str, Any] = {"prompt_found": bool(prompt), "still_fires": False, "none": [], "quiet": False}
    if about.pattern is None or given.unwritten:
        return empty, ["Nothing can be added to a file that cannot be written."]
    if not prompt:
        return empty | {"still_fires": True}, [
            "The prompt that fired is not in a transcript any more. A phrase of it that should veto:",
            f"  {next_step(about.id, 'none', 'PHRASE')}",
        ]
    found = offers.offer(about.pattern, prompt, str(Path.cwd()))
    offer = {"prompt_found": True, "still_fires": found.fires, "none": found.phrases, "quiet": found.quiet}
    if not found.fires:
        return offer, ["It would not warn on that prompt any more: nothing to add."]
    rows = [f"  {next_step(about.id, 'none', visible(phrase))}" for phrase in found.phrases]
    rows += [f"  {next_step(about.id, 'quiet')}"] * found.quiet
    if not rows:
        return offer, ["No phrase of that prompt keeps it quiet and its own examples loud: edit the file."]
    return offer, [
        "Each of these keeps it quiet on that prompt; its own examples still fire. Type one:",
        *rows,
    ]


def next_step(identity: str, how: How, phrase: str = "") -> str:
    """What to type, in the client or in a shell."""
    words = f"{identity} --{how} {phrase}".rstrip()
    return typed(
        COMMAND, words, f"falsepositive {identity} --{how} {phrase and shlex.quote(phrase)}".rstrip()
    )


def tightened(how: How, text: str, about: Meant, given: Given, prompt: str) -> Reply:
    """Add what was asked for. Refused where the trial says no; the verdict stands in any case."""
    if about.pattern is None:
        raise ExperienceError(f"{about.id}: no file of this id loads; the verdict is logged")
    if how == "quiet" and not (text or prompt):
        raise ExperienceError(
            f"{about.id}: the prompt that fired is not in a transcript any more; give its text"
        )
    wanted = tightening.tightening(how, text or prompt if how == "quiet" else text, prompt)
    data = opinion.document(given, about) | {"how": how, "text": wanted.text}
    injection = given.verdict.injection_id
    where = {"none": "triggers.none", "quiet": "examples.quiet"}[how]
    if not tightening.apply(about.pattern, wanted, injection, str(Path.cwd())):
        return Reply("unchanged", data, [f"{about.id}: {where} has it already."])
    tried = "that prompt stays quiet and its own examples still fire" if prompt else (
        "its own examples still fire; the prompt that fired is in no transcript any more and was not tried"
    )  # fmt: skip
    head = f"{about.id}: added to {where}: {visible(wanted.text)}"
    return Reply("tightened", data, [head, f"Tried on the matcher: {tried}.", opinion.counted(given.tally)])
