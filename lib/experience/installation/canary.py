"""The proof: a prompt through the registered command, exactly as the client runs it, and the start
of a session, which has to be met with silence.

In a scratch EXPERIENCE_HOME with one sample pattern and a scratch project, so that neither the
user's corpus nor their switches decide. Needs no network and no private environment.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from experience.errors import ExperienceError
from experience.files.tree import make_folder, scratch_folder
from experience.files.write import write_atomic
from experience.installation.layout import Layout
from experience.vocabulary import LOG_ERRORS

PROMPT = "Clean up the history of main and git push --force it."
PATTERN_ID = "general-2026-01-15-force-push"
PATTERN = f"""---
id: {PATTERN_ID}
name: A forced push to a shared branch lost a colleague's commits
severity: high
domain: general
triggers:
  keywords: ["git push --force", "force push", "push -f"]
  regex: []
fix: |
  Use `git push --force-with-lease`, and never on a branch that others pull from.
last_seen: 2026-01-15
provenance:
  url: "https://git-scm.com/docs/git-push"
  session_id: null
  commit: null
review_status: validated
hits: 0
last_save_at: null
false_positives: 0
---

# A forced push to a shared branch lost a colleague's commits

## Contexto
A sample that the self-check of install.sh brings along.
"""

#: Seconds for the command; the hook promises to end within 4.
PATIENCE = 10
#: Switches and marks of a person's session that must not decide the outcome.
_NOT_HANDED_ON = ("EXPERIENCE_LAYER", "EXP_NESTED", "EXP_IN_VENV", "EXP_INSTALL_VENV")


@dataclass(frozen=True)
class Proof:
    """`warning`: what the model gets. `seen`: the line the user sees. `problem`: "" when it works.
    `python`: the interpreter that ran."""

    warning: str
    seen: str
    ms: int
    problem: str = ""
    python: str = ""


@dataclass(frozen=True)
class _Place:
    """The scratch home and project, and variables that the client adds to its own."""

    home: Path
    project: Path
    added: Mapping[str, str]


def prove(layout: Layout, commands: Mapping[str, str], more: Mapping[str, str] | None = None) -> Proof:
    """`commands`: event -> the command that is registered for it. `more`: variables that the client adds."""
    added = {name: value for name, value in (more or {}).items() if name not in _NOT_HANDED_ON}
    with scratch_folder("experience-check-") as scratch:
        home, project = scratch / "experience", scratch / "project"
        _furnish(home, layout)
        make_folder(project / ".git")  # the search for a project root ends here
        place = _Place(home, project, added)
        proof = _warned(commands["UserPromptSubmit"], place)
        if proof.problem or "SessionStart" not in commands:
            return proof
        return _started(commands["SessionStart"], place, proof)


def _furnish(home: Path, layout: Layout) -> None:
    for folder in (home / "global" / "general", home / "logs", home / "state"):
        make_folder(folder)
    write_atomic(home / "global" / "general" / f"{PATTERN_ID}.md", PATTERN.encode())
    chosen = layout.state / "interpreter"
    if chosen.is_file():
        write_atomic(home / "state" / "interpreter", chosen.read_bytes())


def payload(project: Path, session: str, event: str) -> dict[str, str]:
    """The keys that the client sends on that event, no others."""
    common = {
        "session_id": session,
        "transcript_path": str(project / f"{session}.jsonl"),
        "cwd": str(project),
        "hook_event_name": event,
    }
    if event == "SessionStart":
        return {**common, "source": "startup"}
    return {**common, "prompt_id": str(uuid.uuid4()), "permission_mode": "default", "prompt": PROMPT}


def environment(home: Path, project: Path, session: str, added: Mapping[str, str]) -> dict[str, str]:
    """The client's: the whole environment it was started in, that of its settings, its own variables."""
    inherited = {name: value for name, value in os.environ.items() if name not in _NOT_HANDED_ON}
    return {**inherited, **added} | {
        "EXPERIENCE_HOME": str(home),
        "CLAUDECODE": "1",
        "CLAUDE_CODE_SESSION_ID": session,
        "CLAUDE_CODE_ENTRYPOINT": "cli",
        "CLAUDE_PROJECT_DIR": str(project),
    }


def _warned(command: str, place: _Place) -> Proof:
    started = time.perf_counter()
    try:
        warning, seen = _understood(_sent(command, "UserPromptSubmit", place))
    except ExperienceError as error:
        return Proof("", "", _since(started), f"{error}{_last_error(place.home)}")
    return Proof(warning, seen, _since(started), python=_python(place.home))


def _python(home: Path) -> str:
    """What the hook started: the interpreter it found, or the one on PATH, which it noted then."""
    if _last_error(home):
        return shutil.which("python3") or ""
    try:
        return (home / "state" / "interpreter").read_text(errors="replace").partition("\n")[0]
    except OSError:
        return ""


def _started(command: str, place: _Place, proof: Proof) -> Proof:
    """`proof`, or the problem with the start of a session: nothing may come out."""
    try:
        _expect_silence(_sent(command, "SessionStart", place))
    except ExperienceError as error:
        return replace(proof, problem=f"at the start of a session: {error}{_last_error(place.home)}")
    return proof


def _expect_silence(done: subprocess.CompletedProcess[bytes]) -> None:
    """Of stderr nothing is asked: the client shows none of it, and bash complains there of a locale."""
    if done.returncode != 0 or done.stdout:
        raise ExperienceError(f"not silent ({_came(done)})")


def _since(started: float) -> int:
    return round((time.perf_counter() - started) * 1000)


def _sent(command: str, event: str, place: _Place) -> subprocess.CompletedProcess[bytes]:
    session = str(uuid.uuid4())
    try:
        return subprocess.run(
            ["/bin/sh", "-c", command],
            input=json.dumps(payload(place.project, session, event)).encode(),
            env=environment(place.home, place.project, session, place.added),
            cwd=place.project,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ExperienceError(f"no end within {PATIENCE} seconds") from error
    except OSError as error:
        raise ExperienceError(f"/bin/sh could not be started: {error}") from error


def _came(done: subprocess.CompletedProcess[bytes]) -> str:
    out = done.stdout.decode(errors="replace")
    err = done.stderr.decode(errors="replace").strip()
    return f"exit code {done.returncode}; stdout {_cut(out)}; stderr {_cut(err)}"


def _understood(done: subprocess.CompletedProcess[bytes]) -> tuple[str, str]:
    """The two texts of the hook's one document. Raises with what came out instead."""
    came = _came(done)
    try:
        document: Any = json.loads(done.stdout)
        specific = document["hookSpecificOutput"]
        warning, event = specific["additionalContext"], specific["hookEventName"]
    except (ValueError, KeyError, TypeError) as error:
        raise ExperienceError(f"no warning came out ({came})") from error
    if done.returncode != 0 or event != "UserPromptSubmit" or PATTERN_ID not in str(warning):
        raise ExperienceError(f"the wrong thing came out ({came})")
    return str(warning), str(document.get("systemMessage", ""))


def _cut(text: str) -> str:
    return repr(text[:300]) if text else "empty"


def _last_error(home: Path) -> str:
    try:
        lines = (home / "logs" / LOG_ERRORS).read_text(errors="replace").splitlines()
    except OSError:
        return ""
    return f"; the hook logged {_cut(lines[-1])}" if lines else ""
