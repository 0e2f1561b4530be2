"""The copies of commands/exp-*.md in the client's commands folder: planned, then written.

A file that the user edited stays; the new version is put beside it as NAME.md.new, which the client
does not load. A command we no longer ship goes if it is as we left it (cases I05, I06).
"""

from __future__ import annotations

import hashlib
import shlex
from dataclasses import dataclass
from pathlib import Path

from experience.files.tree import explained, make_folder, remove_file
from experience.files.write import write_atomic
from experience.installation.layout import Layout
from experience.installation.manifest import Manifest, digest

#: How the commands of the repository call us; right wherever the configuration is ~/.claude.
SPELLING = "~/.claude/skills/experience-layer/lib/exp.py"


@dataclass(frozen=True)
class Action:
    """`kind`: current, new, updated, edited (new version beside), removed, kept (withdrawn, edited)."""

    kind: str
    path: Path
    data: bytes = b""


def called(layout: Layout) -> str:
    """exp.py as a shell word, for this configuration."""
    return SPELLING if layout.has_default_config else shlex.quote(str(layout.skill / "lib" / "exp.py"))


def shipped(layout: Layout) -> dict[str, bytes]:
    """File name -> bytes, rewritten where the configuration lies elsewhere (case S20)."""
    found = {}
    for source in sorted((layout.root / "commands").glob("exp-*.md")):
        with explained(source):
            text = source.read_bytes()
        found[source.name] = text.replace(SPELLING.encode(), called(layout).encode())
    return found


def planned(layout: Layout, manifest: Manifest) -> list[Action]:
    files = shipped(layout)
    actions = [_action(layout, manifest, name, data) for name, data in files.items()]
    for text in manifest.files:
        path = Path(text)
        if path.parent == layout.commands and path.name.removesuffix(".new") not in files:
            actions.append(Action("removed" if manifest.wrote(path) else "kept", path))
    return actions


def _action(layout: Layout, manifest: Manifest, name: str, data: bytes) -> Action:
    path = layout.commands / name
    source = layout.root / "commands" / name
    if path.exists() and path.samefile(source):  # a link of the user's into the checkout
        return Action("linked", path)
    present = digest(path)
    if present == hashlib.sha256(data).hexdigest():
        return Action("current", path, data)
    if present is None and not path.exists():
        return Action("new", path, data)
    return Action("updated" if manifest.wrote(path) else "edited", path, data)


def beside(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def carry_out(actions: list[Action], layout: Layout, manifest: Manifest) -> None:
    if actions and not layout.commands.is_dir():
        make_folder(layout.commands)
        manifest.folders.append(str(layout.commands))
    for action in actions:
        if action.kind in ("removed", "kept"):
            _forget(action, manifest)
        elif action.kind == "edited":
            _write(beside(action.path), action.data, manifest)
        elif action.kind != "linked":
            _write(action.path, action.data, manifest)
            if manifest.wrote(beside(action.path)):
                _forget(Action("removed", beside(action.path)), manifest)


def _forget(action: Action, manifest: Manifest) -> None:
    if action.kind == "removed":
        remove_file(action.path)
    manifest.files.pop(str(action.path), None)


def _write(path: Path, data: bytes, manifest: Manifest) -> None:
    wanted = hashlib.sha256(data).hexdigest()
    if digest(path) != wanted:
        write_atomic(path, data, mode=0o600)
    manifest.files[str(path)] = wanted


def missing(actions: list[Action]) -> list[Path]:
    """What should be there and is not: the check after the writing (case I09)."""
    wanted = [action for action in actions if action.kind in ("current", "new", "updated")]
    return [action.path for action in wanted if digest(action.path) != _sha(action.data)]


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
