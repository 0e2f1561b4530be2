"""Which memory is meant, and what lies around it: an agent's workspace, or the client's own auto memory.

Names of the mission are relative to the workspace. For the client's memory, and for a file that is
neither, backups and logs go to `EXPERIENCE_HOME/memory/<slug>/`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from experience.errors import ExperienceError, UsageError
from experience.files.read import Unreadable, read_regular
from experience.files.tree import real
from experience.hotpath import places
from experience.memory import limits
from experience.memory.check import Beside, mentions

NAME = "MEMORY.md"
#: Read beside a workspace's memory, never written. keep.md is looked for in both folders.
OTHERS = ("USER.md", "SOUL.md", "keep.md")
WORKSPACE, AUTO = "workspace", "auto"
#: [a](b.md), [[b]] and b/c.md, as a memory names its topic files.
_LINK = re.compile(r"""\]\([ <]*([^)>\n#"']+)|(\[\[[^\]|#\n]+)|(?<![\w./~%-])([\w./~%-]+\.md)\b""")


@dataclass(frozen=True)
class Memory:
    """`path`: the one file that may change. `base`: holds `backup/` and `log/`. `others`: name -> file that
    a duplicate may quote. `kind`: WORKSPACE or AUTO, whose loaded part is limited."""

    path: Path
    base: Path
    kind: str
    others: dict[str, Path]

    @property
    def backups(self) -> Path:
        return self.base / "backup"

    @property
    def log(self) -> Path:
        """Append-only: what was taken out, to the letter."""
        return self.base / "log" / "memory-clean.log"

    @property
    def cron_log(self) -> Path:
        return self.base / "log" / "compact_memory_auto_cron.log"

    @property
    def key(self) -> str:
        """Names its files in our state folder."""
        return slug(str(real(self.path)))[-120:]


def slug(path: str) -> str:
    """As the client names the folder of a project: each sign that is no letter or digit is a dash."""
    return re.sub(r"[^A-Za-z0-9]", "-", path)


def at(path: Path) -> Memory:
    """The memory at `path`: a file, a folder with one in it, or a workspace. Raises ExperienceError."""
    path = real(path.expanduser())
    if path.is_dir():
        inside = [folder / NAME for folder in (path, path / "memory") if (folder / NAME).is_file()]
        if not inside:
            raise ExperienceError(f"{path}: holds no {NAME} and no memory/{NAME}; name the file")
        path = inside[0]
    if not path.is_file():
        raise ExperienceError(f"{path}: no such file; name a {NAME} or the folder that holds it")
    if path.parent.name == "memory" and not _is_clients(path):
        root = path.parent.parent
        return Memory(path, root, WORKSPACE, _beside_workspace(root))
    home = Path(places.home()) / "memory" / slug(str(path.parent)).strip("-")[-120:]
    return Memory(path, home, AUTO, _beside_auto(path))


def default(cwd: Path) -> Memory:
    """Of the project of `cwd` the client's memory, else `memory/MEMORY.md` in `cwd`."""
    for path in [*clients_of(cwd), cwd / "memory" / NAME]:
        if path.is_file():
            return at(path)
    told = " or ".join(map(str, [*clients_of(cwd), cwd / "memory" / NAME]))
    raise UsageError(f"no memory found: neither {told}; name the {NAME} that is meant")


def clients_of(cwd: Path) -> list[Path]:
    """Where the client keeps the memory of this folder's project: its own setting, else by the path of the
    project's root, else of the folder."""
    named = _setting()
    if named:
        return [named.expanduser() / NAME]
    roots = dict.fromkeys([places.project_root(str(cwd)) or str(cwd), str(cwd)])
    return [_projects() / slug(root) / "memory" / NAME for root in roots]


def _projects() -> Path:
    return Path(places.config_dir()) / "projects"


def _setting() -> Path | None:
    """`autoMemoryDirectory` of the user's settings."""
    try:
        found = json.loads(read_regular(Path(places.config_dir()) / "settings.json", limits.MAX_OTHER_BYTES))
        value = found.get("autoMemoryDirectory", "") if isinstance(found, dict) else ""
    except (Unreadable, ValueError):
        return None
    return Path(value) if isinstance(value, str) and value else None


def _is_clients(path: Path) -> bool:
    named = _setting()
    projects = real(_projects())
    return projects in path.parents or (named is not None and real(named.expanduser()) == path.parent)


def _beside_workspace(root: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for name in OTHERS:
        for folder in (root, root / "memory"):
            if (folder / name).is_file():
                found.setdefault(name, folder / name)
    return found


def _beside_auto(path: Path) -> dict[str, Path]:
    """Its topic files, and the user's own instructions."""
    topics = {one.name: one for one in sorted(path.parent.glob("*.md")) if one.name != path.name}
    instructions = Path(places.config_dir()) / "CLAUDE.md"
    return {**topics, **({"CLAUDE.md": instructions} if instructions.is_file() else {})}


def contents(memory: Memory) -> bytes:
    """The bytes of the memory. Raises ExperienceError."""
    try:
        return read_regular(memory.path, limits.MAX_MEMORY_BYTES)
    except Unreadable as error:
        raise ExperienceError(f"{memory.path}: {error}") from error


def text(memory: Memory, data: bytes) -> str:
    """Raises ExperienceError where a byte is no UTF-8: what cannot be read whole is not rewritten."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ExperienceError(
            f"{memory.path}:{line}: not UTF-8; mend it, then it can be condensed"
        ) from error


def other_bytes(memory: Memory) -> dict[str, bytes]:
    """Name -> content of the files beside it; those that cannot be read are left out."""
    found = {}
    for name, path in memory.others.items():
        try:
            found[name] = read_regular(path, limits.MAX_OTHER_BYTES)
        except Unreadable:
            continue
    return found


def beside(memory: Memory, current: str, max_removed: float) -> Beside:
    """What the change-set is checked against."""
    others = {name: _plain(data) for name, data in other_bytes(memory).items()}
    folder = [one.name for one in memory.path.parent.glob("*.md") if one.name != memory.path.name]
    topics = {name for name in folder if mentions(current, name)} | set(_links(memory, current))
    return Beside(others, frozenset(topics), max_removed)


def _links(memory: Memory, current: str) -> Iterator[str]:
    """What the text writes for files that are there: below its folder, or from the folder above."""
    folder = memory.path.parent
    for word in {next(filter(None, found.groups())).strip() for found in _LINK.finditer(current)}:
        name = f"{word[2:]}.md" if word.startswith("[[") else unquote(word)
        try:
            there = any((root / Path(name).expanduser()).is_file() for root in (folder, folder.parent))
        except (OSError, ValueError, RuntimeError):  # too long for a name, a zero byte, ~ of nobody
            continue
        if there:
            yield word


def _plain(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
