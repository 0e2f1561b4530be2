"""The proof: a prompt through the registered command, exactly as the client runs it.

In a scratch EXPERIENCE_HOME with one sample pattern and a scratch project, so that neither the
user's corpus nor their switches decide. Needs no network and no private environment.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
import uuid
from dataclasses import dataclass
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
    """`warning`: what the model gets. `seen`: the line the user sees. `problem`: "" when it works."""

    warning: str
    seen: str
    ms: int
    problem: str = ""


def prove(layout: Layout, command: str) -> Proof:
    with scratch_folder("experience-check-") as scratch:
        home, project = scratch / "experience", scratch / "project"
        _furnish(home, layout)
        make_folder(project / ".git")  # the search for a project root ends here
        return _sent(command, home, project)


def _furnish(home: Path, layout: Layout) -> None:
    for folder in (home / "global" / "general", home / "logs", home / "state"):
        make_folder(folder)
    write_atomic(home / "global" / "general" / f"{PATTERN_ID}.md", PATTERN.encode())
    chosen = layout.state / "interpreter"
    if chosen.is_file():
        write_atomic(home / "state" / "interpreter", chosen.read_bytes())


def payload(project: Path, session: str) -> dict[str, str]:
    """The keys that the client sends on UserPromptSubmit, no others."""
    return {
        "session_id": session,
        "transcript_path": str(project / f"{session}.jsonl"),
        "cwd": str(project),
        "prompt_id": str(uuid.uuid4()),
        "permission_mode": "default",
        "hook_event_name": "UserPromptSubmit",
        "prompt": PROMPT,
    }


def environment(home: Path, project: Path, session: str) -> dict[str, str]:
    """The client's: the whole environment it was started in, and its own variables."""
    inherited = {name: value for name, value in os.environ.items() if name not in _NOT_HANDED_ON}
    return inherited | {
        "EXPERIENCE_HOME": str(home),
        "CLAUDECODE": "1",
        "CLAUDE_CODE_SESSION_ID": session,
        "CLAUDE_CODE_ENTRYPOINT": "cli",
        "CLAUDE_PROJECT_DIR": str(project),
    }


def _sent(command: str, home: Path, project: Path) -> Proof:
    session = str(uuid.uuid4())
    started = time.perf_counter()
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            input=json.dumps(payload(project, session)).encode(),
            env=environment(home, project, session),
            cwd=project,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Proof("", "", PATIENCE * 1000, f"no end within {PATIENCE} seconds")
    except OSError as error:
        return Proof("", "", 0, f"/bin/sh could not be started: {error}")
    ms = round((time.perf_counter() - started) * 1000)
    try:
        warning, seen = _understood(done)
    except ExperienceError as error:
        return Proof("", "", ms, f"{error}{_last_error(home)}")
    return Proof(warning, seen, ms)


def _understood(done: subprocess.CompletedProcess[bytes]) -> tuple[str, str]:
    """The two texts of the hook's one document. Raises with what came out instead."""
    out = done.stdout.decode(errors="replace")
    err = done.stderr.decode(errors="replace").strip()
    came = f"exit code {done.returncode}; stdout {_cut(out)}; stderr {_cut(err)}"
    try:
        document: Any = json.loads(out)
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
