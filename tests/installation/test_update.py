"""A second install from a newer checkout, and what uninstall leaves (cases I01, I04, I05, I06)."""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
from pathlib import Path

import pytest

from experience.files.lock import locked
from experience.installation import removal
from tests.house import ROOT, WritePattern
from tests.installation.machine import COMMAND, ONE_EACH, Machine, Run, tree

NEWER = COMMAND.format(name="exp-one") + "More text in a newer version.\n"


@pytest.fixture
def installed(machine: Machine, checkout: Path) -> Machine:
    machine.root = checkout
    assert machine.install().code == 0
    return machine


def command(machine: Machine, name: str) -> Path:
    return machine.config / "commands" / name


def test_commands_are_copied_in_the_literal_spelling(installed: Machine) -> None:
    for name in ("exp-one.md", "exp-two.md"):
        shipped = (installed.root / "commands" / name).read_bytes()
        assert command(installed, name).read_bytes() == shipped
        assert b"python3 ~/.claude/skills/experience-layer/lib/exp.py" in shipped


def test_I05_an_edited_command_is_kept_with_the_new_version_beside_it(installed: Machine) -> None:
    command(installed, "exp-one.md").write_text("mine now")
    command(installed, "exp-x.md").write_text("a command of my own")
    (installed.root / "commands" / "exp-one.md").write_text(NEWER)
    done = installed.install()
    assert done.code == 0
    assert "edited by you and kept" in done.text
    assert command(installed, "exp-one.md").read_text() == "mine now"
    assert command(installed, "exp-one.md.new").read_text() == NEWER
    assert command(installed, "exp-x.md").read_text() == "a command of my own"


def test_I05_the_new_version_goes_once_it_was_taken_over(installed: Machine) -> None:
    command(installed, "exp-one.md").write_text("mine now")
    (installed.root / "commands" / "exp-one.md").write_text(NEWER)
    installed.install()
    shutil.move(command(installed, "exp-one.md.new"), command(installed, "exp-one.md"))
    installed.install()
    assert not command(installed, "exp-one.md.new").exists()
    installed.uninstall()
    assert not command(installed, "exp-one.md").exists()


def test_I05_a_foreign_file_of_our_name_is_not_overwritten(machine: Machine, checkout: Path) -> None:
    machine.root = checkout
    command(machine, "").mkdir(parents=True)
    command(machine, "exp-one.md").write_text("somebody else's")
    machine.install()
    assert command(machine, "exp-one.md").read_text() == "somebody else's"
    machine.uninstall()
    assert [path.name for path in command(machine, "").iterdir()] == ["exp-one.md"]


def test_I05_an_untouched_command_is_updated(installed: Machine) -> None:
    (installed.root / "commands" / "exp-one.md").write_text(NEWER)
    assert "exp-one: updated" in installed.install().text
    assert command(installed, "exp-one.md").read_text() == NEWER


def test_I06_a_withdrawn_command_goes_if_untouched_and_stays_if_edited(installed: Machine) -> None:
    command(installed, "exp-two.md").write_text("mine now")
    for name in ("exp-one.md", "exp-two.md"):
        (installed.root / "commands" / name).unlink()
    (installed.root / "commands" / "exp-three.md").write_text(NEWER)
    installed.install()
    assert sorted(path.name for path in command(installed, "").iterdir()) == ["exp-three.md", "exp-two.md"]
    installed.uninstall()
    assert [path.name for path in command(installed, "").iterdir()] == ["exp-two.md"]


def test_a_commands_folder_that_is_linked_to_the_checkout_is_left(machine: Machine, checkout: Path) -> None:
    machine.root = checkout
    machine.config.mkdir()
    command(machine, "").symlink_to(checkout / "commands")
    before = tree(checkout / "commands")
    assert machine.install().code == 0
    assert machine.uninstall().code == 0
    assert tree(checkout / "commands") == before


@pytest.mark.parametrize("text", ['{"model":"m"}', "{}\n", '{\n\t"hooks": {\n\t}\n}', "", None])
def test_I01_install_uninstall_leaves_the_settings_as_they_were(
    machine: Machine, checkout: Path, text: str | None
) -> None:
    machine.root = checkout
    if text is not None:
        machine.write_settings(text)
    assert machine.install().code == 0
    assert machine.install().code == 0
    done = machine.uninstall()
    assert (done.code, done.status) == (0, "uninstalled")
    if text is None:
        assert not machine.settings.exists()
    else:
        assert machine.settings.read_bytes() == text.encode()
    assert sorted(path.name for path in machine.config.iterdir() if path != machine.settings) == [
        "experience"
    ]


def test_I01_edits_made_in_between_are_kept(machine: Machine) -> None:
    machine.write_settings('{\n  "model": "m"\n}\n')
    machine.install()
    document = machine.read_settings()
    assert list(document["hooks"]) == list(ONE_EACH)
    document["permissions"] = {"deny": ["Read(.env)"]}
    document["hooks"]["Stop"] = [{"hooks": [{"type": "command", "command": "echo stop"}]}]
    document["hooks"]["UserPromptSubmit"].insert(0, {"hooks": [{"type": "command", "command": "echo mine"}]})
    machine.write_settings(json.dumps(document, indent=4))
    machine.uninstall()
    document["hooks"]["UserPromptSubmit"].pop()
    for event in ONE_EACH.keys() - {"UserPromptSubmit"}:
        del document["hooks"][event]
    assert machine.settings.read_text() == json.dumps(document, indent=4)


def test_I01_a_settings_file_of_ours_that_the_user_filled_stays(machine: Machine) -> None:
    machine.install()
    machine.write_settings(json.dumps(machine.read_settings() | {"model": "m"}))
    machine.uninstall()
    assert machine.read_settings() == {"model": "m"}


def test_uninstall_keeps_corpus_and_logs_and_says_where(
    installed: Machine, write_pattern: WritePattern
) -> None:
    pattern = write_pattern(installed.experience / "global" / "frontend")
    (installed.experience / "logs" / "saves.jsonl").write_text("{}\n")
    done = installed.uninstall()
    assert "~/.claude/experience (1 pattern, logs" in done.text
    assert pattern.is_file()
    assert (installed.experience / "logs" / "saves.jsonl").is_file()
    for name in ("venv", "state"):
        assert not (installed.experience / name).exists()


def test_an_uninstall_waits_for_an_install_that_is_not_done(machine: Machine) -> None:
    machine.install()
    before = tree(machine.home)
    ended: list[Run] = []
    other = threading.Thread(target=lambda: ended.append(machine.uninstall()))
    with locked(machine.experience / "install"):  # as an install holds it
        other.start()
        time.sleep(1.5)
        assert ended == []
        assert tree(machine.home) == before
    other.join()
    assert [(run.code, run.status) for run in ended] == [(0, "uninstalled")]


def test_installs_and_uninstalls_at_once_leave_all_or_nothing(machine: Machine) -> None:
    runs: list[Run] = []
    calls = [machine.install, machine.uninstall, machine.install, machine.uninstall]
    threads = [threading.Thread(target=lambda call=call: runs.append(call())) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(run.code, run) for run in runs if run.code] == []
    whole = (machine.experience / "state" / "interpreter").is_file()
    assert machine.settings.exists() == whole
    assert not whole or machine.counts() == ONE_EACH


def test_an_install_from_before_the_other_events_gets_them_and_goes_without_a_trace(
    machine: Machine,
) -> None:
    raw = machine.write_settings('{\n  "model": "m"\n}\n')
    machine.install()
    document = machine.read_settings()
    later = ONE_EACH.keys() - {"UserPromptSubmit"}
    for event in later:
        del document["hooks"][event]
    machine.write_settings(json.dumps(document, indent=2) + "\n")
    manifest = machine.experience / "state" / "manifest.json"
    known = json.loads(manifest.read_text())
    kept = known["settings"][str(machine.settings)]
    kept["keys"] = [key for key in kept["keys"] if key not in later]
    manifest.write_text(json.dumps(known))
    assert machine.counts() == {"UserPromptSubmit": 1}
    assert machine.install().code == 0
    assert machine.counts() == ONE_EACH
    machine.uninstall()
    assert machine.settings.read_bytes() == raw


def test_a_second_uninstall_and_one_without_install_are_calm(machine: Machine) -> None:
    assert (machine.uninstall().code, machine.uninstall().status) == (0, "nothing")
    machine.install()
    machine.uninstall()
    done = machine.uninstall()
    assert (done.code, done.status, done.err) == (0, "nothing", "")


def test_uninstall_without_a_manifest_still_takes_the_hook_out(installed: Machine) -> None:
    shutil.rmtree(installed.experience / "state")
    assert installed.uninstall().code == 0
    assert installed.entries() == {}
    assert not (installed.config / "skills" / "experience-layer").is_symlink()


def test_uninstall_of_settings_it_cannot_read_removes_nothing(installed: Machine) -> None:
    installed.settings.write_text("{ // broken by hand\n}")
    before = tree(installed.home)
    done = installed.uninstall()
    assert done.code == 1
    assert "settings.json:1:3" in done.text
    assert tree(installed.home) == before


def test_the_prepared_environment_is_never_removed(installed: Machine) -> None:
    packages = Path((installed.experience / "venv").resolve())
    installed.uninstall()
    assert (packages / "bin" / "python").exists()


def test_uninstall_takes_our_entries_out_of_the_crontab_and_no_other(
    machine: Machine, tmp_path: Path
) -> None:
    table = tmp_path / "table"
    theirs = "5 4 * * * backup # experience-layer harvests of mine\n"
    table.write_text(theirs + f"30 3 * * * run it # {removal.SCHEDULED[0]}\n")
    program = tmp_path / "bin" / "crontab"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\n[ "$1" = -l ] && exec cat "{table}"\nexec cat >"{table}"\n')
    program.chmod(0o755)
    machine.env["PATH"] = f"{program.parent}:{machine.environment()['PATH']}"
    machine.install()
    assert "crontab entry experience-layer harvest taken out" in machine.uninstall().text
    assert table.read_text() == theirs


def test_every_mark_that_a_verb_puts_into_the_crontab_is_known_to_uninstall() -> None:
    sources = (ROOT / "lib" / "experience").rglob("*.py")
    marks = {
        mark for path in sources for mark in re.findall(r'^MARKER = "(.*)"', path.read_text(), re.MULTILINE)
    }
    assert marks
    assert marks <= set(removal.SCHEDULED)
