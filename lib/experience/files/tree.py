"""Folders, links and removal: what install and uninstall do beside writing files."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.write import make_private_dir


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """An OSError becomes the sentence a person reads."""
    try:
        yield
    except OSError as error:
        raise ExperienceError(f"{path}: {error.strerror or error}") from error


def real(path: Path) -> Path:
    """Links followed as far as they lead; a loop of links is left, where Path.resolve raises."""
    return Path(os.path.realpath(path))


def make_folder(folder: Path, *, private: bool = False) -> Path:
    """Create a folder with mode 0700; `private` takes the rights of others from one that exists."""
    with explained(folder):
        make_private_dir(folder)
        mode = stat.S_IMODE(folder.stat().st_mode)
        if private and mode & 0o077:
            folder.chmod(mode & 0o700)
    return folder


def remove_file(path: Path) -> bool:
    """Remove a file or a link (never what it points to). False when there was none."""
    with explained(path):
        try:
            path.unlink()
        except FileNotFoundError:
            return False
    return True


def remove_tree(folder: Path) -> bool:
    """Remove a folder and all in it; of a link only the link. False when there was none."""
    if folder.is_symlink() or folder.is_file():
        return remove_file(folder)
    if not folder.is_dir():
        return False
    with explained(folder):
        shutil.rmtree(folder)
    return True


def remove_if_empty(folder: Path) -> bool:
    """Remove a folder that holds nothing; a full, missing or linked one stays."""
    with contextlib.suppress(OSError):
        folder.rmdir()
        return True
    return False


def point_link(link: Path, target: Path) -> None:
    """Make `link` a symlink to `target` in one step; an older link is replaced, nothing else is."""
    if link.exists() and not link.is_symlink():
        raise ExperienceError(f"{link}: in the way, and not a link")
    make_folder(link.parent)
    beside = link.parent / f".{link.name}.{os.getpid()}.tmp"
    with explained(link):
        os.symlink(target, beside)
        os.replace(beside, link)


@contextlib.contextmanager
def scratch_folder(prefix: str) -> Iterator[Path]:
    """A private folder outside everything of the user's, gone afterwards."""
    with explained(Path(tempfile.gettempdir())):
        folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
