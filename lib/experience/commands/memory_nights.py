"""Nights: run one, put them into the crontab, list what they did, take a run back."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from experience.commands import memory_audit, memory_report
from experience.commands.reply import Reply
from experience.errors import UsageError
from experience.hotpath import clock, places
from experience.memory import carry_out, night, question, removals, report, send, whose
from experience.memory.night import APPLIED, FAILED, NOTHING, SKIPPED, Night
from experience.memory.settings import Settings
from experience.memory.whose import Memory
from experience.runners import command, crontab, headless, nanobot, streaming
from experience.runners.conversation import Conversation

MARKER = "experience-layer memory"
DAILY = "0 2 * * *"
_TIMES = re.compile(r"(?:@(?:daily|midnight|weekly)|[\d*/,a-zA-Z-]+(?: [\d*/,a-zA-Z-]+){4})")


def opening(chosen: Settings) -> night.Opening:
    """How a conversation of this night is begun: session key, memory -> a context."""

    def begin(key: str, memory: Memory) -> AbstractContextManager[Conversation]:
        if chosen.runner == "command":
            return command.conversation(question.SYSTEM, chosen.command)
        if chosen.runner == "nanobot":
            return nanobot.conversation(
                key, memory.base, python=chosen.python, config=chosen.nanobot_config,
                model_preset=chosen.model_preset,
            )  # fmt: skip
        return streaming.conversation(question.SYSTEM, question.schema(), chosen.model)

    return begin


def nightly(args: argparse.Namespace, _rest: str) -> Reply:
    """One night of each memory named, else of those in memory.yaml, else of the current folder's. `data`:
    {"nights": [{"path", "status", "attempts", "why", "run", "backup", "changes", "report"}], "unsent"}."""
    chosen = memory_audit.settings_of(args)
    language = memory_report.language_of(chosen)
    addresses = () if args.no_report else chosen.report
    nights, told, unsent = [], [], []
    for memory in memories(args, chosen):
        done = night.run(memory, chosen, language, opening(chosen), clock.now())
        text = report.text(done, language)
        faults = send.send(addresses, text)
        unsent += faults
        nights.append({**_document(done), "report": text})
        told += [text, *faults, ""]
    return _reply(nights, told, unsent)


def memories(args: argparse.Namespace, chosen: Settings) -> list[Memory]:
    named = args.path or list(chosen.paths)
    return [whose.at(Path(path)) for path in named] if named else [whose.default(Path.cwd())]


def _document(done: Night) -> dict[str, Any]:
    applied = done.done
    return {
        "path": str(done.memory), "status": done.status, "attempts": done.attempts, "why": done.why,
        "run": applied.run if applied else "", "backup": str(applied.backup) if applied else "",
        "changes": [
            {"number": one.number, "category": one.category, "reason": one.reason} for one in done.changes
        ],
    }  # fmt: skip


def _reply(nights: list[dict[str, Any]], told: list[str], unsent: list[str]) -> Reply:
    """The worst of the nights is the word; a night that was skipped is no failure (case M08)."""
    met = {one["status"] for one in nights}
    status = next(word for word in (FAILED, APPLIED, SKIPPED, NOTHING) if word in met)
    return Reply(status, {"nights": nights, "unsent": unsent}, told, int(status == FAILED))


def undo(args: argparse.Namespace, rest: str) -> Reply:
    """`data`: {"path", "run"}."""
    memory = memory_audit.memory_of(args, same=True)
    with carry_out.alone(memory, wait=5.0):
        run = carry_out.undo(memory, rest.strip())
    told = f"{memory.path} is as it was before run {run.id}"
    return Reply("undone", {"path": str(memory.path), "run": run.id}, [told])


def listed(args: argparse.Namespace, _rest: str) -> Reply:
    """`data`: {"path", "runs": [{"id", "ts", "end", "changes", "backup"}]}, newest first."""
    memory = memory_audit.memory_of(args, same=True)
    found = [
        {"id": run.id, "ts": run.ts, "end": run.end, "changes": run.changes, "backup": run.backup}
        for run in reversed(removals.runs(memory))
    ]
    lines = [f"{one['id']}  {one['end']}, {one['changes']} changes, {one['backup']}" for one in found]
    return Reply("runs" if found else "none", {"path": str(memory.path), "runs": found}, lines)


def schedule(args: argparse.Namespace, rest: str) -> Reply:
    """`data`: {"line"}: the entry in the crontab, "" for none."""
    action = rest.strip() or "install"
    if action == "show":
        line = crontab.shown(MARKER)
        return Reply("scheduled" if line else "not-scheduled", {"line": line}, [line] if line else [])
    if action == "remove":
        return Reply("removed" if crontab.removed(MARKER) else "not-scheduled", {"line": ""})
    if action != "install":
        raise UsageError("memory schedule: install (default), show or remove")
    times = args.cron.strip()
    if not _TIMES.fullmatch(times):
        raise UsageError(f"--cron {times!r}: five fields such as '{DAILY}', or @daily")
    chosen = memory_audit.settings_of(args)
    line = f"{times} {' '.join(_words(args, chosen))}".replace("%", "\\%")
    changed = crontab.install(MARKER, line)
    return Reply("scheduled", {"line": line}, [line, *([] if changed else ["It was there already."])])


def _words(args: argparse.Namespace, chosen: Settings) -> Iterator[str]:
    """What cron runs; it knows neither the user's variables nor their PATH. Memories of memory.yaml are read
    there each night; any other is named."""
    for name in ("CLAUDE_CONFIG_DIR", "EXPERIENCE_HOME"):
        if places.variable(name):
            yield f"{name}={shlex.quote(places.variable(name))}"
    client = places.variable(headless.PROGRAM_VARIABLE) or shutil.which(headless.PROGRAM)
    if client and chosen.runner == "claude":
        yield f"{headless.PROGRAM_VARIABLE}={shlex.quote(client)}"
    door = Path(__file__).resolve().parents[2] / "exp.py"
    yield from map(shlex.quote, (places.interpreter()[0] or sys.executable, str(door), "memory", "nightly"))
    if args.path or not chosen.paths:
        for memory in memories(args, chosen):
            yield f"--path {shlex.quote(str(memory.path))}"
    for name in memory_audit.OPTIONS:
        if value := getattr(args, name):
            yield f"--{name.replace('_', '-')} {shlex.quote(value)}"
    yield ">/dev/null 2>&1"
