"""Scenes in which a person rejects a call: typed into the client's own screen, in tmux."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.e2e.client import Client
from tests.e2e.messages_api import MessagesApi
from tests.harvest.record import Stage
from tests.harvest.scenes import Reject, Turn

#: Seconds that the screen is waited for.
PATIENCE = 30
_NO = re.compile(r"(\d)\. No")


class Screen:
    """One client in a tmux server of its own."""

    def __init__(self, name: str) -> None:
        self.server = f"scene-{name}"

    def tmux(self, *words: str) -> str:
        command = ["tmux", "-L", self.server, *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=20).stdout

    def text(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "a")

    def until(self, shows: Callable[[str], object]) -> str:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            text = self.text()
            if shows(text):
                return text
            time.sleep(0.2)
        raise AssertionError(f"{self.server}: the screen never showed it:\n{self.text()}")

    def keys(self, *names: str) -> None:
        for name in names:
            self.tmux("send-keys", "-t", "a", name)
            time.sleep(0.3)

    def type(self, words: str) -> None:
        self.tmux("send-keys", "-t", "a", "-l", words)
        time.sleep(0.5)
        self.keys("Enter")


def play(client: Client, stage: Stage) -> Path:
    """The transcript of a scene with rejections."""
    settings = {
        "hasCompletedOnboarding": True, "theme": "dark",
        "customApiKeyResponses": {"approved": ["dummy-key"], "rejected": []},
        "projects": {str(stage.cwd): {"hasTrustDialogAccepted": True}},
    }  # fmt: skip
    (client.home / ".claude.json").write_text(json.dumps(settings))
    script = [reply for turn in stage.scene.turns for reply in stage.script(turn)]
    if any(not step.reason for turn in stage.scene.turns for step in turn.steps if isinstance(step, Reject)):
        script = [
            reply for turn in stage.scene.turns for reply in stage.script(turn)[: -1 if turn.steps else None]
        ]
    screen = Screen(stage.scene.name)
    with MessagesApi(script) as api:
        variables = [f"{key}={value}" for key, value in {**client.environment(api.url), **stage.env}.items()]
        start = f"cd {stage.cwd} && exec {client.binary} --permission-mode manual"
        size = ("-x", "150", "-y", "50")
        screen.tmux("new-session", "-d", "-s", "a", *size, "env", "-i", *variables, "bash", "-c", start)
        try:
            screen.until(lambda text: "manual mode on" in text)
            for turn in stage.scene.turns:
                _turn(screen, turn)
            screen.type("/exit")
            time.sleep(1.5)
        finally:
            screen.tmux("kill-server")
    return max((client.home / ".claude" / "projects").glob("*/*.jsonl"), key=lambda path: path.stat().st_size)


def _turn(screen: Screen, turn: Turn) -> None:
    screen.type(turn.typed)
    for step in turn.steps:
        if isinstance(step, Reject):
            text = screen.until(_NO.search)
            found = _NO.search(text)
            if not step.reason:
                screen.keys("Escape")
                screen.until(lambda text: "manual mode on" in text)
                return
            screen.keys(*["Down"] * (int(found[1]) - 1 if found else 3), "Tab")
            screen.type(step.reason)
    screen.until(lambda text: turn.answer in text)
