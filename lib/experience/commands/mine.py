"""`exp.py mine`: lessons that recur across projects, with their supports; --promote drafts one for all
projects."""

from __future__ import annotations

import argparse
from collections import deque
from pathlib import Path

from experience.commands.reply import Reply
from experience.commands.typed import typed
from experience.errors import UsageError
from experience.feedback import mining
from experience.feedback.mining import Lesson
from experience.index import config
from experience.patterns import candidates
from experience.patterns.hidden import visible
from experience.transcripts.history import past_prompts

#: Past prompts that are looked at, the newest.
MOST = 6000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--promote", metavar="ID", default="", help="draft this lesson for the global corpus")
    parser.add_argument("--prompts", metavar="N", type=int, default=MOST, help="look at so many past prompts")


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"projects", "prompts", "lessons": [mining.document]}; of --promote {"candidate", "path",
    "from"}."""
    cwd, policy = str(Path.cwd()), config.compiled()["project_patterns"]
    prompts = list(deque(past_prompts(), maxlen=max(0, args.prompts)))
    roots = mining.roots_of(prompts, cwd)
    known = mining.global_patterns(cwd, policy)
    names = mining.all_names(roots)
    found = mining.lessons(mining.recorded(roots, policy), prompts, known, cwd, names)
    if args.promote:
        return promoted(args.promote, found, names)
    data = {"projects": roots, "prompts": len(prompts), "lessons": [mining.document(one) for one in found]}
    head = f"{len(roots)} project{'s' * (len(roots) != 1)}, {len(prompts):,} past prompts"
    lines = [head, *(line for one in found for line in told(one))]
    if not found:
        lines.append("No lesson of one project was met in another, beyond what is global already.")
    else:
        lines += ["", "exp.py mine --promote ID   drafts one for all projects, without names and paths"]
    return Reply("lessons" if found else "nothing", data, lines)


def told(lesson: Lesson) -> list[str]:
    pattern = lesson.best.pattern
    rows = ["", pattern.id, f"    {pattern.name}"]
    for root, counted in sorted(lesson.supports.items()):
        rows.append(
            f"    {Path(root).name}: {', '.join(f'{count} {what}' for what, count in counted.items())}"
        )
    rows += [f"    the same: {', '.join(lesson.others)}"] if lesson.others else []
    return [visible(row) for row in rows]


def promoted(wanted: str, found: list[Lesson], names: set[str]) -> Reply:
    chosen = [one for one in found if one.best.pattern.id == wanted or wanted in one.others]
    chosen = chosen or [one for one in found if one.best.pattern.id.startswith(wanted)]
    if len(chosen) != 1:
        raise UsageError(
            f"mine: {visible(wanted)!r} names {len(chosen) or 'no'} lesson; exp.py mine lists them"
        )
    identity, text = mining.global_text(chosen[0], names)
    path = candidates.store(identity, text)
    data = {"candidate": identity, "path": str(path), "from": mining.document(chosen[0])}
    approve = typed("exp-capture", f"approve {identity}", f"capture --approve {identity}")
    return Reply("drafted", data, [f"{identity}: a draft; read it, then", f"  {approve}"])
