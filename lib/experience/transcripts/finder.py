"""Where the client keeps its transcripts: `projects/<folder>/<session>.jsonl` of its configuration folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from experience.hotpath import places

ENDING = ".jsonl"


def projects_dir() -> Path:
    """CLAUDE_CONFIG_DIR is respected."""
    return Path(places.config_dir()) / "projects"


def transcript_of(session_id: str) -> Path | None:
    """The transcript of a session; of several (a project that moved) the one written last."""
    if not session_id or session_id.startswith(".") or any(sign in session_id for sign in "/\\\0"):
        return None
    found = [folder / f"{session_id}{ENDING}" for folder in _folders(projects_dir())]
    return max(filter(_is_file, found), key=_changed, default=None)


def all_transcripts(since: float | None = None) -> list[Path]:
    """Every session's transcript, the one written last at the end; of those written at or after `since`
    (seconds since the epoch). Files of subagents are not among them."""
    found = [path for folder in _folders(projects_dir()) for path in _transcripts(folder)]
    if since is not None:
        found = [path for path in found if _changed(path) >= since]
    return sorted(found, key=lambda path: (_changed(path), path))


def subagents_of(transcript: Path) -> list[Path]:
    """Transcripts of the subagents of a session (`<session>/subagents/agent-*.jsonl`), sorted by name."""
    folder = transcript.with_suffix("") / "subagents"
    return sorted(path for path in _transcripts(folder, agents=True))


def _folders(root: Path) -> list[Path]:
    try:
        with os.scandir(root) as found:
            return sorted(Path(entry.path) for entry in found if entry.is_dir())
    except OSError:
        return []


def _transcripts(folder: Path, *, agents: bool = False) -> list[Path]:
    """Older clients put files of subagents (`agent-*`) beside those of sessions."""
    try:
        with os.scandir(folder) as found:
            names = [entry.name for entry in found if entry.name.endswith(ENDING)]
    except OSError:
        return []
    paths = (folder / name for name in names if name.startswith("agent-") == agents)
    return [path for path in paths if _is_file(path)]


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def _changed(path: Path) -> float:
    """Seconds since the epoch; 0 for a file that vanished."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
