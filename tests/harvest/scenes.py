"""Labelled sessions, to be driven through the real client by record.py: what the person types, what the
scripted model calls, what the programs print.

Half of them look like a lesson and are none. Those of labelled.py were written beside the code that is
measured on them, so their figures flatter it; those of fresh.py were written afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

RECOVERY, REJECTION, CORRECTION, NONE = "recovery", "rejection", "correction", ""


@dataclass(frozen=True)
class Run:
    """A shell command. `code`, `prints`: of the program that stands in for the real one; `real`: run it."""

    command: str
    code: int = 0
    prints: str = "ok"
    real: bool = False


@dataclass(frozen=True)
class Tool:
    """Any other tool."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Together:
    """Several commands of one message."""

    runs: tuple[Run, ...]


@dataclass(frozen=True)
class Reject:
    """A call that the person rejects at the permission prompt; `reason` typed there, "" for Esc."""

    call: Run | Tool
    reason: str = ""


Step = Run | Tool | Together | Reject


@dataclass(frozen=True)
class Turn:
    typed: str
    steps: tuple[Step, ...] = ()
    answer: str = "Done."


@dataclass(frozen=True)
class Scene:
    """`lesson`: the kind of candidate that it is, NONE for a look-alike."""

    name: str
    lesson: str
    turns: tuple[Turn, ...]
    files: dict[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()

    @property
    def is_interactive(self) -> bool:
        return any(isinstance(step, Reject) for turn in self.turns for step in turn.steps)


def edit(path: str, old: str, new: str) -> tuple[Tool, Tool]:
    """The client wants a file read before it is edited."""
    return (
        Tool("Read", {"file_path": path}),
        Tool("Edit", {"file_path": path, "old_string": old, "new_string": new}),
    )


def scene(name: str, lesson: str, prompt: str, *steps: Step, **more: Any) -> Scene:
    return Scene(name, lesson, (Turn(prompt, tuple(steps)),), **more)


def twice(command: str, said: str, code: int = 1) -> tuple[Run, Run]:
    return Run(command, code, said), Run(command, code, said)
