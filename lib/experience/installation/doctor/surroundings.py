"""What the checks look at, read once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from experience.installation import client_settings, interpreter, plugin_form, plugins, registration
from experience.installation.client_settings import Settings
from experience.installation.layout import Layout, typed
from experience.installation.plugins import Plugin
from experience.installation.registration import Handler


@dataclass(frozen=True)
class Surroundings:
    """`cwd`: the folder whose project and switches count. `environment`: that of this process."""

    layout: Layout
    cwd: str
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)

    @cached_property
    def settings(self) -> list[Settings]:
        """The user's first; see client_settings.in_force."""
        return client_settings.in_force(self.layout, self.cwd)

    @cached_property
    def entries(self) -> list[Handler]:
        """Our entries in the user's settings.json."""
        text = self.settings[0].text
        return registration.ours(text, self.layout.hook) if text and self.is_sound else []

    @cached_property
    def is_sound(self) -> bool:
        """Whether settings.json has the shape that the client reads."""
        return not self.settings[0].problem and not registration.fault(self.settings[0].text)

    @cached_property
    def plugins(self) -> list[Plugin]:
        return plugins.loaded(self.layout, self.settings)

    @property
    def commands(self) -> dict[str, str]:
        """Event -> what the client runs for it: as registered, else as the plugin says."""
        if self.entries:
            return {entry.event.key or "": entry.spelled for entry in reversed(self.entries)}
        known = any(plugin.root for plugin in self.plugins)
        return dict.fromkeys(registration.EVENTS, plugin_form.COMMAND) if known else {}

    @property
    def added_variables(self) -> dict[str, str]:
        """What the client adds to the environment of the command."""
        found = dict(self.settings[0].variables)
        if not self.entries:
            for plugin in (plugin for plugin in self.plugins if plugin.root):
                return found | plugin.variables(self.layout)
        return found

    @property
    def has_manifest(self) -> bool:
        """Whether install.sh was here, and no uninstall since."""
        return (self.layout.state / "manifest.json").is_file()

    @property
    def install(self) -> str:
        """The command that installs, and so mends most of it."""
        there = self.layout.skill / "install.sh"
        return f"bash {typed(there if there.is_file() else self.layout.root / 'install.sh')}"

    def verb(self, words: str) -> str:
        """A command of ours, under a Python that is known to do."""
        return f"{interpreter.called()} {typed(self.layout.door)} {words}"
