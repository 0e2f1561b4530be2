"""Uninstall: what the manifest says is ours goes, what the user made of it stays (cases I01, I04)."""

from __future__ import annotations

import shutil
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.tree import make_folder, real, remove_file, remove_if_empty, remove_tree
from experience.files.write import write_atomic
from experience.installation import manifest, registration, settings_file, slash_commands
from experience.installation.layout import Layout, short
from experience.installation.manifest import Manifest
from experience.installation.registration import Made
from experience.runners import crontab

#: Marks of entries in the crontab that our verbs may have made (`exp.py harvest schedule`, ...).
SCHEDULED = ("experience-layer harvest", "experience-layer memory")

#: What the marker says to whoever finds it.
MARKER = b"experience-layer was uninstalled; install.sh removes this file\n"


def _withdrawn(layout: Layout, made: Made) -> settings_file.Edit:
    def edit(text: str | None) -> str | None:
        if text is None or not registration.ours(text, layout.hook):
            return text
        left = registration.withdrawn(text, layout.hook, made)
        return None if made.created and registration.is_empty(left) else left

    return edit


def plan(layout: Layout) -> list[tuple[str, str]]:
    """What `remove` does, told as done; empty when nothing of ours is there. Raises like `remove`."""
    known = manifest.load(layout.state)
    lines: list[tuple[str, str]] = []
    old, new = settings_file.planned(layout.settings, _withdrawn(layout, _made(layout, known)))
    if old != new:
        lines.append(("hook", f"entry taken out of {short(layout.settings)}"))
    gone, kept = _files(layout, known)
    if gone:
        lines.append(("commands", f"{', '.join(path.name for path in gone)} removed"))
    lines += [("commands", f"{short(path)} kept: edited by you") for path in kept]
    if _our_link(layout, known):
        lines.append(("skill", f"link {short(layout.skill)} removed"))
    lines += [("crontab", f"entry {marker} taken out") for marker in _scheduled()]
    for folder in (layout.venv, layout.state):
        if folder.is_dir() or folder.is_symlink():
            lines.append((folder.name, f"{short(folder)} removed"))
    return lines


def _scheduled() -> list[str]:
    """Marks of our entries in the user's crontab; none where it cannot be read."""
    if not shutil.which(crontab.PROGRAM):
        return []
    try:
        return [marker for marker in SCHEDULED if crontab.shown(marker)]
    except ExperienceError:
        return []


def remove(layout: Layout) -> list[tuple[str, str]]:
    """Take out all that `plan` names; the settings first, so that no hook fires into nothing."""
    lines = plan(layout)
    known = manifest.load(layout.state)
    edit = _withdrawn(layout, _made(layout, known))
    settings_file.change(layout.settings, edit, layout.home / "backups", pristine=False)
    for marker in _scheduled():  # a nightly run would outlive what it runs
        crontab.removed(marker)
    gone, _ = _files(layout, known)
    for path in gone:
        remove_file(path)
    link = _our_link(layout, known)
    if link:
        remove_file(link)
    for folder in reversed(known.folders):
        remove_if_empty(Path(folder))
    remove_tree(layout.venv)
    remove_tree(layout.state)
    return lines


def leave_marker(layout: Layout) -> bool:
    """Silence a checkout that stays in the skills folder, where the client loads it as a plugin."""
    if not layout.skill.exists() and not layout.home.is_dir():
        return False
    make_folder(layout.home)
    write_atomic(layout.uninstalled, MARKER)
    return True


def left_behind(layout: Layout) -> list[Path]:
    """What should be gone and is not: the check after the removal (case I09)."""
    data = settings_file.read(layout.settings)
    text = settings_file.text_of(layout.settings, data)
    still = [layout.settings] if text is not None and registration.ours(text, layout.hook) else []
    return still + [folder for folder in (layout.venv, layout.state) if folder.exists()]


def _made(layout: Layout, known: Manifest) -> Made:
    return known.settings.get(str(layout.settings), Made())


def _files(layout: Layout, known: Manifest) -> tuple[list[Path], list[Path]]:
    """Files as we wrote them, and files that are there but were edited. Where the manifest is lost, commands
    that are what this checkout ships are ours all the same, and others of those names may have been."""
    if not known.files:
        found = slash_commands.planned(layout, known)
        same = [action.path for action in found if action.kind == "current"]
        doubtful = [action.path for action in found if action.kind == "edited"]
        return same, doubtful if layout.state.is_dir() else []
    paths = [Path(text) for text in known.files]
    gone = [path for path in paths if known.wrote(path) and path.exists()]
    return gone, [path for path in paths if path.exists() and not known.wrote(path)]


def _our_link(layout: Layout, known: Manifest) -> Path | None:
    for link in (Path(known.link) if known.link else layout.skill, layout.skill):
        if link.is_symlink() and (known.link == str(link) or real(link) == layout.root):
            return link
    return None
