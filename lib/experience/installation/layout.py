"""Where install puts things: the client's folder, our home, the checkout."""

from __future__ import annotations

import shlex
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.lock import locked
from experience.files.tree import real
from experience.hotpath import places

#: The name of the folder in the client's skills folder, and the end of every command of ours.
SKILL = "experience-layer"


@dataclass(frozen=True)
class Layout:
    """`config`: the client's folder. `home`: EXPERIENCE_HOME. `root`: the checkout, links resolved."""

    config: Path
    home: Path
    root: Path

    @property
    def settings(self) -> Path:
        return self.config / "settings.json"

    @property
    def commands(self) -> Path:
        return self.config / "commands"

    @property
    def skill(self) -> Path:
        return self.config / "skills" / SKILL

    @property
    def hook(self) -> Path:
        return self.skill / "hooks" / "claude-code.sh"

    @property
    def door(self) -> Path:
        return self.root / "lib" / "exp.py"

    @property
    def state(self) -> Path:
        return self.home / "state"

    @property
    def venv(self) -> Path:
        return self.home / "venv"

    @property
    def uninstalled(self) -> Path:
        """The marker of an uninstall: a checkout left in the skills folder, which the client loads as a
        plugin, is silent while it is there (hooks/plugin.sh). Outside `state`, which an uninstall removes."""
        return self.home / "uninstalled"

    @property
    def has_default_config(self) -> bool:
        """Whether `~/.claude`, as the commands in the repository spell it, is this configuration."""
        default = Path.home() / ".claude"
        return default == self.config or (default.exists() and real(default) == real(self.config))


def layout() -> Layout:
    """As this process finds it. Raises ExperienceError for a relative folder, which moves with the cwd."""
    config, home = Path(places.config_dir()), Path(places.home())
    for name, folder in (("CLAUDE_CONFIG_DIR (or HOME)", config), ("EXPERIENCE_HOME", home)):
        if not folder.is_absolute():
            raise ExperienceError(f"{name} is {str(folder)!r}, a relative path: set it to an absolute one")
    return Layout(config, home, Path(__file__).resolve().parents[3])


def alone(layout: Layout) -> AbstractContextManager[bool]:
    """Installs and uninstalls at once take turns; where nothing can be locked they do not.

    The lock lies outside `state`, which an uninstall removes: it would take the lock of those who wait.
    """
    return locked(layout.home / "install", wait=600)


def typed(path: Path) -> str:
    """A path as a person types it into a shell."""
    text = short(path)
    rest = text.removeprefix("~/")
    return text if shlex.quote(rest) == rest else shlex.quote(str(path))


def short(path: Path) -> str:
    """A path for people: `~` for the home folder."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)
