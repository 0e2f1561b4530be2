"""Whose machine, whose files, which folder: what install follows and what it refuses."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from tests.installation.machine import ONE_EACH, Machine, run, tree

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to give a folder to another user")


def test_S19_without_claude_it_is_said_and_the_modes_are_private(machine: Machine) -> None:
    done = machine.install()
    assert "Claude Code (claude) was not found on PATH" in done.text
    assert stat.S_IMODE(machine.config.stat().st_mode) == 0o700
    assert stat.S_IMODE(machine.settings.stat().st_mode) == 0o600


def test_S19_with_claude_on_path_nothing_is_said(machine: Machine, tmp_path: Path) -> None:
    fake = tmp_path / "bin" / "claude"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\n")
    fake.chmod(0o755)
    done = machine.install(PATH=f"{fake.parent}:{machine.environment()['PATH']}")
    assert "not found" not in done.text


def test_S20_all_parts_follow_CLAUDE_CONFIG_DIR(machine: Machine, checkout: Path) -> None:
    machine.root = checkout
    machine.env["CLAUDE_CONFIG_DIR"] = str(machine.home / ".config" / "claude work")
    done = machine.install()
    assert done.code == 0, done
    assert not (machine.home / ".claude").exists()
    assert machine.experience.is_dir()
    assert machine.counts() == ONE_EACH
    command = (machine.config / "commands" / "exp-one.md").read_text()
    assert "~/.claude" not in command
    called = command.rsplit("`", 2)[1]
    answer = run(["sh", "-c", called.replace("exp-one", "--version")], machine.environment())
    assert answer.out.startswith("status: ok"), answer
    assert "'" in called, "a path with a blank has to be quoted"
    machine.uninstall()
    assert not (machine.config / "commands").exists()


@pytest.mark.parametrize("value", ["", "  ", "\t"])
def test_S20_a_blank_variable_counts_as_unset(machine: Machine, checkout: Path, value: str) -> None:
    machine.root = checkout
    done = machine.install(CLAUDE_CONFIG_DIR=value, EXPERIENCE_HOME=value)
    assert done.code == 0, done
    assert machine.settings.is_file()
    shipped = (checkout / "commands" / "exp-one.md").read_bytes()
    assert (machine.home / ".claude" / "commands" / "exp-one.md").read_bytes() == shipped


def test_S20_the_default_folder_named_in_the_variable_changes_no_command(
    machine: Machine, checkout: Path
) -> None:
    machine.root = checkout
    machine.install(CLAUDE_CONFIG_DIR=str(machine.home / ".claude"))
    shipped = (checkout / "commands" / "exp-one.md").read_bytes()
    assert (machine.home / ".claude" / "commands" / "exp-one.md").read_bytes() == shipped


@pytest.mark.parametrize("name", ["CLAUDE_CONFIG_DIR", "EXPERIENCE_HOME"])
def test_S20_a_relative_folder_is_refused(machine: Machine, name: str) -> None:
    done = machine.install(**{name: "some/where"})
    assert done.code == 1
    assert "relative" in done.text


def test_S21_a_home_with_blanks_umlauts_and_brackets(tmp_path: Path, checkout: Path) -> None:
    home = tmp_path / "exp home" / "Ünï (x) it's"
    home.mkdir(parents=True)
    machine = Machine(home, checkout)
    for locale in ("C", "C.UTF-8", "POSIX"):
        done = machine.install(LC_ALL=locale)
        assert done.code == 0, done
        assert machine.counts() == ONE_EACH
    result = machine.prompt("hello")
    assert (result.code, result.stdout, result.stderr) == (0, "", "")


@AS_ROOT
@pytest.mark.parametrize("foreign", ["home", "config", "experience"])
def test_S24_root_for_another_user_is_refused_unless_asked(machine: Machine, foreign: str) -> None:
    machine.experience.mkdir(parents=True)
    os.chown(getattr(machine, foreign), 1234, 1234)
    before = tree(machine.home)
    done = machine.install()
    assert (done.code, done.status) == (1, "refused")
    assert "--allow-root-for-user" in done.text
    assert tree(machine.home) == before
    assert machine.install("--allow-root-for-user").code == 0


@AS_ROOT
def test_S24_state_that_root_left_behind_is_named_with_its_owner(machine: Machine) -> None:
    """Root without its power over modes stands for the user who cannot write what root left."""
    machine.experience.mkdir(parents=True)
    os.chown(machine.experience, 1234, 1234)
    machine.experience.chmod(0o700)
    powerless = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    if not shutil.which("setpriv"):
        pytest.skip("setpriv is not here")
    command = [*powerless, "bash", str(machine.root / "install.sh"), "--allow-root-for-user"]
    done = run(command, machine.environment())
    assert done.code == 1
    assert "it belongs to user 1234" in done.text
    assert not machine.settings.exists()


def test_S26_a_mounted_configuration_in_a_container_is_refused(machine: Machine) -> None:
    if os.geteuid() != 0 or run(["unshare", "-m", "true"], machine.environment()).code != 0:
        pytest.skip("mounting needs root and unshare")
    if not Path("/.dockerenv").exists() and not Path("/run/.containerenv").exists():
        pytest.skip("not a container: the mark of one is missing")
    machine.config.mkdir()
    outside = machine.home / "host side"
    outside.mkdir()
    script = 'mount --bind "$1" "$2" && shift 2 && exec bash "$@"'
    start = ["unshare", "-m", "sh", "-c", script, "sh", str(outside), str(machine.config)]
    command = [*start, str(machine.root / "install.sh")]
    done = run(command, machine.environment())
    assert (done.code, done.status) == (1, "refused"), done
    assert "--allow-container" in done.text
    assert not list(outside.iterdir())
    assert run([*command, "--allow-container"], machine.environment()).code == 0
    assert (outside / "settings.json").is_file()
