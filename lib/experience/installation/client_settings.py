"""Every settings file that the client obeys in a folder, read and never written."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.errors import ExperienceError
from experience.hotpath import places
from experience.installation import settings_file
from experience.installation.json_text import NotJson, scan
from experience.installation.layout import Layout

#: Where an administrator of the machine registers hooks for everybody.
MANAGED = "/etc/claude-code/managed-settings.json"
MANAGED_ON_MACOS = "/Library/Application Support/ClaudeCode/managed-settings.json"


@dataclass(frozen=True)
class Settings:
    """One file. `text` None: there is none, or none that can be read; then `problem` says why."""

    kind: str
    path: Path
    text: str | None = None
    document: dict[str, Any] = field(default_factory=dict)
    problem: str = ""

    @property
    def variables(self) -> dict[str, str]:
        """What the client adds to the environment of hooks."""
        found = self.document.get("env")
        return {k: v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}


def read(kind: str, path: Path) -> Settings:
    text = None
    try:
        text = settings_file.text_of(path, settings_file.read(path))
        document = scan(text).value if text and text.strip("\ufeff \t\r\n") else {}
    except NotJson as error:
        return Settings(kind, path, problem=f"{path}:{error.line}:{error.column}: {error.message}")
    except ExperienceError as error:
        return Settings(kind, path, problem=str(error))
    return Settings(kind, path, text, document if isinstance(document, dict) else {})


def in_force(layout: Layout, cwd: str) -> list[Settings]:
    """`user` first, then those of the machine and of the project of `cwd`; files that are not there too."""
    project = Path(places.project_root(cwd) or cwd) / ".claude"
    others = [("managed", Path(MANAGED)), ("managed", Path(MANAGED_ON_MACOS))]
    if project != layout.config:
        others += [("project", project / "settings.json"), ("local", project / "settings.local.json")]
    return [read("user", layout.settings), *(read(kind, path) for kind, path in others)]
