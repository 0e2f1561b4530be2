"""Drive the labelled scenes through the real client and keep what it wrote: `python -m tests.harvest.record`.

    python -m tests.harvest.record [NAME...]     # needs the client (tests/e2e/client.py), tmux for rejections

Programs stand in for npm, docker and the like: each prints what its scene says, in turn. What is kept of a
transcript is what a reader may look at: no copies of requests, long strings shortened, folders renamed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.e2e.client import VERSION, Client, binary_in
from tests.e2e.conftest import CACHE
from tests.e2e.messages_api import Reply, ToolCall
from tests.harvest.fresh import FRESH
from tests.harvest.labelled import LABELLED
from tests.harvest.scenes import Run, Scene, Step, Together, Tool, Turn
from tests.harvest.skilled import SKILLED, SKILLS
from tests.house import PLAIN_PATH

RECORDED = Path(__file__).parent / "recorded"
SERVER = Path(__file__).parent / "search_server.py"
#: Characters of one string that are kept.
LONG = 600

_SHIM = """#!/bin/bash
key=$(printf '%s' "${0##*/} $*" | cksum | cut -d' ' -f1)
at=$(cat "$SCENE/$key.next" 2>/dev/null || echo 0)
if [ ! -e "$SCENE/$key.0" ]; then
  PATH=${PATH#*:} exec "${0##*/}" "$@"
fi
[ ! -e "$SCENE/$key.$((at + 1))" ] || echo $((at + 1)) >"$SCENE/$key.next"
cat "$SCENE/$key.$at"
exit "$(cat "$SCENE/$key.$at.code")"
"""


class Stage:
    """Where one scene plays: a project folder, programs that stand in, and the model's script."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self.scene = scene
        self.cwd = folder / "shop"
        self.bin = folder / "bin"
        self.queue = folder / "queue"
        for path in (self.cwd / ".git", self.bin, self.queue):
            path.mkdir(parents=True)
        for name, text in scene.files.items():
            (self.cwd / name).write_text(text)
        for turn in scene.turns:
            for run in _runs(turn.steps):
                self._prepare(run)

    def _prepare(self, run: Run) -> None:
        if run.real:
            return
        words = argv(run.command)
        program = words[0]
        path = self.cwd / program if "/" in program else self.bin / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_SHIM)
        path.chmod(0o755)
        key = cksum(" ".join([program.rpartition("/")[2], *words[1:]]))
        at = len(list(self.queue.glob(f"{key}.*.code")))
        (self.queue / f"{key}.{at}").write_text(run.prints + "\n")
        (self.queue / f"{key}.{at}.code").write_text(str(run.code))

    @property
    def env(self) -> dict[str, str]:
        return {"PATH": f"{self.bin}:{PLAIN_PATH}", "SCENE": str(self.queue)}

    def script(self, turn: Turn) -> list[Reply]:
        return [*(reply for step in turn.steps for reply in self._replies(step)), turn.answer]

    def _replies(self, step: Step) -> Iterator[Any]:
        if isinstance(step, Run):
            yield ToolCall("Bash", {"command": step.command, "description": "Run it"})
        elif isinstance(step, Tool):
            yield ToolCall(step.name, _filled(step.arguments, str(self.cwd)))
        elif isinstance(step, Together):
            yield [reply for run in step.runs for reply in self._replies(run)]
        else:
            yield from self._replies(step.call)


def _runs(steps: tuple[Step, ...]) -> Iterator[Run]:
    for step in steps:
        if isinstance(step, Run):
            yield step
        elif isinstance(step, Together):
            yield from step.runs


def _filled(value: Any, cwd: str) -> Any:
    if isinstance(value, dict):
        return {key: _filled(item, cwd) for key, item in value.items()}
    return value.replace("{cwd}", cwd) if isinstance(value, str) else value


def argv(command: str) -> list[str]:
    """Program and arguments of the command that its stand-in meets."""
    words = shlex.split(command.partition("||")[0].rpartition("&&")[2])
    while words and "=" in words[0]:
        words = words[1:]
    return words


def cksum(text: str) -> int:
    """As the program of that name: CRC of POSIX, over the length too."""
    table = [0] * 256
    for at in range(256):
        value = at << 24
        for _ in range(8):
            value = (
                ((value << 1) ^ 0x04C11DB7) & 0xFFFFFFFF if value & 0x80000000 else (value << 1) & 0xFFFFFFFF
            )
        table[at] = value
    data = text.encode()
    size, tail = len(data), []
    while size:
        tail.append(size & 0xFF)
        size >>= 8
    crc = 0
    for byte in [*data, *tail]:
        crc = ((crc << 8) & 0xFFFFFFFF) ^ table[(crc >> 24) ^ byte]
    return crc ^ 0xFFFFFFFF


def headless(client: Client, stage: Stage) -> Path:
    """Play a scene turn by turn; the transcript that the client wrote."""
    session = str(uuid.uuid5(uuid.NAMESPACE_URL, stage.scene.name))
    for at, turn in enumerate(stage.scene.turns):
        which = ("--session-id", session) if at == 0 else ("--resume", session)
        mcp = json.dumps({"mcpServers": {"autosearch": {"command": sys.executable, "args": [str(SERVER)]}}})
        skilled = ("--mcp-config", mcp) if stage.scene.name.startswith("skilled-") else ()
        allowed = ("mcp__autosearch", *(f"Skill({name})" for name in SKILLS))
        flags = (
            "--output-format",
            "json",
            "--permission-mode",
            "acceptEdits",
            "--allowedTools",
            "Bash",
            "Edit",
            "Write",
            *allowed,
            *skilled,
            *stage.scene.flags,
        )
        done = client.run(turn.typed, *which, *flags, cwd=stage.cwd, script=stage.script(turn), env=stage.env)
        assert done.code == 0 or stage.scene.flags, f"{stage.scene.name}: {done.stderr} {done.stdout[:500]}"
    return next((client.home / ".claude" / "projects").glob(f"*/{session}.jsonl"))


def kept(path: Path, folder: str) -> str:
    """The rows that tell something, small."""
    rows = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        kind = row.get("type", "")
        attachment = (
            (row.get("attachment") or {}).get("type", "") if isinstance(row.get("attachment"), dict) else ""
        )
        if kind in ("user", "assistant", "cost-state") or attachment in ("max_turns_reached", "budget_usd"):
            row.pop("requestShape", None)
            rows.append(json.dumps(_short(row, folder), ensure_ascii=False))
    return "\n".join(rows) + "\n"


def _short(value: Any, folder: str) -> Any:
    if isinstance(value, dict):
        return {
            key: _short(item, folder)
            for key, item in value.items()
            if key not in ("usage", "signature", "modelUsage")
        }
    if isinstance(value, list):
        return [_short(item, folder) for item in value]
    if isinstance(value, str):
        text = re.sub(re.escape(folder), "/home/dev", value)
        return text if len(text) <= LONG else text[: LONG // 2] + "…" + text[-LONG // 2 :]
    return value


def main(names: list[str]) -> int:
    binary = Path(os.environ.get("EXPERIENCE_TEST_CLIENT") or binary_in(CACHE / f"claude-code-{VERSION}"))
    RECORDED.mkdir(exist_ok=True)
    for scene in (*LABELLED, *FRESH, *(one.scene for one in SKILLED)):
        if names and scene.name not in names:
            continue
        with tempfile.TemporaryDirectory(prefix="scene-") as made:
            folder = Path(made)
            stage = Stage(scene, folder)
            (folder / "home").mkdir()
            for name in SKILLS:
                page = folder / "home" / ".claude" / "skills" / name / "SKILL.md"
                page.parent.mkdir(parents=True)
                page.write_text(f"---\nname: {name}\ndescription: {name}\n---\n\nDo it.\n")
            client = Client(binary, folder / "home")
            if scene.is_interactive:
                from tests.harvest import screen

                path = screen.play(client, stage)
            else:
                path = headless(client, stage)
            (RECORDED / f"{scene.name}.jsonl").write_text(kept(path, made))
        print(scene.name, (RECORDED / f"{scene.name}.jsonl").stat().st_size, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
