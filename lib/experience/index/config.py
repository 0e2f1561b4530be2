"""config.yaml: the user's settings. Absent means defaults; the hook meets them compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

from experience.errors import ExperienceError
from experience.files.frontmatter import read_tree
from experience.files.nodes import Node
from experience.files.read import Unreadable, read_regular
from experience.hotpath import gate, rank, record
from experience.hotpath.roster import config_path
from experience.vocabulary import PROJECT_POLICIES

MAX_BYTES = 64 * 1024


class Config(NamedTuple):
    """`project_patterns`: may a repository's patterns and digests reach the model? ask, always or never.
    `digests`: is a skill's digest put before the model when the skill is used? on or off.
    `gate`: how much more (or, below 0, less) match than usual a warning needs. `half_life_days` and
    `recency_floor`: how confirmations age. `auto_apply`: may what lowers noise be applied unasked, one
    change a day? safe or off. `language`: of reports about memories, en or cs."""

    project_patterns: str = "ask"
    digests: str = "on"
    gate: float = 0.0
    half_life_days: float = rank.HALF_LIFE_DAYS
    recency_floor: float = rank.RECENCY_FLOOR
    auto_apply: str = "off"
    language: str = "en"


#: Setting -> the values it may have.
CHOICES = {
    "project_patterns": PROJECT_POLICIES,
    "digests": ("on", "off"),
    "auto_apply": ("off", "safe"),
    "language": ("en", "cs"),
}
#: Setting -> the least and the most that it may be.
RANGES = {
    "gate": (gate.MOST_LOWERED, gate.MOST_RAISED),
    "half_life_days": rank.HALF_LIFE_RANGE,
    "recency_floor": rank.FLOOR_RANGE,
}
KNOWN = (*CHOICES, *RANGES)


def load() -> Config:
    """The settings in force. Raises ExperienceError with `path:line:` for what cannot be taken."""
    path = config_path()
    try:
        text = read_regular(path, MAX_BYTES).decode("utf-8", "replace")
    except Unreadable as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return Config()
        raise ExperienceError(f"{path}: {error}") from error
    root, faults = read_tree(text, 1)
    if faults:
        raise ExperienceError(f"{path}:{faults[0].line}: {faults[0].message}")
    return Config(**_settings(root, path)) if root is not None else Config()


def _settings(root: Node, path: str) -> dict[str, Any]:
    if not isinstance(root.value, dict):
        if root.value == "":
            return {}
        raise ExperienceError(f"{path}:{root.line}: expected `setting: value` lines")
    return {name: _value(name, node, path) for name, node in root.value.items()}


def _value(name: str, node: Node, path: str) -> str | float:
    if name not in KNOWN:
        import difflib  # the hook reads this file too, after an edit

        near = difflib.get_close_matches(name, KNOWN, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(KNOWN)}"
        raise ExperienceError(f"{path}:{node.line}: unknown setting {name!r}; {hint}")
    if name in RANGES:
        return _number(name, node, path)
    if node.value not in CHOICES[name]:
        raise ExperienceError(f"{path}:{node.line}: {name} must be one of {', '.join(CHOICES[name])}")
    return str(node.value)


def _number(name: str, node: Node, path: str) -> float:
    least, most = RANGES[name]
    try:
        value = float(node.value) if isinstance(node.value, str) else least - 1
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise ExperienceError(f"{path}:{node.line}: {name} must be a number from {least:g} to {most:g}")
    return value


def compiled() -> dict[str, Any]:
    """The settings for the index. A broken file is logged and counts as absent: the safe defaults."""
    try:
        return load()._asdict()
    except ExperienceError as error:
        record.note("config", "ExperienceError", "config.yaml", str(error))
        return Config()._asdict()
