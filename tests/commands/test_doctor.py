"""`exp.py doctor`: the answer, its exit code, --json, --fix, and that it runs where other verbs cannot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experience.installation.doctor import registry
from tests.installation.diagnosis import doctor
from tests.installation.machine import ONE_EACH, Machine, copied_checkout


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "home").mkdir()
    machine = Machine(tmp_path / "home", copied_checkout(tmp_path / "checkout"))
    assert machine.install().code == 0
    return machine


def test_a_healthy_install_is_ok_and_the_sample_prompt_came_back(machine: Machine) -> None:
    found = doctor(machine)
    assert (found.status, found.code, found.sick) == ("ok", 0, [])
    level, cause = found.of("sample prompt")
    python = (machine.experience / "state" / "interpreter").read_text().splitlines()[0]
    assert level == "ok"
    assert cause.startswith("came back with a warning in ")
    assert cause.endswith(f" ms, by {python}")


def test_every_check_has_something_to_say_of_a_healthy_install(machine: Machine) -> None:
    checks = {check.ID for check in registry.all_checks()}
    assert len(checks) >= 15
    assert {one["check"] for one in doctor(machine).findings} == checks


def test_nothing_is_written_by_looking(machine: Machine) -> None:
    before = {path: path.stat().st_mtime_ns for path in machine.config.rglob("*") if path.is_file()}
    doctor(machine)
    after = {path: path.stat().st_mtime_ns for path in machine.config.rglob("*") if path.is_file()}
    assert after == before


def test_text_names_level_cause_and_the_command_that_mends_it(machine: Machine) -> None:
    machine.write_settings("{}")
    ran = machine.exp("doctor")
    assert (ran.code, ran.status) == (1, "error")
    assert "error registration not registered: ~/.claude/settings.json does not hold the hook" in ran.text
    assert "-> bash ~/.claude/skills/experience-layer/install.sh" in ran.text
    assert "exp.py doctor --fix mends 1 of these by itself" in ran.text
    assert max(len(line) for line in ran.out.splitlines() if "/" not in line) <= 80


def test_fix_does_what_is_safe_and_looks_again(machine: Machine) -> None:
    machine.write_settings('{"model": "m"}')
    machine.experience.chmod(0o755)
    found = doctor(machine, "--fix")
    assert [row["done"] for row in found.fixed] == [True, True]
    assert (found.status, found.code) == ("ok", 0)
    assert machine.counts() == ONE_EACH
    assert machine.read_settings()["model"] == "m"
    assert machine.experience.stat().st_mode & 0o077 == 0


def test_what_one_fix_mends_is_done_once(machine: Machine) -> None:
    document = machine.read_settings()
    for event in document["hooks"]:
        document["hooks"][event][0]["hooks"][0]["timeout"] = 3000
    machine.write_settings(json.dumps(document))
    assert len(doctor(machine).sick) == len(ONE_EACH)
    found = doctor(machine, "--fix")
    assert [row["title"] for row in found.fixed] == ["registration"]
    assert found.sick == []


def test_a_fix_that_fails_is_told_and_the_finding_stays(machine: Machine) -> None:
    machine.write_settings("{}")
    machine.settings.chmod(0o444)
    found = doctor(machine, "--fix")
    assert [row["done"] for row in found.fixed] == [False]
    assert "read-only" in found.fixed[0]["result"]
    assert found.code == 1


def test_status_shows_the_errors_and_warnings(machine: Machine) -> None:
    assert "doctor   found nothing wrong" in machine.exp("status").out
    machine.write_settings("{}")
    ran = machine.exp("status")
    assert (ran.code, ran.status) == (0, "on")
    assert "doctor   error: not registered: ~/.claude/settings.json" in ran.out
    assert "         -> bash ~/.claude/skills/experience-layer/install.sh" in ran.out
    (finding,) = json.loads(machine.exp("status", "--json").out)["findings"]
    assert finding["level"] == "error"


def test_it_runs_where_the_private_environment_starts_no_more(machine: Machine, tmp_path: Path) -> None:
    (machine.experience / "venv").unlink()  # the link of the tests
    broken = machine.experience / "venv" / "bin" / "python"
    broken.parent.mkdir(parents=True)
    broken.write_text("#!/bin/sh\necho broken >&2\nexit 3\n")
    broken.chmod(0o755)
    assert machine.exp("status").code == 3
    found = doctor(machine)
    assert found.of("private packages")[0] == "warning"
    assert "broken" in found.of("private packages")[1]
    assert found.of("sample prompt")[0] == "ok", "the hook goes on without it"
    assert found.code == 0
