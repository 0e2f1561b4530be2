"""Find a skill's folder, in any root, nested folders included; by name, by `group/name` or by path."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from experience.digest.wording import same_name
from experience.errors import ExperienceError, UsageError
from experience.hotpath import places
from experience.patterns.similarity import did_you_mean

PAGE = "SKILL.md"
#: Folders below a root that are entered.
MAX_DEPTH = 6
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv"})
#: Choices that an error lists.
MAX_SHOWN = 20


@dataclass(frozen=True)
class SkillFolder:
    """A folder with a SKILL.md. `project`: the root of the project it lies in, "" for the user's own."""

    path: Path
    project: str = ""

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def log(self) -> Path:
        return self.path / "experience" / "patterns.jsonl"

    @property
    def archive(self) -> Path:
        return self.path / "experience" / "archive"

    @property
    def digest(self) -> Path:
        return self.path / "experience.md"

    def refuse_links(self) -> None:
        """A link could make us write to SKILL.md, or out of the project. Raises ExperienceError."""
        for path in (self.digest, self.log.parent, self.log, self.archive):
            if path.is_symlink():
                raise ExperienceError(f"{path}: is a link; replace it by the file or folder it points to")


def roots(cwd: str) -> list[tuple[Path, str]]:
    """(folder of skills, project root or ""): the user's, the project's, its `skills` folders."""
    found = [(Path(places.config_dir()) / "skills", "")]
    project = places.project_root(cwd)
    if project:
        here = Path(project)
        inside = [here / ".claude" / "skills", here / "skills", *sorted(here.glob("[!.]*/skills"))]
        found += [(folder, project) for folder in inside]
    return [(folder, root) for folder, root in found if folder.is_dir()]


def everywhere(cwd: str, root: str = "") -> list[SkillFolder]:
    """Every skill of the roots, or of the one named, each once, by path."""
    chosen = [(Path(root), _project_of(Path(root)))] if root else roots(cwd)
    seen: dict[str, SkillFolder] = {}
    for folder, project in chosen:
        for path in _walk(folder, project):
            seen.setdefault(os.path.realpath(path), SkillFolder(path, project))
    return list(seen.values())


def _project_of(path: Path) -> str:
    """The project that `path` lies in; "" for the user's own skills and for what lies in no repository."""
    real = os.path.realpath(path)
    own = os.path.realpath(Path(places.config_dir()) / "skills")
    if real == own or real.startswith(own + os.sep):
        return ""
    root = places.project_root(real)
    return root if root and os.path.lexists(Path(root) / ".git") else ""


def _walk(folder: Path, project: str, depth: int = 0, met: frozenset[str] = frozenset()) -> Iterator[Path]:
    """Skills below `folder`. Links are followed, but in a project none that leaves it, and no circle."""
    real = os.path.realpath(folder)
    outside = project and not real.startswith(os.path.realpath(project).rstrip(os.sep) + os.sep)
    if depth > MAX_DEPTH or real in met or outside:
        return
    if depth and (folder / PAGE).is_file():
        yield folder
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_dir())
    except OSError:
        return
    for name in names:
        if name[0] != "." and name not in _SKIPPED:
            yield from _walk(folder / name, project, depth + 1, met | {real})


def at(path: Path) -> SkillFolder:
    """The skill in the folder `path`. Raises UsageError where there is none."""
    folder = path.parent if path.name == PAGE else path
    folder = Path.cwd() / folder.expanduser()
    folder = Path(os.path.normpath(folder))
    if not (folder / PAGE).is_file():
        raise UsageError(f"{folder}: no skill here (no {PAGE}); name a skill, or its folder")
    return SkillFolder(folder, _project_of(folder))


def find(wanted: str, *, cwd: str = "", root: str = "") -> SkillFolder:
    """The one skill of this name or path. Raises UsageError that lists the choices for none or several."""
    if wanted.startswith((os.sep, "~", ".")) or (os.sep in wanted and (Path(wanted) / PAGE).is_file()):
        return at(Path(wanted).expanduser())
    known = everywhere(cwd or str(Path.cwd()), root)
    found = [skill for skill in known if _is_named(skill, wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            f"{wanted!r} names {len(found)} skills; give the path of one: {_listed(s.path for s in found)}"
        )
    near = did_you_mean(wanted, {skill.name for skill in known})
    raise UsageError(
        f"no skill {wanted!r}{near}; known are: {_listed(sorted({s.name for s in known})) or 'none'}"
    )


def _is_named(skill: SkillFolder, wanted: str) -> bool:
    parts = tuple(part for part in wanted.strip("/").split("/") if part)
    ending = skill.path.parts[-len(parts) :]
    return bool(parts) and len(ending) == len(parts) and all(map(same_name, ending, parts))


def _listed(choices: Iterable[object]) -> str:
    names = [str(choice) for choice in choices]
    return ", ".join(names[:MAX_SHOWN]) + (
        f" and {len(names) - MAX_SHOWN} more" if len(names) > MAX_SHOWN else ""
    )
