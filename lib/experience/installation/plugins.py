"""Ways in which the client loads this as a plugin: from a marketplace, or from its skills folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experience.installation.client_settings import Settings
from experience.installation.layout import SKILL, Layout

#: The client's name for plugins of its skills folder.
SKILLS_DIR = "skills-dir"


@dataclass(frozen=True)
class Plugin:
    """`market`: where it came from. `root`: its folder, None when the client does not tell."""

    market: str
    root: Path | None

    @property
    def name(self) -> str:
        return f"{SKILL}@{self.market}"

    def variables(self, layout: Layout) -> dict[str, str]:
        """What the client adds to the environment of its hooks."""
        data = layout.config / "plugins" / "data" / f"{SKILL}-{self.market}"
        return {"CLAUDE_PLUGIN_ROOT": str(self.root or ""), "CLAUDE_PLUGIN_DATA": str(data)}


def loaded(layout: Layout, settings: Iterable[Settings]) -> list[Plugin]:
    """Plugins of our name that the client loads. One that an uninstall silenced is none."""
    enabled: dict[str, Any] = {}
    for one in settings:
        chosen = one.document.get("enabledPlugins")
        enabled |= chosen if isinstance(chosen, dict) else {}
    return [*_from_markets(layout, enabled), *_from_skills_folder(layout, enabled)]


def _from_markets(layout: Layout, enabled: dict[str, Any]) -> Iterator[Plugin]:
    for name, chosen in enabled.items():
        plugin, _, market = name.partition("@")
        if plugin == SKILL and market != SKILLS_DIR and chosen:
            yield Plugin(market, _root(layout, market))


def _from_skills_folder(layout: Layout, enabled: dict[str, Any]) -> Iterator[Plugin]:
    there = (layout.skill / ".claude-plugin" / "plugin.json").is_file()
    off = enabled.get(f"{SKILL}@{SKILLS_DIR}") is False or layout.uninstalled.exists()
    if there and not off:
        yield Plugin(SKILLS_DIR, layout.skill)


def _root(layout: Layout, market: str) -> Path | None:
    """A folder that is a marketplace is used as it is; else the client's copy."""
    source = _read(layout.config / "plugins" / "known_marketplaces.json", market, "source")
    if isinstance(source, dict) and source.get("source") == "directory":
        return Path(str(source.get("path")))
    copies = _read(layout.config / "plugins" / "installed_plugins.json", "plugins", f"{SKILL}@{market}")
    path = copies[0].get("installPath") if isinstance(copies, list) and copies else None
    return Path(path) if isinstance(path, str) else None


def _read(path: Path, *keys: str) -> Any:
    try:
        value = json.loads(path.read_bytes())
        for key in keys:
            value = value[key]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return value
