"""What the hook leaves behind: one line per evaluated prompt, one per error. Never a prompt's text."""

from __future__ import annotations

import os
import time

from experience.hotpath import clock, jsonlite, places
from experience.hotpath.gate import BELOW
from experience.vocabulary import LOG_ERRORS, LOG_INJECTIONS, MAX_LOG_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from experience.hotpath.candidate import Candidate
    from experience.hotpath.payload import Payload
    from experience.hotpath.render import Rendered

#: Seconds after which a line that another process is writing has grown, on a busy machine too.
GROWING_SECONDS = 0.05
#: errno.ENOSPC of every system; errno itself is no module that the hook loads.
NO_ROOM = 28


def append(name: str, fields: dict[str, Any]) -> None:
    """One JSON line at the end of a log, by one write. OSError where the log cannot be written.

    A last line without its end (a crash, half a character: case L02) does not swallow ours. A
    writer needs no lock: whoever holds the log open while it is rotated writes into what it was.
    """
    path = os.path.join(places.logs_dir(), name)
    descriptor = _opened(path)
    try:
        end = os.lseek(descriptor, 0, os.SEEK_END)
        line = f"{chr(10) * _is_torn(descriptor, end)}{jsonlite.dumps(fields)}\n".encode()
        if os.write(descriptor, line) != len(line):  # the rest of a line would be another writer's neighbour
            raise OSError(NO_ROOM, "No space left on device", path)
    finally:
        os.close(descriptor)
    if end > MAX_LOG_BYTES:
        rotate(path)


def _is_torn(descriptor: int, end: int) -> bool:
    """Whether a log of `end` bytes ends within a line. One that grows meanwhile does not: a long
    line of another writer becomes visible page by page (case L03)."""
    if end == 0 or os.pread(descriptor, 1, end - 1) == b"\n":
        return False
    for _ in range(10):
        time.sleep(GROWING_SECONDS / 10)
        if os.lseek(descriptor, 0, os.SEEK_END) != end:
            return False
    return True


def _opened(path: str) -> int:
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        return os.open(path, flags, 0o600)


def rotate(path: str) -> None:
    """Put a large log aside as `archive/<name>-<time>-<random>.jsonl`; the next line starts a new one.

    Under the log's lock, and only if it is still large then, so that of many writers one does it.
    Archives are never written or removed by us.
    """
    try:
        import fcntl
    except ImportError:  # Windows: a log that grows is better than one that is lost
        return
    folder, name = os.path.split(path)
    try:
        lock = os.open(f"{folder}/.{name}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # the line itself was written
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.stat(path).st_size > MAX_LOG_BYTES:
            os.makedirs(f"{folder}/archive", mode=0o700, exist_ok=True)
            stamp = clock.stamp(clock.now()).replace(":", "")
            os.rename(
                path, f"{folder}/archive/{name.removesuffix('.jsonl')}-{stamp}-{os.urandom(4).hex()}.jsonl"
            )
    except OSError:  # another is at it, or this file system cannot lock: next time
        return
    finally:
        os.close(lock)


def error_log() -> str:
    return os.path.join(places.logs_dir(), LOG_ERRORS)


def error(where: str, cause: BaseException) -> None:
    """Note the kind and place of an error. Its message only where it cannot quote a prompt."""
    frame = cause.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = f"{os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}" if frame else ""
    detail = f"{cause.strerror}: {cause.filename}" if isinstance(cause, OSError) else ""
    note(where, type(cause).__name__, place, detail)


def note(where: str, kind: str, place: str = "", detail: str = "") -> None:
    """A line of errors.jsonl. A log that cannot be written is no reason to fail a prompt."""
    fields = {"ts": clock.stamp(clock.now()), "where": where, "error": kind, "at": place, "detail": detail}
    try:
        append(LOG_ERRORS, fields)
    except OSError:
        return


def salt() -> bytes:
    """This machine's salt for prompt hashes; made on first use. Where none can be kept, one for once."""
    path = os.path.join(places.state_dir(), "salt")
    made = os.urandom(16).hex().encode("ascii")
    try:
        return _salt_in(path) or _kept(path, made)
    except OSError:
        return made


def _salt_in(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(32)
    except FileNotFoundError:
        return b""


def _kept(path: str, made: bytes) -> bytes:
    """Of several hooks that meet no salt, or one that a full disk left empty, one wins; none sees
    half of it."""
    os.makedirs(places.state_dir(), mode=0o700, exist_ok=True)
    fresh = f"{path}.{made[:8].decode()}"
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        written = os.write(descriptor, made)
        if written == len(made):
            _put(fresh, path)
    finally:
        os.close(descriptor)
        os.unlink(fresh)
    return _salt_in(path) or made


def _put(fresh: str, path: str) -> None:
    try:
        if os.stat(path).st_size == 0:
            os.unlink(path)
    except FileNotFoundError:
        pass
    try:
        os.link(fresh, path)
    except FileExistsError:  # a twin was faster
        return


def prompt_hash(prompt: str) -> str:
    """16 hex digits; equal prompts on this machine have equal hashes, and no list of prompts tells which."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    digest: str = blake2b(prompt.encode("utf-8", "replace"), digest_size=8, key=salt()).hexdigest()
    return digest


def injection(
    payload: Payload,
    hashed: str,
    rendered: Rendered,
    candidates: list[Candidate],
    started: float,
    finished: float,
) -> str:
    """Append the line of one evaluated prompt, whose hash is `hashed`. Returns its injection_id."""
    injection_id = os.urandom(6).hex()
    held_back = [c for c in candidates if c.why_not and c.why_not != BELOW]
    fields = {
        "ts": clock.stamp(clock.now()),
        "injection_id": injection_id,
        "session_id": payload.session_id,
        "prompt_hash": hashed,
        "patterns_injected": [candidate.record["id"] for candidate in rendered.shown],
        "scores": {c.record["id"]: round(c.match, 3) for c in [*rendered.shown, *held_back]},
        "suppressed": {c.record["id"]: c.why_not for c in held_back},
        "context_size_in": len(payload.prompt),
        "context_size_out": len(rendered.model),
        "ms": round((finished - started) * 1000, 1),
    }
    append(LOG_INJECTIONS, fields)
    return injection_id
