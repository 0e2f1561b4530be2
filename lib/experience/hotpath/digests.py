"""A skill is about to be used: its digest goes before the model, once per session.

Bounded, most valuable lines first, as notes and not as instructions. A digest inside a project passes
the trust gate. At the end of a session a worker harvests it and looks which digests are due.
"""

from __future__ import annotations

import os

from experience.hotpath import clock, detach, layers, ledger, payload, places, record, render, trusted
from experience.hotpath.digest_lines import selected
from experience.hotpath.emit import Answer
from experience.hotpath.sanitize import one_line
from experience.vocabulary import LOG_DIGESTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from experience.hotpath.upkeep import Upkeep

FILE = "experience.md"
PAGE = "SKILL.md"
#: Bytes of a digest that are looked at; ours have at most 120 lines.
MAX_BYTES = 64 * 1024
#: `command_source` of a skill that lies in the project.
_FROM_PROJECT = ("projectSettings", "localSettings")


class Found:
    """A digest: its text, and the project it lies in with its path there ("" for the user's own)."""

    def __init__(self, data: bytes, root: str = "", key: str = "") -> None:
        self.data = data
        self.root = root
        self.key = key


def answer(asked: payload.Payload, keeper: Upkeep, now: float) -> Answer:
    """The digest of the skill that `asked` names, or nothing; at the end of a session always nothing."""
    if asked.event == payload.ENDING_EVENT:
        session_ended(asked)
        return Answer()
    session = ledger.Ledger(asked.session_id)
    session.claim(ledger.used(asked.skill))
    world = layers.global_layer()
    keeper.cwd = asked.cwd
    keeper.freshen(world, now)
    settings = world.config()
    found = find(asked) if settings.get("digests", "on") != "off" else None
    if found is None:
        return Answer()
    policy = str(settings.get("project_patterns", "ask"))
    if found.root and not trusted.allows(found.root, found.key, found.data, policy):
        return Answer("", _waits(asked.skill, session) if policy != "never" else "", asked.event)
    return _shown(asked, found, session)


def _shown(asked: payload.Payload, found: Found, session: ledger.Ledger) -> Answer:
    text, count = selected(asked.skill, found.data)
    if not count or not session.claim(f"{ledger.SHOWN}digest-{asked.skill}"):
        return Answer()
    _log(asked, found, count, len(text))
    name = one_line(asked.skill, 80)
    lines = "1 line" if count == 1 else f"{count} lines"
    return Answer(text, f"experience-layer: digest of {name}: {lines}", asked.event)


def _waits(skill: str, session: ledger.Ledger) -> str:
    """Told to the user, never to the model, once per session."""
    if not session.folder or not session.claim(f"digest-told-{skill}"):
        return ""
    name = one_line(skill, 60)
    return f"experience-layer: the digest of {name} came with this repository and waits: {render.EXP} trust"


def _log(asked: payload.Payload, found: Found, count: int, size: int) -> None:
    fields = {
        "ts": clock.stamp(clock.now()),
        "session_id": asked.session_id,
        "skill": asked.skill,
        "event": asked.event,
        "origin": "project" if found.root else "user",
        "lines": count,
        "context_size_out": size,
    }
    try:
        record.append(LOG_DIGESTS, fields)
    except OSError as error:  # a full disk is no reason to withhold a digest
        record.error("log", error)


def find(asked: payload.Payload) -> Found | None:
    """The digest of the skill that the client means by this name: the user's own before the project's."""
    name = asked.skill
    if not name or name[0] == "." or "/" in name or os.sep in name or "\0" in name:
        return None
    own = os.path.join(places.config_dir(), "skills", name)
    if asked.skill_source not in _FROM_PROJECT and os.path.isfile(os.path.join(own, PAGE)):
        data = _read(os.path.join(own, FILE))
        return Found(data) if data else None
    root = places.project_root(asked.cwd) if asked.cwd else None
    folder = _in_project(asked.cwd, root, name) if root else ""
    data = _read(os.path.join(folder, FILE)) if folder else b""
    if not root or not data:
        return None
    real_root, real = os.path.realpath(root), os.path.realpath(os.path.join(folder, FILE))
    return (
        Found(data, root, os.path.relpath(real, real_root)) if real.startswith(real_root + os.sep) else None
    )


def _in_project(cwd: str, root: str, name: str) -> str:
    """The nearest `.claude/skills/<name>` from `cwd` up to the root; "" for none."""
    folder = os.path.normpath(cwd)
    while True:
        skill = os.path.join(folder, ".claude", "skills", name)
        if os.path.isfile(os.path.join(skill, PAGE)):
            return skill
        if folder in (root, os.path.dirname(folder)):
            return ""
        folder = os.path.dirname(folder)


def _read(path: str) -> bytes:
    """At most MAX_BYTES of a regular file that is no link; b"" for anything else."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        if not os.path.isfile(path):
            return b""
        descriptor = os.open(path, flags | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return b""
    try:
        return os.read(descriptor, MAX_BYTES)
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def session_ended(asked: payload.Payload) -> None:
    """Start the worker that harvests the session, if the user judged it, and compacts what is due. Not
    where there is neither a transcript nor a skill that ever had an event."""
    had_events = os.path.isdir(os.path.join(places.state_dir(), "digest"))
    if not had_events and not os.path.isfile(asked.transcript_path):
        return
    lib = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    detach.run_verb(
        os.path.join(lib, "exp.py"), "harvest", "--detached", "--session-end",
        f"--session={asked.session_id}", cwd=asked.cwd,
    )  # fmt: skip
