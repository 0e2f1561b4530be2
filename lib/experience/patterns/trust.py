"""The user's decisions about a repository's patterns: reading, allowing, taking back.

By path and content, outside the repository, which therefore cannot vote on its own trust.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from experience.errors import ExperienceError
from experience.files.lock import locked
from experience.files.read import Unreadable, read_regular
from experience.files.write import make_private_dir, write_atomic
from experience.hotpath import scan, trusted
from experience.vocabulary import MAX_PATTERN_BYTES

ALL = "all"


class Waiting(NamedTuple):
    """One file that is not allowed as it is. `edited`: an earlier content of it was."""

    path: Path
    key: str
    data: bytes
    edited: bool


#: Counters that change as a pattern is used, with a value that can say nothing else.
_COUNTER = re.compile(
    rb"^(hits|false_positives|last_save_at|last_seen|review_status):[ \t]+"
    rb"([\"']?)(?:\d{1,9}|null|~|\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?|pending|validated|archived)\2"
    rb"(?=[ \t]*\r?$|[ \t]+#)",
    re.MULTILINE,
)
_FRONTMATTER = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n.*?^---[ \t]*\r?$", re.MULTILINE | re.DOTALL)


def digest(data: bytes) -> str:
    """SHA-256 of a pattern's file without the values of its counters: those that a colleague's save brings
    along are no news to decide on. Lines stay where they are, so nothing else can move."""
    head = _FRONTMATTER.match(data)
    if head is None:
        return hashlib.sha256(data).hexdigest()
    return hashlib.sha256(_COUNTER.sub(rb"\1:", head[0]) + data[head.end() :]).hexdigest()


def is_allowed(data: bytes, sha: object) -> bool:
    """Whether `sha` allows this content: that of `digest`, or of the whole file as sha256sum says it."""
    return sha in (digest(data), hashlib.sha256(data).hexdigest())


def decisions() -> dict[str, Any]:
    """All decisions. Raises ExperienceError for a file that cannot be read: it would be overwritten."""
    path = Path(trusted.path())
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise ExperienceError(f"{path}: cannot be read ({error}); mend it or move it away") from error
    if not isinstance(found, dict):
        raise ExperienceError(f"{path}: not a JSON object; mend it or move it away")
    return found


def waiting(root: str, corpus: str) -> tuple[list[Waiting], list[tuple[Path, str]]]:
    """(files to be decided on, files that cannot be read and why), by name; at most MOST_COUNTED each."""
    known = decisions().get(os.path.realpath(root), {})
    if known == ALL:
        return [], []
    found: list[Waiting] = []
    unreadable: list[tuple[Path, str]] = []
    for entry in scan.files(corpus, "project"):
        if max(len(found), len(unreadable)) == trusted.MOST_COUNTED:
            break
        key = trusted.FOLDER + entry.rel
        try:
            data = read_regular(entry.path, MAX_PATTERN_BYTES)
        except Unreadable as error:
            unreadable.append((Path(entry.path), str(error)))
            continue
        if not is_allowed(data, known.get(key)):
            found.append(Waiting(Path(entry.path), key, data, edited=key in known))
    return found, unreadable


def _change(root: str, decide: Any) -> None:
    path = Path(trusted.path())
    make_private_dir(path.parent)
    with locked(path) as alone:
        if not alone:
            raise ExperienceError(f"{path}: another process is changing it; try again")
        known = decisions()
        real = os.path.realpath(root)
        after = decide(known.get(real))
        known.pop(real, None)
        if after:
            known[real] = after
        write_atomic(path, (json.dumps(known, indent=2) + "\n").encode())


def allow(root: str, files: list[Waiting]) -> None:
    """Allow exactly these contents; what was allowed before stays."""

    def decide(before: object) -> object:
        kept = before if isinstance(before, dict) else {}
        return ALL if before == ALL else {**kept, **{file.key: digest(file.data) for file in files}}

    _change(root, decide)


def allow_project(root: str) -> None:
    """Allow everything that is in this project's corpus, and will be."""
    _change(root, lambda _before: ALL)


def carry_over(root: str, key: str, before: bytes, after: bytes) -> None:
    """What our own commands write is allowed as it is written, where what was there before was."""
    if not is_allowed(before, _named(decisions().get(os.path.realpath(root)), key)):
        return

    def decide(known: object) -> object:
        fresh = {**known, key: digest(after)} if isinstance(known, dict) else known
        return fresh if is_allowed(before, _named(known, key)) else known

    _change(root, decide)


def _named(decision: object, key: str) -> object:
    """The content that is allowed of one file; None where the decision names none."""
    return decision.get(key) if isinstance(decision, dict) else None


def revoke(root: str) -> None:
    _change(root, lambda _before: None)
