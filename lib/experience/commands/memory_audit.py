"""The audit with a person: what the model needs, its proposal with numbers, the decision."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from experience.commands import memory_report
from experience.commands.reply import Reply
from experience.commands.typed import session_of
from experience.errors import ExperienceError, UsageError
from experience.hotpath import clock
from experience.memory import carry_out, changeset, proposals, question, removals, settings, whose
from experience.memory.changeset import Problem
from experience.memory.check import Checked, check
from experience.memory.measure import measure
from experience.memory.page import normal
from experience.memory.proposals import Proposal
from experience.memory.settings import Settings
from experience.memory.whose import Memory
from experience.patterns import draft_lines

#: Characters of a memory in one answer; the client cuts longer output of a command.
PART = 18_000
#: Settings that may be given with the call.
OPTIONS = (
    "max_removed", "language", "runner", "command", "model", "model_preset", "python", "nanobot_config",
)  # fmt: skip
MAX_SENT = 4 * 1024 * 1024


def memory_of(args: argparse.Namespace, *, same: bool = False) -> Memory:
    """The memory of --path; `same`: else the one that this session is about; else of the current folder."""
    if len(args.path) > 1:
        raise UsageError("one --path at a time; memory nightly takes several")
    waiting = proposals.load(session_of(args.session)) if same and not args.path else None
    named = args.path[0] if args.path else waiting.path if waiting else ""
    return whose.at(Path(named)) if named else whose.default(Path.cwd())


def settings_of(args: argparse.Namespace) -> Settings:
    """memory.yaml with the options of the call in front."""
    given = {name: getattr(args, name) for name in OPTIONS}
    return settings.given({name: value for name, value in given.items() if value}, settings.load())


def show(args: argparse.Namespace, _rest: str) -> Reply:
    """`data`: {"path", "kind", "lines", "bytes", "first_lost", "part", "parts", "text", "files"}."""
    memory, chosen = memory_of(args), settings_of(args)
    data = whose.contents(memory)
    text = normal(whose.text(memory, data).removeprefix("\ufeff"))
    pieces = list(_parts(text))
    if not 1 <= args.part <= len(pieces):
        raise UsageError(f"--part must be 1 to {len(pieces)}")
    proposals.save(session_of(args.session), Proposal(str(memory.path)))
    found = measure(data)
    document = {
        "path": str(memory.path), "kind": memory.kind, **found._asdict(), "part": args.part,
        "parts": len(pieces), "text": pieces[args.part - 1], "files": sorted(memory.others),
    }  # fmt: skip
    return Reply("audit", document, list(_told(memory, data, pieces, args.part, chosen)))


def _parts(text: str) -> Iterator[str]:
    current = ""
    for line in text.split("\n"):
        if current and len(current) + len(line) > PART:
            yield current
            current = ""
        current += f"{line}\n"
    yield current.removesuffix("\n")


def _told(memory: Memory, data: bytes, pieces: list[str], part: int, chosen: Settings) -> Iterator[str]:
    yield f"memory: {memory.path}"
    yield question.goal(memory, data)
    yield question.rules(chosen.max_removed, memory_report.language_of(chosen))
    beside = question.files(memory)
    if beside:
        yield f"Read only, to find duplicates; a quote names the file:\n{beside[:PART]}"
    if len(pieces) > 1:
        yield f"Part {part} of {len(pieces)}: audit this part; memory show --part N shows another."
    yield f"===== {memory.path.name} begins =====\n{pieces[part - 1]}\n===== {memory.path.name} ends ====="


def sent(args: argparse.Namespace) -> Any:
    """The change-set of --changes. Raises ExperienceError where it is no document."""
    if not args.changes:
        raise UsageError("--changes FILE is missing; - reads standard input")
    if args.changes == "-":
        data = sys.stdin.buffer.read(MAX_SENT + 1)
    else:
        try:
            data = Path(args.changes).read_bytes()
        except OSError as error:
            raise UsageError(f"{args.changes}: cannot be read ({error.strerror})") from error
    if len(data) > MAX_SENT:
        raise UsageError(f"more than {MAX_SENT:,} bytes are no change-set")
    return changeset.parse(data.decode("utf-8", "replace"))


def _check(args: argparse.Namespace, memory: Memory) -> tuple[bytes, Checked, Any]:
    data = whose.contents(memory)
    text = whose.text(memory, data)
    try:
        document = sent(args)
        meant = draft_lines.unescaped(document)
    except changeset.Unreadable as error:
        return data, Checked(check(text, {"changes": []}).page, text, (), (Problem(0, str(error)),)), None
    beside = whose.beside(memory, text, settings_of(args).max_removed)
    found = check(text, meant, beside)
    if found.problems and meant != document:  # a memory that speaks of such escapes itself
        literal = check(text, document, beside)
        if literal.accepted:
            return data, literal, document
    return data, found, meant


def checked(args: argparse.Namespace, _rest: str) -> Reply:
    """Writes nothing. `data`: {"path", "changes", "problems": [{"change", "text"}]}."""
    if not args.path:
        raise UsageError("--path is missing: the memory that the change-set is about")
    memory = memory_of(args)
    _, found, _ = _check(args, memory)
    return _refusal(memory, found) if found.problems else Reply("valid", _document(memory, found))


def _document(memory: Memory, found: Checked) -> dict[str, Any]:
    problems = [{"change": one.change, "text": one.text} for one in found.problems]
    return {"path": str(memory.path), "changes": len(found.placed), "problems": problems}


def _refusal(memory: Memory, found: Checked) -> Reply:
    return Reply("refused", _document(memory, found), list(map(str, found.problems)), 1)


def propose(args: argparse.Namespace, _rest: str) -> Reply:
    """Checks and keeps a proposal. `data`: {"path", "changes": [rows], "characters", "taken_away"}."""
    session = session_of(args.session)
    memory = memory_of(args, same=True)
    data, found, document = _check(args, memory)
    if found.problems:
        return _refusal(memory, found)
    if not found.placed:
        proposals.drop(session)
        return Reply("nothing", {"path": str(memory.path), "changes": []}, ["nothing to change"])
    proposals.save(session, Proposal(str(memory.path), removals.sha256(data), document))
    return Reply(
        "proposal", memory_report.document(memory, found), list(memory_report.lines(memory, data, found))
    )


def decide(args: argparse.Namespace, step: str, rest: str) -> Reply:
    """`data`: {"path", "run", "backup", "applied": [numbers], "kept": [numbers]}; of cancel {"path"}."""
    session = session_of(args.session)
    waiting = proposals.load(session)
    if waiting is None or waiting.document is None:
        raise ExperienceError("no proposal waits in this session; audit a memory first: memory show")
    if step == "cancel":
        proposals.drop(session)
        return Reply("cancelled", {"path": waiting.path}, ["nothing was changed"])
    chosen = _chosen(step, rest, waiting.document["changes"])
    memory = whose.at(Path(waiting.path))
    with carry_out.alone(memory, wait=5.0):
        return _decided(args, session, memory, waiting, chosen)


def _chosen(step: str, rest: str, changes: Sequence[dict[str, Any]]) -> list[int]:
    """Numbers of the changes to carry out."""
    everything = range(1, len(changes) + 1)
    named = rest.replace(",", " ").split()
    wrong = [
        word
        for word in named
        if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word) in everything)
    ]
    if wrong:
        raise UsageError(f"{step} takes numbers of the proposal, 1 to {len(changes)}, not {wrong[0][:20]!r}")
    numbers = {int(word) for word in named}
    if step == "keep":
        if not numbers:
            raise UsageError("keep which? name the numbers that stay; cancel leaves all as it is")
        return [number for number in everything if number not in numbers]
    if step == "delete":
        merges = [number for number in sorted(numbers) if changes[number - 1]["category"] == "merge"]
        if merges or not numbers:
            told = f"{merges[0]} is a merge: apply {merges[0]} carries it out" if merges else "name numbers"
            raise UsageError(f"delete takes out, and {told}")
    return sorted(numbers) or list(everything)


def _decided_on(session: str, memory: Memory) -> None:
    """The proposal is gone; which memory this session is about stays known, for undo."""
    proposals.save(session, Proposal(str(memory.path)))


def _decided(
    args: argparse.Namespace, session: str, memory: Memory, waiting: Proposal, chosen: list[int]
) -> Reply:
    data = whose.contents(memory)
    removals.settle(memory, data)
    if removals.sha256(data) != waiting.sha256 or waiting.document is None:
        _decided_on(session, memory)
        told = "the file changed since the proposal was made; nothing was changed. Audit it again"
        return Reply("stale", {"path": str(memory.path)}, [told], 1)
    listed = waiting.document["changes"]
    part = {"changes": [listed[number - 1] for number in chosen]}
    text = whose.text(memory, data)
    found = check(text, part, whose.beside(memory, text, settings_of(args).max_removed))
    if found.problems:  # e.g. a line stays whose parent goes
        return _refusal(memory, found)
    if not chosen:
        _decided_on(session, memory)
        return Reply("nothing", {"path": str(memory.path), "applied": []}, ["all stay; nothing was changed"])
    done = carry_out.apply(memory, data, found, clock.now())
    _decided_on(session, memory)
    kept = [number for number in range(1, len(listed) + 1) if number not in chosen]
    answer = {"path": str(memory.path), "run": done.run, "backup": str(done.backup)}
    return Reply(
        "applied", {**answer, "applied": chosen, "kept": kept},
        list(memory_report.applied(memory, done, found, chosen)),
    )  # fmt: skip
