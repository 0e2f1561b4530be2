"""A sample prompt through the command that the client runs, in a scratch corpus, brings no warning."""

from __future__ import annotations

from collections.abc import Iterator

from experience.installation import canary
from experience.installation.doctor.finding import ERROR, OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings

ID = "XD301"
TITLE = "sample prompt"

#: Milliseconds above which a person notices that each prompt waits.
SLOW_MS = 1500


def check(around: Surroundings) -> Iterator[Finding]:
    commands = around.commands
    if "UserPromptSubmit" not in commands:
        return  # XD102 says so
    proof = canary.prove(around.layout, commands, around.added_variables)
    if proof.problem:
        yield Finding(ERROR, proof.problem, around.install)
        return
    cause = f"came back with a warning in {proof.ms} ms, by {proof.python or 'an unknown Python'}"
    if proof.ms > SLOW_MS:
        yield Finding(WARNING, f"{cause}: that is slow, each prompt waits so long")
    else:
        yield Finding(OK, cause)
