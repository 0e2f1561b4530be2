"""`exp.py install`: what install.sh runs. Standard library only: it works before there is a venv."""

from __future__ import annotations

import argparse
from typing import Any

from experience.commands.reply import Reply
from experience.commands.typed import typed
from experience.commands.wrapping import wrapped
from experience.errors import ExperienceError
from experience.files.tree import make_folder
from experience.installation import client_settings, registration, remarks, slash_commands, steps
from experience.installation.canary import PROMPT, Proof
from experience.installation.layout import Layout, alone, layout, short


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, write nothing")
    parser.add_argument(
        "--allow-root-for-user", action="store_true", help="as root, for a HOME that is another user's"
    )
    parser.add_argument(
        "--allow-container", action="store_true", help="in a container whose ~/.claude is mounted"
    )
    parser.add_argument("--plugin", action="store_true", help="as hooks/plugin.sh runs it, once")


def _prepared(place: Layout) -> Reply:
    done = steps.prepare_plugin(place)
    return Reply("prepared" if done else "nothing", {"home": str(place.home)}, [f"  {short(place.home)}"])


def run(args: argparse.Namespace) -> Reply:
    place = layout()
    if args.plugin:
        return _prepared(place)
    allowed = {"root_for_user": args.allow_root_for_user, "in_container": args.allow_container}
    try:
        plan = steps.prepare(place, **allowed)
        if args.dry_run:
            return _planned(plan)
        make_folder(place.home)
        with alone(place):
            plan = steps.prepare(place, **allowed)  # again: another install may have gone before
            outcome = steps.carry_out(plan)
    except steps.NotEditable as error:
        return _refused(error, [*_paste(place)], registration.snippet(place.hook))
    except ExperienceError as error:
        return _refused(error, [], "")
    return _failed(plan, outcome) if outcome.failed else _installed(plan, outcome)


def _planned(plan: steps.Plan) -> Reply:
    lines = steps.intentions(plan)
    return Reply("planned", _data(lines), [*rows(lines), *noted(_remarks(plan))])


def _installed(plan: steps.Plan, outcome: steps.Outcome) -> Reply:
    text = [*rows(outcome.lines), *noted(_remarks(plan)), *_shown(plan.proof), *_next(plan.layout)]
    return Reply("installed", {**_data(outcome.lines), **_checked(plan)}, text)


def rows(lines: list[tuple[str, str]]) -> list[str]:
    """One line a step, readable at 80 columns."""
    return [line for name, text in lines for line in wrapped(text, f"  {name:13} ")]


def noted(notes: list[str]) -> list[str]:
    return [line for note in notes for line in wrapped(note, "  note          ")]


def _data(lines: list[tuple[str, str]]) -> dict[str, Any]:
    return {"steps": [{"step": name, "result": text} for name, text in lines]}


def _checked(plan: steps.Plan) -> dict[str, Any]:
    return {"remarks": _remarks(plan), "self_check": vars(plan.proof) if plan.proof else None}


def _remarks(plan: steps.Plan) -> list[str]:
    return remarks.remarks(plan.layout, plan.text)


def _refused(error: ExperienceError, more: list[str], snippet: str) -> Reply:
    data: dict[str, Any] = {"error": str(error), "registered": False, "snippet": snippet}
    lines = [*wrapped(str(error), ""), "Hook not registered, nothing was changed.", *more]
    return Reply("refused", data, lines, code=1)


def _paste(place: Layout) -> list[str]:
    return [
        "",
        "Mend the file and run this again. Or paste this entry where the file is made",
        "(dotfiles, home-manager), beside the hooks that are there:",
        "",
        *registration.snippet(place.hook).splitlines(),
        "",
        "An administrator can put the same into the managed settings:",
        f"  {client_settings.MANAGED}",
        f"  {client_settings.MANAGED_ON_MACOS} (macOS)",
    ]


def _failed(plan: steps.Plan, outcome: steps.Outcome) -> Reply:
    registered = any(name == "hook" for name, _ in outcome.lines) and outcome.failed != "hook"
    state = "is registered" if registered else "is not registered"
    lines = [
        *rows(outcome.lines),
        *noted(_remarks(plan)),
        "",
        f"Not finished: the step {outcome.failed} failed. The hook {state}.",
        "Mend that and run this again, or take all of it out: install.sh --uninstall",
    ]
    data = {**_data(outcome.lines), "failed": outcome.failed, "registered": registered}
    return Reply("failed", data, lines, code=1)


def _shown(proof: Proof | None) -> list[str]:
    if proof is None:
        return []
    return [
        "",
        "A sample prompt, sent through the registered command (in a scratch corpus):",
        *wrapped(PROMPT, "  > "),
        "The model is told:",
        *(part for line in proof.warning.splitlines() for part in (wrapped(line, "  | ") or ["  |"])),
        "You see:",
        *wrapped(proof.seen, "  | "),
    ]


def _next(place: Layout) -> list[str]:
    """The corpus is empty until a person puts a first pattern there."""
    steps = [
        ("start with five patterns of a domain you work in", typed("exp-onboard", "", "onboard")),
        ("record a failure when it was just overcome", typed("exp-capture", "", "capture")),
    ]
    lines = ["", "Next:"]
    for what, command in steps:
        lines += [f"  {what}", f"    {command}"]
    return [*lines, "  see how it stands", f"    python3 {slash_commands.called(place)} status"]
