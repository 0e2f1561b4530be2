"""Real runs of install.sh in a HOME of their own, and what they left."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.installation import registration
from tests.house import PLAIN_PATH, ROOT, HookResult, prompt_payload

#: How often settings.json registers the hook after an install: event -> entries of ours.
ONE_EACH = dict.fromkeys(
    ("UserPromptSubmit", "SessionStart", "PreToolUse", "UserPromptExpansion", "SessionEnd"), 1
)

#: A command file as the repository holds it, in the literal default spelling.
COMMAND = """---
description: {name}
allowed-tools: Bash(python3 ~/.claude/skills/experience-layer/lib/exp.py:*)
---
Run `python3 ~/.claude/skills/experience-layer/lib/exp.py {name}`.
"""


@dataclass(frozen=True)
class Run:
    """One run of install.sh: everything it printed, and how it ended."""

    out: str
    err: str
    code: int

    @property
    def text(self) -> str:
        """As a person reads it: lines that were folded at 80 columns joined again."""
        return " ".join(self.out.split() + self.err.split())

    @property
    def status(self) -> str:
        return self.out.partition("\n")[0].removeprefix("status: ")


@dataclass
class Machine:
    """`home`: HOME. `root`: the checkout that is installed. `env`: more variables."""

    home: Path
    root: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def config(self) -> Path:
        value = self.env.get("CLAUDE_CONFIG_DIR", "")
        return Path(value) if value.strip() else self.home / ".claude"

    @property
    def settings(self) -> Path:
        return self.config / "settings.json"

    @property
    def experience(self) -> Path:
        return self.config / "experience"

    @property
    def hook(self) -> Path:
        return self.config / "skills" / "experience-layer" / "hooks" / "claude-code.sh"

    def environment(self, **more: str) -> dict[str, str]:
        """As `env -i` would leave it, with the environment of the tests as the prepared venv."""
        plain = {"PATH": PLAIN_PATH, "HOME": str(self.home), "EXP_INSTALL_VENV": sys.prefix}
        return {**plain, **self.env, **more}

    def install(self, *options: str, **more: str) -> Run:
        return run(["bash", str(self.root / "install.sh"), *options], self.environment(**more))

    def uninstall(self, *options: str) -> Run:
        return self.install("--uninstall", *options)

    def exp(self, *arguments: str, cwd: Path | None = None, **more: str) -> Run:
        """`exp.py ARGUMENTS` by the door that the commands name, in the folder `cwd`."""
        python = Path(sys.base_prefix) / "bin" / "python3"
        command = [str(python), str(self.root / "lib" / "exp.py"), *arguments]
        return run(command, self.environment(**more), cwd=cwd or self.home)

    def write_settings(self, data: str | bytes) -> bytes:
        self.config.mkdir(parents=True, exist_ok=True)
        raw = data.encode() if isinstance(data, str) else data
        self.settings.write_bytes(raw)
        return raw

    def read_settings(self) -> Any:
        return json.loads(self.settings.read_bytes().decode("utf-8-sig"))

    def entries(self) -> dict[str, list[str]]:
        """Event -> every command of ours that settings.json registers under it."""
        found: dict[str, list[str]] = {}
        for handler in registration.ours(self.settings.read_bytes().decode(), self.hook):
            found.setdefault(str(handler.event.key), []).append(handler.spelled)
        return found

    def counts(self) -> dict[str, int]:
        return {event: len(commands) for event, commands in self.entries().items()}

    def prompt(self, text: str, cwd: Path | None = None) -> HookResult:
        """A prompt through the registered command, as the client runs it."""
        work = cwd or self.home
        return self.send(prompt_payload(text, cwd=str(work)), work)

    def send(self, payload: Mapping[str, Any], work: Path) -> HookResult:
        """A payload through the command that is registered for its event, in the folder `work`."""
        (command,) = self.entries()[payload["hook_event_name"]]
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            input=json.dumps(payload).encode(),
            env=self.environment(CLAUDE_PROJECT_DIR=str(work)),
            cwd=work,
            capture_output=True,
            timeout=30,
            check=False,
        )
        document = json.loads(done.stdout) if done.stdout.strip() else None
        return HookResult(done.stdout.decode(), done.stderr.decode(), done.returncode, 0.0, document)


def run(command: list[str], env: Mapping[str, str], cwd: Path | None = None, stdin: bytes = b"") -> Run:
    done = subprocess.run(
        command, env=dict(env), cwd=cwd, input=stdin, capture_output=True, timeout=300, check=False
    )
    return Run(done.stdout.decode(), done.stderr.decode(), done.returncode)


def copied_checkout(folder: Path, commands: tuple[str, ...] = ("exp-one", "exp-two")) -> Path:
    leave = shutil.ignore_patterns("__pycache__")
    for name in ("lib", "hooks", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    shutil.copy2(ROOT / "install.sh", folder)
    (folder / "commands").mkdir()
    for name in commands:
        (folder / "commands" / f"{name}.md").write_text(COMMAND.format(name=name))
    return folder


def tree(folder: Path) -> dict[str, str]:
    """Every path below, with mode and content (of a link its target): equal trees are equal."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        if path.is_symlink():
            content = f"-> {os.readlink(path)}"
        else:
            content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path.relative_to(folder))] = f"{status.st_mode:o} {content}"
    return found
