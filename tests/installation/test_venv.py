"""The private environment: made, reused, and missing without harm (case R09)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from experience.installation import interpreter, venv
from experience.installation.layout import Layout
from tests.installation.machine import Machine, Run, run

REFUSAL = "error: externally-managed-environment"


def without_switch(machine: Machine, **more: str) -> dict[str, str]:
    env = machine.environment(**more)
    del env["EXP_INSTALL_VENV"]
    return env


def install(machine: Machine, env: dict[str, str]) -> Run:
    return run(["bash", str(machine.root / "install.sh")], env)


@pytest.mark.slow
def test_the_real_thing_is_made_once_and_reused(machine: Machine) -> None:
    env = without_switch(
        machine, **{name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    )
    done = install(machine, env)
    assert done.code == 0, done
    if "not installed" in done.text:
        pytest.skip(f"no packages to be had here: {done.text}")
    python = machine.experience / "venv" / "bin" / "python"
    shown = subprocess.run([python, "-I", "-c", "import yaml, rapidfuzz, jsonschema, rich"], check=True)
    assert shown.returncode == 0
    before = python.parent.stat().st_mtime_ns
    began = time.monotonic()
    again = install(machine, env)
    assert again.code == 0
    assert "environment ready" in again.text
    assert time.monotonic() - began < 8
    assert python.parent.stat().st_mtime_ns == before
    (machine.experience / "venv" / "bin" / "python").unlink()
    assert "environment made" in install(machine, env).text, "a broken one is made anew"
    assert machine.uninstall().code == 0
    assert not (machine.experience / "venv").exists()


def no_network(machine: Machine) -> dict[str, str]:
    """An index that refuses the connection: the discard port of this machine."""
    return without_switch(machine, PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_CONFIG_FILE=os.devnull)


@pytest.mark.slow
def test_R09_without_a_network_the_hook_works_and_the_line_is_honest(machine: Machine) -> None:
    done = install(machine, no_network(machine))
    assert done.code == 0, done
    assert "dependencies not installed: ERROR" in done.text
    assert "the hook works without them" in done.text
    assert "self-check passed" in done.text
    assert machine.prompt("hello").code == 0
    assert not (machine.experience / "venv" / ".experience-stamp.json").exists()


@pytest.fixture
def debian(machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Layout:
    """A Python as Debian ships it: no ensurepip and no pip; the base interpreter is a stand-in for it."""
    python = tmp_path / "debian" / "python3"
    python.parent.mkdir()
    real = os.path.realpath(Path(sys.base_prefix) / "bin" / "python3")
    python.write_text(
        f"""#!/bin/sh
case "$*" in
*"-m venv"*--without-pip*) exec {real} "$@" ;;
*"-m venv"*) echo "Error: ensurepip is not available" >&2; exit 1 ;;
*"-m pip"*) echo "No module named pip" >&2; exit 1 ;;
*) exec {real} "$@" ;;
esac
"""
    )
    python.chmod(0o755)
    monkeypatch.setattr(interpreter, "base", lambda: python)
    monkeypatch.delenv(venv.PREPARED, raising=False)
    return Layout(machine.config, machine.experience, machine.root)


def pip_on_path(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    folder.mkdir()
    for name in ("pip", "pip3"):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    (folder / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(folder))


def test_R09_a_pip_that_refuses_is_not_overridden(
    debian: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    pip_on_path(tmp_path / "bin", monkeypatch, f'echo "$*" >> "{log}"; echo "{REFUSAL}" >&2; exit 1')
    found = venv.ensure(debian)
    assert (found.site_packages, found.problem) == ("", REFUSAL)
    calls = log.read_text()
    assert "--python" in calls
    assert "--break-system-packages" not in calls
    assert "--user" not in calls


def test_R09_no_pip_anywhere_is_said(debian: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert venv.ensure(debian).problem == "no pip and no uv on this machine"


@pytest.mark.slow
def test_R09_without_ensurepip_a_pip_elsewhere_fills_the_environment(
    debian: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pip_on_path(tmp_path / "bin", monkeypatch, f'exec {sys.executable} -m pip "$@"')
    found = venv.ensure(debian)
    if found.problem:
        pytest.skip(f"no packages to be had here: {found.problem}")
    assert Path(found.site_packages, "yaml").is_dir()
    assert found.site_packages.startswith(str(debian.venv))


def test_the_switch_uses_a_prepared_environment(machine: Machine) -> None:
    machine.install()
    assert (machine.experience / "venv").resolve() == Path(sys.prefix).resolve()


def test_requirements_are_named_with_lower_bounds(machine: Machine) -> None:
    lines = (machine.root / "lib" / "requirements.txt").read_text().splitlines()
    names = [line.split(">=")[0] for line in lines if line and not line.startswith("#")]
    assert sorted(names) == ["jsonschema", "pyyaml", "rapidfuzz", "rich"]
    assert all(">=" in line for line in lines if line and not line.startswith("#"))


def test_a_json_answer_holds_what_was_checked(machine: Machine) -> None:
    answer = json.loads(machine.install("--json").out)
    assert answer["status"] == "installed"
    assert answer["self_check"]["problem"] == ""
    assert {step["step"] for step in answer["steps"]} >= {
        "corpus",
        "commands",
        "hook",
        "dependencies",
        "self-check",
    }
