"""What install wrote, so that update and uninstall touch that and nothing else (cases I04-I06)."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.files.tree import make_folder
from experience.files.write import write_atomic
from experience.installation.registration import Made

NAME = "manifest.json"


@dataclass
class Manifest:
    """`files`: path -> sha256 as we wrote it. `folders` and `link`: made by us. `settings`: see Made."""

    files: dict[str, str] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    link: str = ""
    settings: dict[str, Made] = field(default_factory=dict)

    def wrote(self, path: Path) -> bool:
        """Whether the file holds exactly what we put there."""
        return self.files.get(str(path)) == digest(path)


def digest(path: Path) -> str | None:
    """sha256 of a regular file, hex; None when there is none to read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
    except OSError:
        return None


def load(state: Path) -> Manifest:
    """The manifest of that state folder; a missing or damaged one is empty: then we own nothing."""
    try:
        data = json.loads((state / NAME).read_bytes())
        settings = {path: Made(**made) for path, made in data["settings"].items()}
        found = Manifest(dict(data["files"]), list(data["folders"]), data["link"], settings)
        texts = (*found.files, *found.files.values(), *found.folders, found.link)
        return found if all(isinstance(text, str) for text in texts) else Manifest()
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Manifest()


def save(state: Path, manifest: Manifest) -> None:
    make_folder(state)
    data: dict[str, Any] = {"version": 1, **dataclasses.asdict(manifest)}
    write_atomic(state / NAME, (json.dumps(data, indent=2) + "\n").encode())
