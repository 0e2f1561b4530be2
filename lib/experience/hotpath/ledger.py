"""What a session has seen: one empty file per claim, created atomically, so twins cannot both win.

`state/ledger/<session>/` holds the claims of one session (the client's session_id; `/clear` starts
a new one, `--resume` keeps it). All of it is rebuildable: a ledger that cannot be kept (read-only
home, case S24) claims nothing and forbids nothing.
"""

from __future__ import annotations

import os
from binascii import crc32

from experience.hotpath import places

#: A prompt without an id is the same prompt only within this many seconds (twin registrations).
TWIN_SECONDS = 5
#: Ledgers untouched for this long belong to sessions that ended: the client keeps transcripts 30 days.
KEPT_SECONDS = 35 * 86_400


def root() -> str:
    return os.path.join(places.state_dir(), "ledger")


def file_name(text: str) -> str:
    """`text` as a file name: itself where it is plain, else what can be kept of it and a checksum."""
    plain = "".join(
        char if char.isascii() and (char.isalnum() or char in "-_") else "_" for char in text[:80]
    )
    if plain == text:
        return plain
    return f"{plain}.{crc32(text.encode('utf-8', 'replace')):08x}"


class Ledger:
    """The claims of one session. Without a session id nothing is remembered."""

    def __init__(self, session_id: str) -> None:
        self.folder = os.path.join(root(), file_name(session_id)) if session_id else ""

    def _path(self, claim: str) -> str:
        return os.path.join(self.folder, file_name(claim))

    def has(self, claim: str) -> bool:
        return bool(self.folder) and os.path.lexists(self._path(claim))

    def claim(self, claim: str) -> bool:
        """True for the first to claim it; also where no ledger can be kept."""
        if not self.folder:
            return True
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
        try:
            for folder in (root(), self.folder):  # the mode is that of the last part only
                os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError:
            return True
        try:
            os.close(os.open(self._path(claim), flags, 0o600))
        except FileExistsError:
            return False
        except OSError:
            return True
        return True

    def claim_prompt(self, door: str, prompt_id: str, prompt_hash: str, now: float) -> bool:
        """True for the first hook of `door` that meets this prompt (case S29)."""
        if prompt_id:
            return self.claim(f"{door}-prompt-{prompt_id}")
        slot = int(now / TWIN_SECONDS)
        name = f"{door}-prompt-{prompt_hash}-"
        return not self._is_young(f"{name}{slot - 1}", now) and self.claim(f"{name}{slot}")

    def _is_young(self, claim: str, now: float) -> bool:
        try:
            return os.stat(self._path(claim)).st_mtime > now - TWIN_SECONDS
        except OSError:
            return False

    def forget_shown(self) -> None:
        """After a compaction: what the model was told is gone, so it may be told again."""
        for name in self.names():
            if name.startswith(SHOWN):
                _remove(os.path.join(self.folder, name))

    def names(self) -> list[str]:
        try:
            return os.listdir(self.folder) if self.folder else []
        except OSError:
            return []


#: Claims of warnings begin with this; the rest is the pattern's id and what it said.
SHOWN = "shown-"


def shown(record: dict[str, object]) -> str:
    """The claim of one pattern as it is now: after an edit it is another one."""
    return f"{SHOWN}{record['hash']}-{record['id']}"


def used(skill: str) -> str:
    """The claim of a skill that the session used: at its end the skill's digest may be due."""
    return f"used-{skill}"


def contents_shown(session_id: str, pattern_id: str) -> list[str]:
    """Hashes of what a session was shown under an id, as far as the ledger remembers."""
    names = (name.split("-", 2) for name in Ledger(session_id).names() if name.startswith(SHOWN))
    return [parts[1] for parts in names if len(parts) == 3 and parts[2] == pattern_id]


def carry_over(pattern_id: str, before: str, after: str) -> int:
    """An edit by our own tools is no news: sessions that were shown the pattern before it count as shown
    what it says now. Returns how many."""
    try:
        sessions = os.listdir(root())
    except OSError:
        return 0
    was: dict[str, object] = {"hash": before, "id": pattern_id}
    now: dict[str, object] = {"hash": after, "id": pattern_id}
    known = [one for one in map(_kept_in, sessions) if one.has(shown(was))]
    return sum(one.claim(shown(now)) for one in known)


def _kept_in(name: str) -> Ledger:
    """The ledger in the folder `name`, which is a session's id made into a file name already."""
    found = Ledger("")
    found.folder = os.path.join(root(), name)
    return found


def take(path: str) -> bool:
    """Take a file of `state/` away; True for the one who did it."""
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def clean_up(now: float) -> int:
    """Take away the ledgers of sessions that ended long ago. Returns how many."""
    gone = 0
    try:
        folders = [entry.path for entry in os.scandir(root()) if entry.stat().st_mtime < now - KEPT_SECONDS]
    except OSError:
        return 0
    for folder in folders:
        try:
            for name in os.listdir(folder):
                _remove(os.path.join(folder, name))
            os.rmdir(folder)
            gone += 1
        except OSError:
            continue
    return gone
