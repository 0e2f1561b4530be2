"""What doctor finds in what the hook runs on, did and reads: Python, deadline, logs, corpus, switches."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from tests.house import PLAIN_PATH, WritePattern
from tests.installation.diagnosis import doctor
from tests.installation.machine import Machine
from tests.installation.test_install_script import BASE, TOOLS, script

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to give a folder to another user")


@pytest.fixture
def installed(machine: Machine, checkout: Path) -> Machine:
    machine.root = checkout
    assert machine.install().code == 0
    return machine


def interpreter(machine: Machine, python: str) -> None:
    (machine.experience / "state" / "interpreter").write_text(f"{python}\n\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "is gone"),
        ("exit 3", "does not start"),
        ("echo 3.9.1", "is Python 3.9.1"),
    ],
)
def test_R10_an_interpreter_that_is_no_good_is_named_and_put_down_anew(
    installed: Machine, tmp_path: Path, text: str | None, says: str
) -> None:
    python = tmp_path / "python"
    if text:
        script(python, text)
    interpreter(installed, str(python))
    found = doctor(installed)
    assert found.of("interpreter")[0] == "warning"
    assert says in found.of("interpreter")[1]
    assert "python3 on PATH is used" in found.of("interpreter")[1]
    assert doctor(installed, "--fix").of("interpreter")[0] == "ok"


def tools(folder: Path, *leave: str) -> Path:
    folder.mkdir()
    for name in set(TOOLS) - set(leave):
        found = shutil.which(name, path="/usr/bin:/bin")
        assert found, name
        (folder / name).symlink_to(found)
    return folder


def test_R10_and_with_no_python_on_path_either_it_is_an_error(installed: Machine, tmp_path: Path) -> None:
    interpreter(installed, str(tmp_path / "gone"))
    found = doctor(installed, PATH=str(tools(tmp_path / "bin")))
    assert found.of("interpreter")[0] == "error"
    assert found.of("sample prompt")[0] == "error"
    assert found.code == 1


def test_R01_without_timeout_it_says_who_keeps_the_deadline_and_proves_it(
    installed: Machine, tmp_path: Path
) -> None:
    found = doctor(installed, PATH=str(tools(tmp_path / "bin", "timeout")))
    assert found.of("deadline") == (
        "info",
        "no timeout or gtimeout on PATH: the hook keeps its deadline by itself",
    )
    assert found.of("sample prompt")[0] == "ok"


@pytest.mark.parametrize(("text", "says"), [("exit 0", "no warning came out"), ("sleep 60", "no end within")])
def test_a_hook_that_says_nothing_or_hangs_is_an_error(
    machine: Machine, checkout: Path, text: str, says: str
) -> None:
    machine.root = checkout
    machine.install()
    (checkout / "hooks" / "claude-code.sh").write_text(f"cat >/dev/null\n{text}\n")
    found = doctor(machine)
    assert found.of("sample prompt")[0] == "error"
    assert says in found.of("sample prompt")[1]
    assert found.code == 1


def test_a_slow_interpreter_is_a_warning(installed: Machine, tmp_path: Path) -> None:
    slow = script(tmp_path / "python", f'sleep 1.6; exec {BASE} "$@"')
    interpreter(installed, str(slow))
    level, cause = doctor(installed).of("sample prompt")
    assert level in ("warning", "error"), cause  # on a busy machine its deadline may have come first


def test_the_settings_own_variables_reach_the_sample_prompt(installed: Machine, tmp_path: Path) -> None:
    """The client adds `env` of settings.json to the hook's environment; a PATH there can cost bash."""
    document = installed.read_settings()
    installed.write_settings(json.dumps({**document, "env": {"PATH": str(tmp_path)}}))
    assert doctor(installed).of("sample prompt")[0] == "error"


def test_what_the_hook_noted_since_the_install_is_a_warning(installed: Machine) -> None:
    row = {"where": "retrieve", "error": "KeyError", "at": "match.py:7", "detail": ""}
    old, new = "2020-01-01T00:00:00Z", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 60))
    log = installed.experience / "logs" / "errors.jsonl"
    log.write_text(json.dumps({**row, "ts": old}) + "\n")
    assert doctor(installed).of("errors")[0] == "ok", "an install may have mended what came before"
    log.write_text("".join(json.dumps({**row, "ts": ts}) + "\n" for ts in (old, new, new)))
    assert doctor(installed).of("errors") == ("warning", f"2 times, last {new}: retrieve KeyError match.py:7")


def test_a_client_in_use_without_the_hook_is_noticed(installed: Machine) -> None:
    """The way such tools die: prompts are typed for weeks, and the hook meets none of them."""
    history = installed.config / "history.jsonl"
    history.write_text("{}\n")
    found = doctor(installed)
    assert found.of("last prompt")[0] == "warning"
    assert "the hook never saw one" in found.of("last prompt")[1]
    installed.prompt("What is the weather?")
    assert doctor(installed).of("last prompt")[0] == "ok"
    os.utime(history, (time.time() + 3 * 86400,) * 2)
    assert "the hook last saw one at" in doctor(installed).of("last prompt")[1]


def test_files_that_do_not_load_are_named_with_path_and_line(
    installed: Machine, write_pattern: WritePattern
) -> None:
    folder = installed.experience / "global" / "frontend"
    write_pattern(folder)
    broken = write_pattern(folder, id="frontend-2026-04-19-forged", url=None)
    found = doctor(installed)
    level, cause = found.of("pattern files")
    assert level == "warning"
    assert cause.startswith(f"{broken}:")
    assert cause.split(":")[1].isdigit()
    assert " lint" in found.mend("pattern files")


def test_an_index_that_is_missing_or_damaged_is_built_by_fix(
    installed: Machine, write_pattern: WritePattern
) -> None:
    write_pattern(installed.experience / "global" / "frontend")
    assert "1 edit behind" in doctor(installed).of("index")[1]
    base = next((installed.experience / "state" / "index").glob("*.base"))
    base.write_bytes(b"XPIDX of another age")
    assert "cannot be used" in doctor(installed).of("index")[1]
    base.unlink()
    assert doctor(installed).of("index")[0] == "warning"
    assert "up to date" in doctor(installed, "--fix").of("index")[1]


def test_a_broken_config_is_named(installed: Machine) -> None:
    (installed.experience / "config.yaml").write_text("project_pattern: always\n")
    assert ":1: unknown setting" in doctor(installed).of("config.yaml")[1]


@AS_ROOT
def test_S24_folders_of_another_user_are_named(installed: Machine) -> None:
    os.chown(installed.experience / "state", 1234, 1234)
    found = doctor(installed)
    assert "belongs to user 1234" in found.of("permissions")[1]
    assert found.mend("permissions").startswith("sudo chown -R 0 ")


def test_S23_folders_that_others_may_read_or_nobody_may_write(installed: Machine) -> None:
    installed.experience.chmod(0o755)
    (installed.experience / "logs").chmod(0o500)
    said = str(doctor(installed).sick)
    assert "can be read by others (mode 0755)" in said
    assert "cannot be written" in said
    (installed.experience / "logs").chmod(0o700)


@pytest.mark.parametrize("switch", ["environment", "settings", "file", "nested"])
def test_the_switch_in_force_is_named_with_what_takes_it_back(installed: Machine, switch: str) -> None:
    project = installed.home / "project"
    (project / ".git").mkdir(parents=True)
    env = {"environment": {"EXPERIENCE_LAYER": "off"}, "nested": {"EXP_NESTED": "1"}}.get(switch, {})
    if switch == "settings":
        document = installed.read_settings()
        installed.write_settings(json.dumps({**document, "env": {"EXPERIENCE_LAYER": "off"}}))
    if switch == "file":
        (project / ".experience-disabled").touch()
    found = doctor(installed, cwd=project, **env)
    assert found.of("switches")[0] == "warning"
    assert found.of("sample prompt")[0] == "ok", "the switch is the user's wish, not a fault of the hook"
    says = {"file": "rm ~/project/.experience-disabled", "environment": "unset EXPERIENCE_LAYER"}
    assert found.mend("switches") == says.get(switch, "unset EXP_NESTED" if switch == "nested" else "")


def test_a_venv_whose_folder_is_gone_is_a_warning(installed: Machine) -> None:
    (installed.experience / "venv").unlink()
    found = doctor(installed, PATH=PLAIN_PATH)
    assert found.of("private packages")[0] == "warning"
    assert found.of("sample prompt")[0] == "ok"
