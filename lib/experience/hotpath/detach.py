"""Start work that must not delay a prompt: a verb of exp.py in a session of its own."""

from __future__ import annotations

import os
import sys

from experience.vocabulary import NESTED_VARIABLE


def run_index(door: str, option: str, cwd: str = "") -> None:
    """Run `door index option` for the project of `cwd` with this interpreter; nobody waits for it.

    `door`: path of exp.py. The worker outlives the deadline of the hook, since it leaves the process
    group that `timeout` ends. One worker at a time: the others find its lock taken.
    """
    run_verb(door, "index", option, cwd=cwd)


def run_verb(door: str, *words: str, cwd: str = "") -> None:
    """Run `door WORDS` for the project of `cwd`, in an environment that keeps our hook from answering it."""
    arguments = [sys.executable, "-I", door, *words]
    if os.path.isdir(cwd):
        arguments.append(f"--at={cwd}")
    null = os.open(os.devnull, os.O_RDWR)
    try:
        _spawn(arguments, {**os.environ, NESTED_VARIABLE: "1"}, null)
    finally:
        os.close(null)


def _spawn(arguments: list[str], environment: dict[str, str], null: int) -> None:
    actions = [(os.POSIX_SPAWN_DUP2, null, number) for number in (0, 1, 2)]
    try:
        os.posix_spawn(arguments[0], arguments, environment, file_actions=actions, setsid=True)
    except NotImplementedError:  # a libc without POSIX_SPAWN_SETSID
        if os.fork() == 0:
            os.setsid()
            for number in (0, 1, 2):
                os.dup2(null, number)
            os.execve(arguments[0], arguments, environment)
