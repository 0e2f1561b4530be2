"""The client does not run the hook, runs it twice, or not as we register it (cases S10, S12, I12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from experience.installation import registration, steps
from experience.installation.doctor.finding import ERROR, OK, WARNING, Finding, Fix
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import short
from experience.installation.registration import Handler

ID = "XD102"
TITLE = "registration"


def check(around: Surroundings) -> Iterator[Finding]:
    if not around.is_sound:
        return  # XD101 says so
    if around.entries:
        yield from _registered(around)
    elif around.plugins:
        yield _plugin_alone(around)
    elif around.layout.uninstalled.exists():
        yield Finding(WARNING, "uninstalled: nothing runs until it is installed again", around.install)
    else:
        name = short(around.layout.settings)
        fix = _fix(around) if around.has_manifest else None
        yield Finding(ERROR, f"not registered: {name} does not hold the hook", around.install, fix)


def _fix(around: Surroundings) -> Fix:
    return lambda: steps.register_again(around.layout)


def _plugin_alone(around: Surroundings) -> Finding:
    """Enough for warnings; where install.sh was, its entry is missed all the same (case I12)."""
    names = ", ".join(plugin.name for plugin in around.plugins)
    if not around.has_manifest:
        return Finding(OK, f"loaded as a plugin ({names}); settings.json needs no entry")
    cause = f"not registered in {short(around.layout.settings)} any more; the plugin {names} stands in"
    return Finding(WARNING, cause, around.install, _fix(around))


def _registered(around: Surroundings) -> Iterator[Finding]:
    wrong, fix = list(_wrong(around)), _fix(around)
    for level, cause in wrong:
        yield Finding(level, cause, around.install, fix)
    if not wrong:
        events = ", ".join(registration.EVENTS)
        yield Finding(OK, f"once in {short(around.layout.settings)}, for {events}")


def _wrong(around: Surroundings) -> Iterator[tuple[str, str]]:
    counts = Counter(entry.event.key or "" for entry in around.entries)
    for event in registration.EVENTS:
        if not counts[event]:
            level = ERROR if event == "UserPromptSubmit" else WARNING
            yield level, f"not registered for {event}"
        elif counts[event] > 1:
            yield WARNING, f"registered {counts[event]} times for {event}"
    for event in counts.keys() - registration.EVENTS.keys():
        yield WARNING, f"registered for {event}, which it does not serve"
    for entry in around.entries:
        if entry.event.key in registration.EVENTS:
            yield from _odd(entry, entry.event.key, around.layout.hook)


def _odd(entry: Handler, event: str, hook: Path) -> Iterator[tuple[str, str]]:
    """An entry that is ours in other words: of an older version, or edited."""
    value, wanted = entry.child.node.value, registration.entry(hook, event)
    matcher = entry.group.node.value.get("matcher")
    if "timeout" not in value:
        yield WARNING, f"the entry for {event} has no timeout: a hook that hangs keeps you waiting 30 s"
    elif value["timeout"] != wanted["timeout"]:
        yield WARNING, f"the entry for {event} has timeout {value['timeout']} s, not {wanted['timeout']}"
    if entry.spelled != wanted["command"]:
        yield WARNING, f"the entry for {event} is spelled unlike ours: {entry.spelled[:120]}"
    if matcher != registration.group(hook, event).get("matcher"):
        yield WARNING, f"the entry for {event} stands in a group with matcher {matcher!r}, unlike ours"
