"""`exp.py digest show SKILL | list`: what a skill learned, as a model gets it before it uses the skill."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from experience.commands.reply import Reply
from experience.digest import due, skills, state, worker
from experience.digest.skills import SkillFolder
from experience.errors import ExperienceError, UsageError
from experience.files.write import content
from experience.hotpath.digest_lines import selected
from experience.index import config
from experience.patterns.hidden import visible

#: Set by the client in whatever its model runs.
MODEL_RUNS_US = "CLAUDECODE"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=["show", "list"], help="one digest, or all skills with a log")
    parser.add_argument("skill", metavar="SKILL", nargs="?", default="", help="name or path of the skill")
    parser.add_argument("--whole", action="store_true", help="show the file, not 4,000 characters of it")
    parser.add_argument("--root", metavar="FOLDER", default="", help="a folder of skills to look in instead")


def run(args: argparse.Namespace) -> Reply:
    """show: {"skill", "path", "text", "lines"}; list: {"skills": [row]}."""
    if args.action == "list":
        return listed(args.root)
    if not args.skill:
        raise UsageError("digest show: which skill? name one, or its folder")
    skill = skills.find(args.skill, root=args.root)
    data = content(skill.digest)
    if data is None:
        raise ExperienceError(
            f"{skill.name}: no digest yet; exp.py compact {skill.name} makes one of its events"
        )
    if os.environ.get(MODEL_RUNS_US) and not worker.is_trusted(skill, config.load().project_patterns):
        told = "It came with this repository. Whether a model may read it is for the user alone: exp.py trust"
        return Reply("waiting", {"skill": skill.name, "path": str(skill.digest)}, [told], code=1)
    text, count = selected(skill.name, data)
    if args.whole:
        text = data.decode("utf-8", "replace")
    answer = {"skill": skill.name, "path": str(skill.digest), "text": text, "lines": count}
    return Reply("shown" if count else "empty", answer, [visible(line) for line in text.splitlines()])


def listed(root: str) -> Reply:
    rows = [_row(skill) for skill in worker.known(str(Path.cwd()), root)]
    lines = [
        f"{row['skill']:24} {row['bytes']:>9,} bytes  {row['compacted'] or 'never compacted'}"
        f"{'  lines that are no events: ' + str(row['bad']) if row['bad'] else ''}"
        f"{'  due: ' + ', '.join(row['due']) if row['due'] else ''}"
        for row in rows
    ]
    return Reply("listed" if rows else "none", {"skills": rows}, lines or ["No skill has a log yet."])


def _row(skill: SkillFolder) -> dict[str, Any]:
    """`bytes` of the log; `bad`: its lines that are no events; `compacted`: the last day, "" for never."""
    return {
        "skill": skill.name,
        "path": str(skill.path),
        "project": skill.project,
        "bytes": skill.log.stat().st_size,
        "digest": skill.digest.is_file(),
        "bad": due.Log(skill).bad,
        "compacted": state.load(skill)["day"],
        "due": due.reasons(skill),
    }
