"""Loaded in more than one way: each prompt is warned of once, as the twin is silent."""

from __future__ import annotations

from collections.abc import Iterator

from experience.installation import registration
from experience.installation.doctor.finding import INFO, OK, WARNING, Finding
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short
from experience.installation.plugins import SKILLS_DIR

ID = "XD105"
TITLE = "second form"


def check(around: Surroundings) -> Iterator[Finding]:
    found = [*_plugins(around), *_projects(around)]
    yield from found or [Finding(OK, "not loaded in two ways")]


def _plugins(around: Surroundings) -> Iterator[Finding]:
    """From a marketplace it was installed by hand and can go; from the skills folder it comes by itself."""
    surplus = around.plugins if around.entries else around.plugins[1:]
    for plugin in surplus:
        if plugin.market == SKILLS_DIR:
            yield Finding(INFO, "also loaded from the skills folder; each prompt still counts once")
        else:
            cause = f"also loaded as the plugin {plugin.name}: one of the two is enough"
            yield Finding(WARNING, cause, f"claude plugin uninstall {plugin.name}")


def _projects(around: Surroundings) -> Iterator[Finding]:
    for one in around.settings[1:]:
        if one.text and not registration.fault(one.text) and registration.ours(one.text, around.layout.hook):
            yield Finding(INFO, f"also registered in {short(one.path)}; each prompt still counts once")
    user = around.settings[0]
    if user.text and around.is_sound:
        for line in registration.others_mention(user.text, around.layout.hook):
            cause = f"{short(user.path)}:{line} runs the hook in a command of yours"
            yield Finding(INFO, f"{cause}; each prompt still counts once")
