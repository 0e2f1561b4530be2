"""Put a file elsewhere without ever replacing another one: nothing of the user's is deleted."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.write import make_private_dir


def move_into(folder: Path, path: Path) -> Path:
    """Move `path` into `folder`, made if it lacks; a name that is taken gets `-2`, `-3`, and so on.

    Returns where it is now. Raises ExperienceError; then the file is where it was.
    """
    try:
        make_private_dir(folder)
        for number in itertools.count(1):
            name = path.name if number == 1 else f"{path.stem}-{number}{path.suffix}"
            if _moved(path, folder / name):
                return folder / name
    except OSError as error:
        raise ExperienceError(f"{path}: cannot be moved to {folder} ({error.strerror})") from error
    raise AssertionError("itertools.count ends")


def _moved(path: Path, target: Path) -> bool:
    """False where `target` is taken. A file system without hard links gets the plain rename."""
    try:
        os.link(path, target, follow_symlinks=False)
    except FileExistsError:
        return False
    except PermissionError:
        if os.path.lexists(target):
            return False
        os.rename(path, target)
        return True
    os.unlink(path)
    return True
