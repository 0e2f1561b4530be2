"""config.yaml: the user's settings. Absent means defaults; the hook meets them compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

from experience.errors import ExperienceError
from experience.files.frontmatter import read_tree
from experience.files.nodes import Node
from experience.files.read import Unreadable, read_regular
from experience.hotpath import record
from experience.hotpath.roster import config_path
from experience.vocabulary import PROJECT_POLICIES

MAX_BYTES = 64 * 1024


class Config(NamedTuple):
    """`project_patterns`: may a repository's patterns and digests reach the model? ask, always or never.
    `digests`: is a skill's digest put before the model when the skill is used? on or off."""

    project_patterns: str = "ask"
    digests: str = "on"


#: Setting -> the values it may have.
CHOICES = {"project_patterns": PROJECT_POLICIES, "digests": ("on", "off")}


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


def _settings(root: Node, path: str) -> dict[str, str]:
    if not isinstance(root.value, dict):
        if root.value == "":
            return {}
        raise ExperienceError(f"{path}:{root.line}: expected `setting: value` lines")
    return {name: _choice(name, node, path) for name, node in root.value.items()}


def _choice(name: str, node: Node, path: str) -> str:
    if name not in CHOICES:
        import difflib  # the hook reads this file too, after an edit

        near = difflib.get_close_matches(name, CHOICES, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(CHOICES)}"
        raise ExperienceError(f"{path}:{node.line}: unknown setting {name!r}; {hint}")
    if node.value not in CHOICES[name]:
        raise ExperienceError(f"{path}:{node.line}: {name} must be one of {', '.join(CHOICES[name])}")
    return str(node.value)


def compiled() -> dict[str, Any]:
    """The settings for the index. A broken file is logged and counts as absent: the safe defaults."""
    try:
        return load()._asdict()
    except ExperienceError as error:
        record.note("config", "ExperienceError", "config.yaml", str(error))
        return Config()._asdict()
