"""Birth and retirement of patterns: ids that are never reused, archive, restore."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from experience.hotpath import places, scan
from experience.patterns import own_edit
from experience.patterns.candidates import taken_ids
from experience.patterns.own_edit import Changed

ARCHIVED, PENDING = "archived", "pending"
#: Characters of a slug; an id stands in lines of 80.
MAX_SLUG = 48
#: Bytes of a file in which its id is looked for.
HEAD = 4096
_ID_LINE = re.compile(rb"^id:[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)


def slugged(text: str) -> str:
    """`text` as the last part of an id: ASCII letters, digits and single hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    whole = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if len(whole) > MAX_SLUG:
        whole = whole[: MAX_SLUG + 1].rpartition("-")[0] or whole[:MAX_SLUG]
    return whole or "lesson"


def new_id(domain: str, slug: str, day: str, *, taken: Iterable[str] = ()) -> str:
    """`<domain>-<day>-<slug>`, numbered where that was an id before: in a corpus, archived or not, among
    the candidates, or in any log. `day`: YYYY-MM-DD; `taken`: ids that are known to be given."""
    base = f"{domain}-{day}-{slugged(slug)}"
    used = {*taken, *taken_ids(), *ids_in_use()}
    number, identity = 1, base
    while identity in used or is_in_logs(identity):
        number += 1
        identity = f"{base}-{number}"
    return identity


def ids_in_use() -> set[str]:
    """Ids in the user's own corpus and in the project's, by file name and by what the file says."""
    found: set[str] = set()
    for entry in [*scan.files(places.global_corpus(), "global"), *_of_project()]:
        found.add(Path(entry.path).stem)
        found.update(_id_of(entry.path))
    return found


def _of_project() -> list[scan.Entry]:
    root = places.project_root(str(Path.cwd()))
    corpus = places.project_corpus(root) if root else None
    return scan.files(corpus, "project") if corpus else []


def _id_of(path: str) -> list[str]:
    try:
        with Path(path).open("rb") as file:
            found = _ID_LINE.search(file.read(HEAD).replace(b"\r\n", b"\n"))
    except OSError:
        return []
    return [found[1].decode("utf-8", "replace")] if found else []


def is_in_logs(identity: str) -> bool:
    """Whether a log or an archive of one names the id."""
    wanted = f'"{identity}"'.encode()
    folder = Path(places.logs_dir())
    logs = [*folder.glob("*.jsonl"), *(folder / "archive").glob("*.jsonl")]
    return any(_holds(path, wanted) for path in logs)


def _holds(path: Path, wanted: bytes) -> bool:
    """Whether `wanted` is in the file, read piece by piece."""
    kept = b""
    try:
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                if wanted in kept + piece:
                    return True
                kept = piece[-len(wanted) :]
    except OSError:
        return False
    return False


def archive(path: Path) -> Changed:
    """Never inject it again; the file stays where it is, and so does its id."""
    return own_edit.set_fields(path, lambda _: {"review_status": ARCHIVED})


def restore(path: Path, status: str = PENDING) -> Changed:
    """Use it again, as `status`."""
    return own_edit.set_fields(path, lambda _: {"review_status": status})
