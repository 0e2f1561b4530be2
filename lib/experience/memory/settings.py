"""`EXPERIENCE_HOME/memory.yaml`: how memories are audited at night. Absent means defaults.

A file of its own, for it may hold the addresses of a messenger with their tokens: config.yaml is
compiled for the hook.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from experience.errors import ExperienceError
from experience.files.frontmatter import read_tree
from experience.files.nodes import Node
from experience.files.read import Unreadable, read_regular
from experience.hotpath import places
from experience.memory import limits
from experience.memory.wording import LANGUAGES

MAX_BYTES = 64 * 1024
RUNNERS = ("claude", "command", "nanobot")
#: Settings that are a list of texts.
LISTS = ("paths", "report")


@dataclass(frozen=True)
class Settings:
    """`paths`: memories of a night. `runner`: who is asked; `command`: the program of the runner of that
    name, split as a shell would; `model`, `model_preset`: "" for the program's own choice; `python`: of the
    environment that holds nanobot. `report`: addresses as apprise has them, which may hold tokens.
    `max_removed`: at most half. `language`: of reports and reasons; "" for that of config.yaml."""

    paths: tuple[str, ...] = ()
    runner: str = "claude"
    command: tuple[str, ...] = ()
    model: str = ""
    model_preset: str = ""
    nanobot_config: str = ""
    python: str = ""
    report: tuple[str, ...] = ()
    max_removed: float = limits.MAX_REMOVED
    language: str = ""
    seconds: float = limits.RUN_SECONDS
    tries: int = limits.TRIES


def path() -> Path:
    return Path(places.home()) / "memory.yaml"


def load() -> Settings:
    """Raises ExperienceError with `path:line:` for what cannot be taken; it never quotes a value."""
    try:
        text = read_regular(path(), MAX_BYTES).decode("utf-8", "replace")
    except Unreadable as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return Settings()
        raise ExperienceError(f"{path()}: {error}") from error
    root, faults = read_tree(text, 1)
    if faults:
        raise ExperienceError(f"{path()}:{faults[0].line}: {faults[0].message}")
    if root is None or root.value == "":
        return Settings()
    if not isinstance(root.value, dict):
        raise ExperienceError(f"{path()}:{root.line}: expected `setting: value` lines")
    return given({name: _plain(name, node) for name, node in root.value.items()})


def _plain(name: str, node: Node) -> Any:
    if name in LISTS and isinstance(node.value, list):
        return tuple(str(item.value) for item in node.value)
    if isinstance(node.value, (list, dict)):
        raise ExperienceError(f"{path()}:{node.line}: {name} must be one value")
    return node.value


def given(values: dict[str, Any], base: Settings | None = None) -> Settings:
    """`base` with `values` (texts, as a file or an option has them) in place of its own."""
    taken = {}
    for name, value in values.items():
        taken[name] = _value(name, value)
    return replace(base or Settings(), **taken)


def _value(name: str, value: Any) -> Any:
    if name in LISTS:
        return value if isinstance(value, tuple) else tuple(str(value).split())
    if name == "command":
        return tuple(shlex.split(str(value)))
    if name == "runner":
        return _choice(name, value, RUNNERS)
    if name == "language":
        return _choice(name, value, ("", *LANGUAGES))
    if name in ("max_removed", "seconds", "tries"):
        return _number(name, value)
    if name in Settings.__dataclass_fields__:
        return str(value)
    known = ", ".join(Settings.__dataclass_fields__)
    raise ExperienceError(f"{path()}: unknown setting {name!r}; known are {known}")


def _choice(name: str, value: Any, known: tuple[str, ...]) -> str:
    if value not in known:
        raise ExperienceError(f"{path()}: {name} must be one of {', '.join(filter(None, known))}")
    return str(value)


def _number(name: str, value: Any) -> float | int:
    most = {"max_removed": limits.MAX_REMOVED, "seconds": limits.RUN_SECONDS, "tries": limits.TRIES}[name]
    try:
        number = float(str(value).removesuffix("%")) / (100 if str(value).endswith("%") else 1)
    except ValueError:
        number = -1.0
    if not 0 < number <= most:
        raise ExperienceError(f"{path()}: {name} must be a number above 0, at most {most:g}")
    return max(1, int(number)) if name == "tries" else number
