"""What install wrote down is damaged, or something else lies in its place: doctor says so, uninstall still
takes out what is ours, the hook waits for nothing."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.house import ROOT
from tests.installation.diagnosis import doctor
from tests.installation.machine import Machine


@pytest.fixture
def installed(machine: Machine, checkout: Path) -> Machine:
    machine.root = checkout
    assert machine.install().code == 0
    return machine


def commands(machine: Machine) -> list[str]:
    folder = machine.config / "commands"
    return sorted(path.name for path in folder.glob("*.md")) if folder.is_dir() else []


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"files": {"a": 3}, "folders": [3], "link": {}, "settings": {}}',
        '{"files": {}, "folders": [[]], "link": "", "settings": {"x": {"nope": 1}}}',
    ],
)
def test_I04_with_a_damaged_manifest_what_is_ours_goes_and_doctor_says_so(
    installed: Machine, text: str
) -> None:
    assert len(commands(installed)) == 2
    (installed.experience / "state" / "manifest.json").write_text(text)
    mine = installed.config / "commands" / "exp-mine.md"
    mine.write_text("my own")
    assert doctor(installed).of("commands")[0] == "warning"
    assert installed.uninstall().code == 0
    assert commands(installed) == ["exp-mine.md"]
    assert installed.entries() == {}
    assert installed.uninstall().status == "nothing"


def test_I06_with_a_damaged_manifest_an_edited_command_stays(installed: Machine) -> None:
    name = commands(installed)[0]
    (installed.config / "commands" / name).write_text("edited")
    (installed.experience / "state" / "manifest.json").write_text("{")
    assert f"{name} kept" in installed.uninstall().text
    assert commands(installed) == [name]


def test_install_again_mends_a_damaged_manifest(installed: Machine) -> None:
    (installed.experience / "state" / "manifest.json").write_text("{")
    assert installed.install().code == 0
    assert doctor(installed).of("commands")[0] == "ok"


def test_a_pipe_in_the_place_of_the_interpreter_is_not_waited_for(installed: Machine) -> None:
    noted = installed.experience / "state" / "interpreter"
    noted.unlink()
    os.mkfifo(noted)
    found = doctor(installed)
    assert found.of("interpreter")[0] == "warning"
    assert found.of("sample prompt")[0] == "ok"


def test_a_pipe_in_the_place_of_the_settings_does_not_stop_the_plugin(installed: Machine) -> None:
    installed.settings.unlink()
    os.mkfifo(installed.settings)
    started = time.monotonic()
    found = doctor(installed)
    assert found.of("settings file")[0] == "error"
    assert not any("no end within" in one["cause"] for one in found.findings), time.monotonic() - started


def test_fix_puts_down_the_private_packages_with_the_interpreter(installed: Machine) -> None:
    (installed.experience / "state" / "interpreter").write_text("junk\n")
    found = doctor(installed, "--fix")
    assert found.of("interpreter")[0] == "ok"
    assert found.of("private packages")[0] == "ok"


def test_L09_a_line_of_the_future_or_without_a_time_is_no_error_of_this_week(installed: Machine) -> None:
    rows = [{"ts": 5, "where": {"a": 1}}, {"ts": "2099-01-01T00:00:00Z", "where": "a"}, {"where": "b"}]
    log = installed.experience / "logs" / "errors.jsonl"
    log.parent.mkdir(exist_ok=True)
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert doctor(installed).of("errors")[0] == "ok"
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 1))
    log.write_text(json.dumps({"ts": now, "where": "hook", "error": "E"}) + "\n")
    assert doctor(installed).of("errors") == ("warning", f"once {now}: hook E")


def test_no_script_of_ours_opens_what_it_did_not_look_at() -> None:
    for name in ("claude-code.sh", "plugin.sh"):
        text = (ROOT / "hooks" / name).read_text()
        for opened in ('<"$home/state/interpreter"', '$(<"$config/settings.json")'):
            if opened in text:
                assert f'-f "{opened.split(chr(34))[1]}"' in text, (name, opened)
