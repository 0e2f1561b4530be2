"""The client, and one HOME into which install.sh was really run, shared by the tests of a module."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.client import VERSION, Client, binary_in
from tests.house import ROOT, clean_environment

#: Set by tests/run.sh, which installs the client; without it, what lies in the usual cache is used.
CLIENT_VARIABLE = "EXPERIENCE_TEST_CLIENT"
#: Read before a fixture points HOME elsewhere.
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "experience-layer-tests"


@dataclass(frozen=True)
class Installed:
    """A HOME after `bash install.sh`, and what that printed."""

    home: Path
    printed: str

    @property
    def experience(self) -> Path:
        return self.home / ".claude" / "experience"

    @property
    def corpus(self) -> Path:
        return self.experience / "global"


@pytest.fixture(scope="session")
def client_binary() -> Path:
    given = os.environ.get(CLIENT_VARIABLE, "")
    binary = Path(given) if given else binary_in(CACHE / f"claude-code-{VERSION}")
    if given:
        assert os.access(binary, os.X_OK), f"{CLIENT_VARIABLE} names no program: {binary}"
    elif not os.access(binary, os.X_OK):
        pytest.skip(f"client {VERSION} is not installed: bash tests/run.sh does that")
    return binary


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """`bash install.sh` in an empty HOME and environment, without a terminal or any input."""
    home = tmp_path_factory.mktemp("installed") / "home"
    home.mkdir()
    done = subprocess.run(
        ["bash", str(ROOT / "install.sh")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=home,
        env=clean_environment(home),
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"install.sh ended with {done.returncode}:\n{done.stdout}"
    return Installed(home, done.stdout)


@pytest.fixture(scope="module")
def client(installed: Installed, client_binary: Path) -> Client:
    """The client, living in the installed HOME."""
    return Client(client_binary, installed.home)
