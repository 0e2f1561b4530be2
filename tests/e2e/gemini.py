"""The real Gemini CLI: installed from npm at one version, run headless in an empty environment.

`python -m tests.e2e.gemini CACHE_FOLDER` installs it there if it is missing and prints its path.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.gemini_api import Asked, GeminiApi
from tests.house import PLAIN_PATH

VERSION = "0.61.0"
PACKAGE = "@google/gemini-cli"
#: Named, so that no model is asked first which model to ask.
MODEL = "gemini-2.5-flash"


def program_in(folder: Path) -> Path:
    return folder / "node_modules" / "@google" / "gemini-cli" / "bundle" / "gemini.js"


def node() -> str | None:
    """Path of a Node that is new enough (20), None where there is none."""
    found = shutil.which("node")
    if found is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    major = said.strip().removeprefix("v").partition(".")[0]
    return found if major.isdigit() and int(major) >= 20 else None


def install(cache: Path) -> Path:
    """The path of the program below `cache`; fetched by npm when it is not there yet, its scripts not run.
    Raises SystemExit with one sentence."""
    folder = cache / f"gemini-cli-{VERSION}"
    if node() is None:
        sys.exit("no Node 20 or newer on PATH: Gemini CLI cannot run")
    if not program_in(folder).is_file():
        fresh = cache / f"gemini-cli-{VERSION}.{os.getpid()}"
        _npm_install(fresh)
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)
    return program_in(folder)


def _npm_install(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("no npm on PATH: Gemini CLI cannot be installed")
    wanted = ["--ignore-scripts", "--no-audit", "--no-fund", f"{PACKAGE}@{VERSION}"]
    done = subprocess.run(
        [npm, "install", "--prefix", str(folder), *wanted], stdout=sys.stderr, timeout=300, check=False
    )
    if done.returncode or not program_in(folder).is_file():
        shutil.rmtree(folder, ignore_errors=True)
        sys.exit(f"npm: no {PACKAGE} {VERSION} (exit {done.returncode}); it is not installed")


@dataclass(frozen=True)
class GeminiRun:
    """What one headless run printed, and what it asked of the stand-in."""

    stdout: str
    stderr: str
    code: int
    requests: list[Asked]

    @property
    def texts(self) -> list[str]:
        """What the model was told with the first request of the agent loop."""
        main = [asked for asked in self.requests if asked.is_main]
        assert main, f"the stand-in saw no request of the agent loop: {self}"
        return main[0].texts


def run(program: Path, home: Path, cwd: Path, prompt: str, **env: str) -> GeminiRun:
    """`gemini -p PROMPT` as a person would run it in `cwd`, against a stand-in."""
    with GeminiApi() as api:
        done = subprocess.run(
            [node() or "node", str(program), "-m", MODEL, "-p", prompt],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=cwd, timeout=90, check=False,
            env={**_environment(home, api.url), **env},
        )  # fmt: skip
    return GeminiRun(done.stdout, done.stderr, done.returncode, api.requests)


def _environment(home: Path, url: str) -> dict[str, str]:
    return {
        "PATH": PLAIN_PATH,
        "HOME": str(home),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "GEMINI_API_KEY": "dummy-key",
        "GOOGLE_GEMINI_BASE_URL": url,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }


if __name__ == "__main__":
    print(install(Path(sys.argv[1])))
