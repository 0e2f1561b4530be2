"""Where things lie: the client's configuration, our home, the project of a folder.

`hooks/claude-code.sh` follows the same rules with bash builtins; tests hold the two together.
"""

from __future__ import annotations

import os
import sys

from experience.vocabulary import DISABLED_MARKER


def variable(name: str) -> str:
    """An environment variable, where empty or blank counts as unset (case S20)."""
    value = os.environ.get(name, "")
    return value if value.strip() else ""


def config_dir() -> str:
    """The client's configuration folder: CLAUDE_CONFIG_DIR, else ~/.claude."""
    return variable("CLAUDE_CONFIG_DIR") or os.path.join(os.path.expanduser("~"), ".claude")


def home() -> str:
    """EXPERIENCE_HOME: corpus, logs and state of this user."""
    return variable("EXPERIENCE_HOME") or os.path.join(config_dir(), "experience")


def global_corpus() -> str:
    return os.path.join(home(), "global")


def logs_dir() -> str:
    return os.path.join(home(), "logs")


def state_dir() -> str:
    return os.path.join(home(), "state")


def is_bare_repository(folder: str) -> bool:
    return (
        os.path.isfile(os.path.join(folder, "HEAD"))
        and os.path.isdir(os.path.join(folder, "objects"))
        and os.path.isdir(os.path.join(folder, "refs"))
    )


def project_root(cwd: str) -> str | None:
    """The folder that holds `.git` (file or folder) at or above `cwd`, else `cwd` itself.

    None for a folder that is unknown here (a Windows path on Linux) or inside a bare
    repository. Git is not asked: it refuses folders of other owners (cases R31, R32).
    """
    if not os.path.isabs(cwd) or not os.path.isdir(cwd):
        return None
    folder = os.path.normpath(cwd)
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        if os.path.basename(folder) != ".git" and is_bare_repository(folder):
            return None
        parent = os.path.dirname(folder)
        if parent == folder:
            return os.path.normpath(cwd)
        folder = parent


def project_corpus(root: str) -> str | None:
    """`<root>/.claude/experience`, if it is a folder. Not our own home (a home that is a repository),
    and not one that a symlink puts outside the project."""
    folder = os.path.join(root, ".claude", "experience")
    if not os.path.isdir(folder):
        return None
    real = os.path.realpath(folder)
    if real == os.path.realpath(home()) or not real.startswith(
        os.path.realpath(root).rstrip(os.sep) + os.sep
    ):
        return None
    return folder


def disabling_marker(cwd: str) -> str:
    """Path of the `.experience-disabled` in force for `cwd`: in its project's root or on the way there."""
    root = project_root(cwd)
    if root is None:
        return ""
    folder = os.path.normpath(cwd)
    while True:
        marker = os.path.join(folder, DISABLED_MARKER)
        if os.path.lexists(marker):
            return marker
        if folder in (root, os.path.dirname(folder)):
            return ""
        folder = os.path.dirname(folder)


def interpreter() -> tuple[str, str]:
    """(base interpreter, site-packages of the private venv) as install found them; ("", "") unknown."""
    path = os.path.join(state_dir(), "interpreter")
    try:
        if not os.path.isfile(path):  # a pipe would be waited for
            return "", ""
        with open(path, encoding="utf-8") as file:
            lines = [*file.read().splitlines(), "", ""]
    except (OSError, ValueError):
        return "", ""
    return lines[0], lines[1]


def use_private_packages() -> None:
    """Make PyYAML and friends importable in an interpreter that was started without site (-S)."""
    folder = interpreter()[1]
    if folder and os.path.isdir(folder) and folder not in sys.path:
        sys.path.append(folder)
