"""Run another program: bounded, without stdin, with nothing in the environment that leads it astray."""

from __future__ import annotations

import os
import subprocess

#: Seconds: a slow package index may take minutes, a dead one must not take for ever.
PATIENCE = 600

#: Variables that would send packages, or the interpreter, elsewhere.
_ASTRAY = (
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_ROOT",
    "PIP_REQUIRE_VIRTUALENV",
    "PIP_BREAK_SYSTEM_PACKAGES",
    "VIRTUAL_ENV",
)


def run(command: list[str], seconds: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    """Never raises: a program that is not there or does not end is a failure like any other."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON") and name not in _ASTRAY
    }
    environment["PIP_USER"] = "0"
    try:
        return subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"gave up after {seconds:.0f} seconds")
    except OSError as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))


def reason(done: subprocess.CompletedProcess[str]) -> str:
    """The line of a failed program that says most, shortened."""
    lines = [line.strip() for line in (done.stderr + "\n" + done.stdout).splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")] or lines
    said = errors[0] if errors else f"exit code {done.returncode}"
    return said if len(said) <= 160 else said[:157] + "..."
