"""`exp.py compact [SKILL|--due|--all]`: promote what a skill's events say into its digest."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from experience.commands import digest_report, free_text
from experience.commands.reply import Reply
from experience.digest import backups, due, skills, state, worker
from experience.digest.compact import UNCHANGED, UPDATED, WOULD_UPDATE, Compaction, compact_experience
from experience.digest.skills import SkillFolder
from experience.errors import ExperienceError, UsageError
from experience.index import config
from experience.patterns import trust

#: What may be typed behind `/exp-compact`, beside the name of a skill.
_TYPED = ("--due", "--all", "--explain", "--dry-run", "--group-with-model", "--undo")
#: Set by the client in whatever its model runs.
MODEL_RUNS_US = "CLAUDECODE"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("skill", metavar="SKILL", nargs="?", default="", help="name or path of a skill")
    parser.add_argument("--due", action="store_true", help="only what is due; says which, and why")
    parser.add_argument("--all", action="store_true", help="every skill that has a log")
    parser.add_argument("--explain", action="store_true", help="which rule kept each candidate out")
    parser.add_argument("--dry-run", action="store_true", help="print the difference, write nothing")
    parser.add_argument("--group-with-model", action="store_true", help="let a model propose equal lessons")
    parser.add_argument("--undo", action="store_true", help="bring back the digest before the last compact")
    parser.add_argument("--root", metavar="FOLDER", default="", help="a folder of skills to look in instead")
    parser.add_argument("--detached", action="store_true", help="as the hook starts it, in the background")
    parser.add_argument("--session-end", action="store_true", help="the session of --session is ending")
    parser.add_argument("--at", metavar="FOLDER", default="", help="instead of the current folder's project")
    free_text.add_stdin(parser)


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"skills": [digest_report.document, with "due"]}; --undo: {"skill", "path", "restored"}."""
    if args.stdin:
        _take_words(args)
    if args.undo:
        if args.dry_run:
            raise UsageError("compact: --undo has no preview; leave --dry-run or --undo out")
        return undone(_named(args))
    session = (args.session or "") if args.session_end else ""
    if args.detached:
        return detached(args, session)
    chosen = [_named(args)] if args.skill else worker.known(_cwd(args), args.root)
    if not args.skill and not args.all:
        args.due = True
    rows: list[tuple[Compaction, list[str]]] = []
    failed: list[str] = []
    for skill in chosen:
        why = due.reasons(skill, session)
        if args.due and not why:
            continue
        try:
            rows.append((_compacted(skill, args), why))
        except ExperienceError as error:
            if args.skill:
                raise
            failed.append(str(error))
    return _told(args, rows, failed)


def _take_words(args: argparse.Namespace) -> None:
    """A name and flags as a person typed them behind the slash command."""
    for word in free_text.read().split():
        if word in _TYPED:
            setattr(args, word[2:].replace("-", "_"), True)
        elif word.startswith("-") or args.skill:
            raise UsageError(
                f"compact: {word!r} is not understood; a skill's name and {', '.join(_TYPED)} are"
            )
        else:
            args.skill = word


def _cwd(args: argparse.Namespace) -> str:
    return args.at or str(Path.cwd())


def _named(args: argparse.Namespace) -> SkillFolder:
    if not args.skill:
        raise UsageError("compact: which skill? name one, or its folder")
    return skills.find(args.skill, cwd=_cwd(args), root=args.root)


def _compacted(skill: SkillFolder, args: argparse.Namespace) -> Compaction:
    return compact_experience(skill, dry_run=args.dry_run, group_with_model=args.group_with_model)


def detached(args: argparse.Namespace, session: str) -> Reply:
    """In the background: only what is due, nothing printed that anybody reads."""
    chosen = [_named(args)] if args.skill else worker.used_here(_cwd(args))
    done = worker.compact_due(chosen, session)
    return Reply("done", {"skills": [digest_report.document(one) for one in done]})


def _told(args: argparse.Namespace, rows: list[tuple[Compaction, list[str]]], failed: list[str]) -> Reply:
    policy = config.load().project_patterns
    lines: list[str] = []
    documents: list[dict[str, Any]] = []
    for done, why in rows:
        if _is_for_the_user_only(done, policy):
            lines += digest_report.counted(done)
            documents.append({"skill": done.skill, "path": str(done.path), "status": done.status, "due": why})
            continue
        lines += digest_report.lines(done, explain=args.explain, diff=args.dry_run, why_due=why)
        documents.append({**digest_report.document(done), "due": why})
    lines += [f"not done: {sentence}" for sentence in failed]
    data = {"skills": documents, "failed": failed}
    return Reply(_status(rows, failed), data, lines, code=int(bool(failed)))


def _is_for_the_user_only(done: Compaction, policy: str) -> bool:
    """A model runs us, and what it would read came with a repository that nobody trusts."""
    return bool(os.environ.get(MODEL_RUNS_US)) and not worker.is_trusted(skills.at(done.path.parent), policy)


def _status(rows: list[tuple[Compaction, list[str]]], failed: list[str]) -> str:
    if failed:
        return "failed"
    if any(done.over for done, _ in rows):
        return "too-long"
    found = {done.status for done, _ in rows}
    if not found:
        return "nothing-due"
    return next((status for status in (UPDATED, WOULD_UPDATE, UNCHANGED) if status in found), "no-events")


def undone(skill: SkillFolder) -> Reply:
    policy = config.load().project_patterns
    with state.worker(skill, wait=5.0):
        was_trusted = worker.is_trusted(skill, policy)
        before, after = backups.undo(skill)
    if skill.project and was_trusted and before is not None and after is not None:
        trust.carry_over(skill.project, worker.key_in_project(skill), before, after)
    what = "is gone: there was none before" if after is None else "is as it was before the last compact"
    data = {"skill": skill.name, "path": str(skill.digest), "restored": after is not None}
    kept = "The version that was taken back is kept beside the backups."
    return Reply("undone", data, [f"{skill.digest} {what}.", kept])
