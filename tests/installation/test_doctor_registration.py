"""What doctor finds in the client's settings: not registered, twice, oddly, disabled, loaded twice."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from experience.installation import client_settings
from experience.installation.doctor import XD104_hooks_disabled
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import Layout
from tests.installation.diagnosis import doctor
from tests.installation.machine import Machine, copied_checkout

OLD = "bash ~/.claude/skills/experience-layer/hooks/claude-code.sh"


@pytest.fixture
def installed(machine: Machine, checkout: Path) -> Machine:
    machine.root = checkout
    assert machine.install().code == 0
    return machine


def edited(machine: Machine, change: Callable[[dict[str, Any]], object]) -> None:
    document = machine.read_settings()
    change(document)
    machine.write_settings(json.dumps(document))


def submit(document: dict[str, Any]) -> Any:
    return document["hooks"]["UserPromptSubmit"]


def test_I12_a_plugin_that_stands_in_after_a_reset_is_no_reason_to_be_silent(
    machine: Machine,
) -> None:
    machine.root = plugin_in(machine.config / "skills" / "experience-layer")
    machine.install()
    machine.write_settings("{}")
    found = doctor(machine)
    assert found.of("registration")[0] == "warning"
    assert found.of("registration")[1].startswith("not registered in ~/.claude/settings.json any more")
    assert found.of("sample prompt")[0] == "ok"
    assert doctor(machine, "--fix").of("registration")[0] == "ok"


def test_I12_after_a_reset_of_the_settings_it_says_not_registered(installed: Machine) -> None:
    installed.write_settings("{}")
    found = doctor(installed)
    assert found.code == 1
    assert found.of("registration")[0] == "error"
    assert found.of("registration")[1].startswith("not registered")
    assert found.mend("registration") == "bash ~/.claude/skills/experience-layer/install.sh"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda one: submit(one).append({"hooks": [{"type": "command", "command": OLD, "timeout": 5}]}),
            "2 times",
        ),
        (lambda one: submit(one)[0]["hooks"][0].update(command=OLD), "spelled unlike ours"),
        (lambda one: submit(one)[0]["hooks"][0].pop("timeout"), "has no timeout"),
        (lambda one: submit(one)[0]["hooks"][0].update(timeout=3000), "timeout 3000 s, not 5"),
        (lambda one: submit(one)[0].update(matcher="Bash"), "matcher 'Bash'"),
        (lambda one: one["hooks"].pop("SessionStart"), "not registered for SessionStart"),
        (
            lambda one: one["hooks"].update(
                Stop=[{"hooks": [{"type": "command", "command": OLD, "timeout": 5}]}]
            ),
            "registered for Stop, which it does not serve",
        ),
    ],
    ids=["twice", "spelling", "no-timeout", "timeout", "matcher", "one-event", "foreign-event"],
)
def test_S10_S12_S15_an_odd_registration_is_a_warning_that_fix_mends(
    installed: Machine, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    before = installed.read_settings()
    edited(installed, change)
    found = doctor(installed)
    assert [row for row in found.sick if row[1] == "registration"], found
    assert says in str(found.sick)
    assert found.of("registration")[0] == "warning"
    assert doctor(installed, "--fix").sick == []
    hooks = installed.read_settings()["hooks"]
    assert {event: groups for event, groups in hooks.items() if groups} == before["hooks"]


def test_S01_settings_that_cannot_be_read_are_named_with_the_place(installed: Machine) -> None:
    installed.settings.write_text('{"a": 1,\n // note\n}')
    found = doctor(installed)
    assert found.of("settings file")[0] == "error"
    assert f"{installed.settings}:2:2: a comment" in found.of("settings file")[1]
    assert doctor(installed, "--fix").fixed == [], "nothing of that file is touched"


def test_S07_settings_that_somebody_else_writes_are_told_of(installed: Machine) -> None:
    installed.settings.chmod(0o444)
    found = doctor(installed)
    assert found.of("settings file")[0] == "info"
    assert found.code == 0, "the entry stands in it"


def test_a_skill_folder_that_was_deleted_is_an_error_of_doctor_and_none_of_the_users(
    machine: Machine, checkout: Path
) -> None:
    machine.root = checkout
    machine.install()
    shutil.move(checkout, checkout.with_name("moved"))
    silent = machine.prompt("git push --force")
    assert (silent.code, silent.stdout, silent.stderr) == (0, "", "")
    machine.root = checkout.with_name("moved")
    found = doctor(machine)
    assert found.code == 1
    assert "is a link that leads nowhere" in found.of("hook script")[1]
    assert found.of("sample prompt")[0] == "error"
    assert found.mend("hook script") == f"bash {machine.root}/install.sh"
    assert machine.install().code == 0
    assert doctor(machine).of("sample prompt")[0] == "ok"


def test_a_link_that_leads_nowhere_is_named_though_the_settings_were_reset_too(
    machine: Machine, checkout: Path
) -> None:
    machine.root = checkout
    machine.install()
    machine.write_settings("{}")
    skill = machine.config / "skills" / "experience-layer"
    skill.unlink()
    skill.symlink_to(checkout / "nowhere")
    titles = {title for level, title, _ in doctor(machine).sick if level == "error"}
    assert titles == {"registration", "hook script"}


@pytest.mark.parametrize("where", ["user", "project", "local"])
def test_disabled_hooks_are_an_error_wherever_it_is_said(installed: Machine, where: str) -> None:
    project = installed.home / "project"
    (project / ".git").mkdir(parents=True)
    (project / ".claude").mkdir()
    if where == "user":
        edited(installed, lambda one: one.update(disableAllHooks=True))
    else:
        name = "settings.json" if where == "project" else "settings.local.json"
        (project / ".claude" / name).write_text('{"disableAllHooks": true}')
    found = doctor(installed, cwd=project)
    assert found.code == 1
    assert "disableAllHooks" in found.of("client's hooks")[1]


def test_an_administrators_hooks_only_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    managed = tmp_path / "managed-settings.json"
    managed.write_text('{"allowManagedHooksOnly": true}')
    monkeypatch.setattr(client_settings, "MANAGED", str(managed))
    around = Surroundings(Layout(tmp_path, tmp_path / "experience", tmp_path), str(tmp_path))
    (finding,) = XD104_hooks_disabled.check(around)
    assert finding.level == "error"
    assert "allowManagedHooksOnly" in finding.cause


def plugin_in(folder: Path) -> Path:
    """The checkout as a plugin: with the folder that the copies of the tests leave out."""
    root = copied_checkout(folder)
    shutil.copytree(Path(__file__).parents[2] / ".claude-plugin", root / ".claude-plugin")
    return root


def test_loaded_from_the_skills_folder_alone_it_is_proved_the_same_way(machine: Machine) -> None:
    machine.root = plugin_in(machine.config / "skills" / "experience-layer")
    found = doctor(machine)
    assert found.of("registration") == (
        "ok",
        "loaded as a plugin (experience-layer@skills-dir); settings.json needs no entry",
    )
    assert found.of("sample prompt")[0] == "ok"
    assert found.code == 0


def test_a_plugin_beside_the_registration_is_a_warning_and_named(installed: Machine) -> None:
    edited(installed, lambda one: one.update(enabledPlugins={"experience-layer@somewhere": True}))
    found = doctor(installed)
    assert found.of("second form")[0] == "warning"
    assert found.mend("second form") == "claude plugin uninstall experience-layer@somewhere"
    edited(installed, lambda one: one.update(enabledPlugins={"experience-layer@somewhere": False}))
    assert found.code == 0
    assert doctor(installed).sick == []


def test_S29_a_wrapper_of_the_users_is_told_of(installed: Machine) -> None:
    wrapper = {"type": "command", "command": f"echo mine; {OLD}"}
    edited(installed, lambda one: submit(one).append({"hooks": [wrapper]}))
    assert "in a command of yours" in str(doctor(installed).findings)


def test_uninstalled_it_says_so(machine: Machine) -> None:
    machine.root = plugin_in(machine.config / "skills" / "experience-layer")
    machine.install()
    machine.uninstall()
    found = doctor(machine)
    assert found.of("registration")[0] == "warning"
    assert found.of("registration")[1].startswith("uninstalled")
    assert doctor(machine, "--fix").fixed == [], "what a person took out stays out"


def test_commands_that_are_missing_or_old_are_named(machine: Machine, checkout: Path) -> None:
    machine.root = checkout
    machine.install()
    (machine.config / "commands" / "exp-one.md").unlink()
    (checkout / "commands" / "exp-two.md").write_text("newer")
    said = str(doctor(machine).sick)
    assert "exp-one: missing" in said
    assert "exp-two: older than the checkout" in said
