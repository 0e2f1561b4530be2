"""install.sh for real: what it writes, what it refuses, and what it says (cases S, I)."""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.house import ROOT, WritePattern, prompt_payload
from tests.installation.machine import ONE_EACH, Machine, run, tree


def test_the_main_job_is_done_and_shown(machine: Machine) -> None:
    done = machine.install()
    assert (done.code, done.status) == (0, "installed"), done
    assert "git push --force" in done.text
    assert "general-2026-01-15-force-push" in done.text
    assert max(len(line) for line in done.out.splitlines() if "/" not in line) <= 80
    assert machine.counts() == ONE_EACH
    assert machine.prompt("What is the weather?").stdout == ""


def test_a_recorded_failure_warns_on_the_next_prompt(machine: Machine, write_pattern: WritePattern) -> None:
    machine.install()
    write_pattern(machine.experience / "global" / "frontend")
    result = machine.prompt("After the deploy I get a ChunkLoadError, a stale chunk it seems")
    assert (result.code, result.stderr) == (0, "")
    assert "frontend-2026-04-18-stale-chunk" in result.context
    assert "frontend-2026-04-18-stale-chunk" in result.message


def test_the_start_of_a_session_is_served_and_silent(machine: Machine, write_pattern: WritePattern) -> None:
    """Warnings come again after a compaction: seen only where the event reaches the hook."""
    machine.install()
    write_pattern(machine.experience / "global" / "frontend")
    prompt = prompt_payload("After the deploy I get a ChunkLoadError, a stale chunk it seems")
    again = {**prompt, "prompt_id": "another"}
    common = {key: prompt[key] for key in ("session_id", "transcript_path", "cwd")}
    started = {**common, "hook_event_name": "SessionStart", "source": "compact"}
    assert machine.send(prompt, machine.home).context
    assert machine.send(again, machine.home).stdout == ""
    silent = machine.send(started, machine.home)
    assert (silent.code, silent.stdout, silent.stderr) == (0, "", "")
    assert machine.send({**prompt, "prompt_id": "a third"}, machine.home).context


def test_the_first_pattern_is_made_as_the_answer_says_and_is_clean(machine: Machine) -> None:
    named = re.findall(r"^ +/(exp-\w+)$", machine.install().out, re.MULTILINE)
    assert named == ["exp-onboard", "exp-capture"]
    assert all((machine.config / "commands" / f"{command}.md").is_file() for command in named)
    door = [sys.executable, str(ROOT / "lib" / "exp.py")]
    for step in ("frontend", "take"):
        assert run([*door, "onboard", step], machine.environment(), cwd=ROOT).code == 0
    (pattern,) = (machine.experience / "global").glob("*/*.md")
    linted = run([*door, "lint", str(pattern)], machine.environment())
    assert (linted.code, linted.status) == (0, "clean"), linted


def test_the_missions_folders_exist_and_are_private(machine: Machine) -> None:
    machine.install()
    home = machine.experience
    for domain in ("power-automate", "solana", "frontend", "general"):
        assert (home / "global" / domain).is_dir()
    for folder in (home, home / "logs", home / "state", home / "global" / "solana"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_dry_run_writes_nothing(machine: Machine, checkout: Path) -> None:
    machine.root = checkout
    machine.write_settings('{"model": "m"}')
    before = tree(machine.home), tree(checkout)
    done = machine.install("--dry-run")
    assert (done.code, done.status) == (0, "planned")
    assert "exp-one, exp-two: new" in done.text
    assert "settings.json (backed up first)" in done.text
    assert (tree(machine.home), tree(checkout)) == before
    machine.install()
    before = tree(machine.home), tree(checkout)
    assert "already in ~/.claude/settings.json dependencies" in machine.install("--dry-run").text
    assert machine.uninstall("--dry-run").status == "planned"
    assert (tree(machine.home), tree(checkout)) == before


def test_installs_at_once_take_turns_and_leave_one_entry_per_event(machine: Machine) -> None:
    raw = machine.write_settings('{"model": "m"}')
    runs: list[int] = []
    threads = [threading.Thread(target=lambda: runs.append(machine.install().code)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert runs == [0, 0, 0]
    assert machine.counts() == ONE_EACH
    assert machine.uninstall().code == 0
    assert machine.settings.read_bytes() == raw


def test_a_checkout_elsewhere_is_linked_and_one_in_place_is_not(machine: Machine, checkout: Path) -> None:
    machine.root = checkout
    machine.install()
    skill = machine.config / "skills" / "experience-layer"
    assert skill.is_symlink()
    assert skill.samefile(checkout)
    machine.uninstall()
    assert not skill.is_symlink()
    skill.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(checkout, skill)
    machine.root = skill
    assert machine.install().code == 0
    assert not skill.is_symlink()
    assert machine.uninstall().code == 0
    assert (skill / "install.sh").is_file()


def test_a_moved_checkout_is_linked_anew(machine: Machine, checkout: Path) -> None:
    machine.root = checkout
    machine.install()
    moved = checkout.with_name("moved")
    shutil.move(checkout, moved)
    assert machine.prompt("hello").code == 0, "until then the hook is silent"
    machine.root = moved
    assert machine.install().code == 0
    assert (machine.config / "skills" / "experience-layer").samefile(moved)
    assert machine.counts() == ONE_EACH


@pytest.mark.parametrize("link", [False, True])
def test_something_else_in_the_skills_folder_is_not_replaced(
    machine: Machine, tmp_path: Path, link: bool
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "SKILL.md").write_text("mine")
    skill = machine.config / "skills" / "experience-layer"
    skill.parent.mkdir(parents=True)
    if link:
        skill.symlink_to(other)
    else:
        shutil.copytree(other, skill)
    before = tree(machine.home)
    done = machine.install()
    assert (done.code, done.status) == (1, "refused")
    assert "in the way" in done.text
    assert tree(machine.home) == before


def test_a_switched_off_session_is_told_and_does_not_fail_the_check(machine: Machine) -> None:
    done = machine.install(EXPERIENCE_LAYER="off")
    assert done.code == 0, done
    assert "EXPERIENCE_LAYER=off" in done.text


def test_the_state_for_the_hook_names_a_real_interpreter(machine: Machine) -> None:
    machine.install()
    python, packages = (machine.experience / "state" / "interpreter").read_text().splitlines()
    assert not Path(python).is_symlink()
    assert Path(packages, "yaml").is_dir()
    shown = subprocess.run(
        [python, "-I", "-S", "-c", "import sys; print(sys.prefix == sys.base_prefix)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stdout == "True\n"
