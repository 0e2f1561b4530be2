"""`exp.py trust`: look at the patterns and digests that a repository brings, allow them, take that back."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from experience.commands.reply import Reply
from experience.digest import waiting
from experience.errors import ExperienceError
from experience.hotpath import places, trusted
from experience.index import config
from experience.patterns import parse, trust
from experience.patterns.hidden import visible

#: Set by the client in whatever its model runs.
MODEL_RUNS_US = "CLAUDECODE"
OWN_TERMINAL = "Their text is for the user's eyes and decision: `exp.py trust` in a terminal of your own."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--project", action="store_true", help="allow all of this project, also later edits")
    choice.add_argument("--list", action="store_true", help="the decisions so far")
    choice.add_argument("--revoke", action="store_true", help="take back what was allowed for this project")
    choice.add_argument("--show", action="store_true", help="show what waits and decide nothing")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"project", "waiting": [{"path", "edited", "text"}], "unreadable"}; --list: {"decisions"}.

    Where the client's model runs this, `waiting` is a number, and nothing is allowed.
    """
    if args.list:
        return listed()
    root, corpus = here()
    if args.revoke:
        trust.revoke(root)
        return Reply("revoked", {"project": root}, [f"Nothing of {root} reaches the model any more."])
    files, unreadable = waiting.waiting(root)
    if corpus is None and not (files or unreadable or args.project):
        raise ExperienceError(
            f"{root}: no patterns here (no folder {trusted.FOLDER[:-1]} inside the project), no digest waits"
        )
    if corpus is not None:
        patterns, odd = trust.waiting(root, corpus)
        files, unreadable = [*patterns, *files], [*odd, *unreadable]
    if os.environ.get(MODEL_RUNS_US):
        return counted(root, len(files))
    lines = [*told(files), *(f"not readable: {named(path)}: {why}" for path, why in unreadable)]
    if max(len(files), len(unreadable)) >= trusted.MOST_COUNTED:
        lines.append(f"These are the first {trusted.MOST_COUNTED}: run it again for more.")
    data = {"project": root, "waiting": [row(file) for file in files], "unreadable": len(unreadable)}
    if args.show or (not files and not args.project):
        return Reply("waiting" if files else "nothing-waits", data, lines or [standing(root)])
    return decided(args, root, files, lines, data)


def here() -> tuple[str, str | None]:
    """(project root, its corpus folder or None). Raises ExperienceError where there is no project."""
    root = places.project_root(str(Path.cwd()))
    if root is None:
        raise ExperienceError(f"{Path.cwd()}: inside a bare repository; cd to a checkout")
    return root, places.project_corpus(root)


def counted(root: str, waiting: int) -> Reply:
    """What a model that runs us is told: how many, and not one byte of them."""
    if not waiting:
        return Reply("nothing-waits", {"project": root, "waiting": 0}, [standing(root)])
    some = "1 file of this repository waits." if waiting == 1 else f"{waiting} files of this repository wait."
    return Reply("waiting", {"project": root, "waiting": waiting}, [some, OWN_TERMINAL], code=1)


def decided(
    args: argparse.Namespace, root: str, files: list[trust.Waiting], lines: list[str], data: dict[str, Any]
) -> Reply:
    """Allow after the text was shown; asked on a terminal."""
    policy = config.load().project_patterns  # before anything is stored: a broken config.yaml is an error
    what = "everything in this project, also later edits" if args.project else f"{len(files)} of these files"
    if not args.yes and sys.stdin.isatty():
        if not agreed(lines, what):
            return Reply("waiting", data, ["Nothing was allowed."], code=1)
        lines = []  # they were shown with the question
    if args.project:
        trust.allow_project(root)
    else:
        trust.allow(root, files)
    note = [standing(root)] if policy != "ask" else []
    return Reply("allowed", data, [*lines, f"Allowed: {what}.", *note])


def agreed(lines: list[str], what: str) -> bool:
    print("\n".join(lines), file=sys.stderr)
    print(f"Allow {what}? [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def named(path: object) -> str:
    """A path on one line, hidden characters written out: a repository chooses its file names."""
    return visible(str(path).replace("\n", "\\u{A}").replace("\t", "\\u{9}"))


def row(file: trust.Waiting) -> dict[str, Any]:
    return {"path": str(file.path), "edited": file.edited, "text": file.data.decode("utf-8", "replace")}


def told(files: list[trust.Waiting]) -> list[str]:
    """Each file whole, with hidden characters written out, and what lint says of it."""
    lines: list[str] = []
    for file in files:
        lines.append(f"--- {named(file.path)}{' (edited since it was allowed)' if file.edited else ''}")
        text = file.data.decode("utf-8", "replace")
        lines += [f"  | {visible(line)}" for line in text.splitlines()]
        lines += [f"  ! {problem.line}: {named(problem.message)}" for problem in problems(file)]
    return lines


def problems(file: trust.Waiting) -> tuple[Any, ...]:
    """Of a pattern; a digest is any text."""
    return parse.parse_bytes(file.data, file.path).problems if file.key.startswith(trusted.FOLDER) else ()


def standing(root: str) -> str:
    """What counts for this project now, in a sentence."""
    policy = config.load().project_patterns
    if policy == "never":
        return "config.yaml says project_patterns: never, so none of this reaches the model."
    if trusted.allowed(root, policy) is None:
        return "All patterns of this project reach the model, also later edits."
    return "Nothing waits: every pattern here is allowed as it is."


def listed() -> Reply:
    found = trust.decisions()
    lines = []
    for root, what in sorted(found.items()):
        lines.append(
            f"{named(root)}: {'all, also later edits' if what == trust.ALL else f'{len(what)} files'}"
        )
        lines += (
            [f"  {sha[:12]}  {named(key)}" for key, sha in sorted(what.items())]
            if isinstance(what, dict)
            else []
        )
    return Reply("listed", {"decisions": found}, lines or ["Nothing was allowed so far."])
