"""The checkout in the client's skills folder: itself, or a link to it wherever it lies."""

from __future__ import annotations

from experience.errors import ExperienceError
from experience.files.tree import make_folder, point_link, real
from experience.installation.layout import Layout, short
from experience.installation.manifest import Manifest


def planned(layout: Layout, manifest: Manifest) -> str:
    """`in place`, `link` or `relink`. Raises when something that is not ours is in the way."""
    skill = layout.skill
    if skill.exists() and skill.samefile(layout.root):
        return "in place"
    if not skill.exists() and not skill.is_symlink():
        return "link"
    if skill.is_symlink() and (manifest.link == str(skill) or not skill.exists()):
        return "relink"
    what = f"a link to {real(skill)}" if skill.is_symlink() else "another folder"
    raise ExperienceError(
        f"{skill}: {what} is in the way. Run the install.sh in there, or move it away, then run this again"
    )


def carry_out(action: str, layout: Layout, manifest: Manifest) -> None:
    if action == "in place":
        return
    if not layout.skill.parent.is_dir():
        make_folder(layout.skill.parent)
        manifest.folders.append(str(layout.skill.parent))
    point_link(layout.skill, layout.root)
    manifest.link = str(layout.skill)
    if not layout.skill.samefile(layout.root):
        raise ExperienceError(f"{layout.skill}: the link does not lead to {layout.root}")


def told(action: str, layout: Layout) -> str:
    """One line about it; "" where there is nothing to tell."""
    return "" if action == "in place" else f"{short(layout.skill)} -> {short(layout.root)}"
