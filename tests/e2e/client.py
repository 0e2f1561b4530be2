"""The real Claude Code client: installed from npm at one version, run headless in an empty environment.

`python -m tests.e2e.client CACHE_FOLDER` installs it there if it is missing and prints its path.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.messages_api import MessagesApi, Reply, Request
from tests.house import PLAIN_PATH

VERSION = "2.1.332"
PACKAGE = "@anthropic-ai/claude-code"


def native_package() -> str:
    """Name of the package that holds the binary of this machine, e.g. claude-code-linux-x64."""
    system = {"Linux": "linux", "Darwin": "darwin"}.get(platform.system(), platform.system().lower())
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(
        platform.machine(), platform.machine()
    )
    return f"{PACKAGE}-{system}-{machine}"


def binary_in(folder: Path) -> Path:
    return folder / "node_modules" / native_package() / "claude"


def install(cache: Path) -> Path:
    """The path of the client's binary below `cache`; fetched by npm when it is not there yet.

    It needs no Node to run, and none of the package's own scripts are run. Raises SystemExit
    with one sentence when npm is missing or fails.
    """
    folder = cache / f"claude-code-{VERSION}"
    if not os.access(binary_in(folder), os.X_OK):
        fresh = cache / f"claude-code-{VERSION}.{os.getpid()}"
        _npm_install(fresh)
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)
    return binary_in(folder)


def _npm_install(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("no npm on PATH: the client cannot be installed")
    # Without the version npm silently takes an older client under Node 20.
    wanted = ["--ignore-scripts", "--no-audit", "--no-fund", f"{PACKAGE}@{VERSION}"]
    done = subprocess.run(
        [npm, "install", "--prefix", str(folder), *wanted], stdout=sys.stderr, timeout=300, check=False
    )
    if done.returncode or not os.access(binary_in(folder), os.X_OK):
        shutil.rmtree(folder, ignore_errors=True)
        sys.exit(
            f"npm: no {native_package()} {VERSION} (exit {done.returncode}); the client is not installed"
        )


@dataclass(frozen=True)
class ClientRun:
    """What one headless run printed, and what it asked of the stand-in."""

    stdout: str
    stderr: str
    code: int
    seconds: float
    requests: list[Request]

    @property
    def main(self) -> list[Request]:
        """Requests of the agent loop. None at all means that the prompt never reached a model."""
        main = [request for request in self.requests if request.kind == "main"]
        assert main, f"the stand-in saw no request of the agent loop: {self}"
        return main

    @property
    def told(self) -> str:
        """What the model was told with its first request."""
        return self.main[0].told

    @property
    def events(self) -> list[dict[str, Any]]:
        """The lines of `--output-format stream-json`."""
        return [json.loads(line) for line in self.stdout.splitlines() if line.startswith("{")]


@dataclass(frozen=True)
class Client:
    """The client's binary and the HOME it runs in."""

    binary: Path
    home: Path

    def run(
        self,
        prompt: str,
        *flags: str,
        cwd: Path,
        script: Sequence[Reply] = (),
        env: Mapping[str, str] | None = None,
    ) -> ClientRun:
        """`claude -p PROMPT FLAGS` as a person would run it, against a stand-in that answers `script`."""
        with MessagesApi(script) as api:
            started = time.monotonic()
            done = subprocess.run(
                [str(self.binary), "-p", prompt, *flags],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                cwd=cwd,
                env={**self.environment(api.url), **(env or {})},
                timeout=90,
                check=False,
            )
            seconds = time.monotonic() - started
        return ClientRun(done.stdout, done.stderr, done.returncode, seconds, api.requests)

    def environment(self, url: str) -> dict[str, str]:
        return {
            "PATH": PLAIN_PATH,
            "HOME": str(self.home),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "SHELL": "/bin/bash",
            "ANTHROPIC_BASE_URL": url,
            "ANTHROPIC_API_KEY": "dummy-key",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        }


if __name__ == "__main__":
    print(install(Path(sys.argv[1])))
