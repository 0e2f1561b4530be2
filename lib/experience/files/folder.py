"""A folder of ours, made where it lacks, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

from experience.errors import ExperienceError
from experience.files.write import make_private_dir


def made(folder: Path) -> Path:
    """`folder`, with its missing parents, mode 0700. Raises ExperienceError where it cannot be made."""
    try:
        return make_private_dir(folder)
    except OSError as error:
        raise ExperienceError(f"{folder}: cannot be made ({error.strerror}); nothing was changed") from error
