"""Where a lesson was learned: the session, the commit that the checkout is at, the project."""

from __future__ import annotations

import re
import subprocess

from experience.hotpath import places
from experience.patterns.draft import COMMIT, Draft
from experience.patterns.pattern import Provenance

SESSION_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
#: Seconds that git is waited for: it may be on a slow network drive.
PATIENCE = 3.0


def of(cwd: str, session: str, draft: Draft | None) -> Provenance:
    """What the draft names, else what can be seen from here."""
    url = draft.url if draft else None
    commit = (draft.commit if draft else None) or head_commit(cwd)
    return Provenance(url, session if SESSION_ID.fullmatch(session) else None, commit)


def head_commit(cwd: str) -> str | None:
    """The full id of HEAD; None outside a repository, before the first commit, or where git says nothing."""
    command = ["git", "-C", cwd, "rev-parse", "--verify", "--quiet", "HEAD"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = done.stdout.strip()
    return found if done.returncode == 0 and COMMIT.fullmatch(found) else None


def project(cwd: str) -> str:
    """Root of the project of `cwd`, "" for none."""
    return places.project_root(cwd) or ""
