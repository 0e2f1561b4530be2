"""`--uninstall --purge`: gone is what the user named by a typed word, and nothing before they typed it."""

from __future__ import annotations

import os
import pty
import select
import shutil
import time
from pathlib import Path

import pytest

from tests.house import WritePattern
from tests.installation.machine import Machine, tree


@pytest.fixture
def used(machine: Machine, checkout: Path, write_pattern: WritePattern) -> Machine:
    """Installed, with two patterns, a decision of trust and a log."""
    machine.root = checkout
    machine.write_settings('{"model": "m"}')
    assert machine.install().code == 0
    write_pattern(machine.experience / "global" / "frontend")
    write_pattern(machine.experience / "global" / "frontend", id="frontend-2026-04-19-other")
    (machine.experience / "trust.json").write_text("{}")
    (machine.experience / "logs" / "saves.jsonl").write_text("{}\n")
    return machine


WORD = "delete-2-patterns"


@pytest.mark.parametrize("option", ["--purge", "--purge=", "--purge=yes", "--purge=delete-3-patterns"])
def test_without_the_word_nothing_at_all_is_removed(used: Machine, option: str) -> None:
    before = tree(used.home)
    done = used.install("--uninstall", option)
    assert (done.code, done.status) == (1, "error")
    assert f"--purge={WORD}" in done.text
    assert tree(used.home) == before


def test_a_dry_run_says_what_would_be_lost_and_the_word(used: Machine) -> None:
    before = tree(used.home)
    done = used.install("--uninstall", "--purge", "--dry-run")
    assert done.code == 0
    for part in (WORD, "global", "trust.json", "logs", "nothing of it can be had back"):
        assert part in done.text
    assert tree(used.home) == before


def test_with_the_word_everything_of_ours_is_gone_and_the_settings_are_as_they_were(used: Machine) -> None:
    done = used.install("--uninstall", f"--purge={WORD}")
    assert (done.code, done.status) == (0, "uninstalled"), done
    assert used.settings.read_text() == '{"model": "m"}'
    assert sorted(path.name for path in used.config.iterdir()) == ["settings.json"]


def test_what_is_not_known_to_be_ours_stays_and_is_named(used: Machine) -> None:
    (used.experience / "notes of mine.txt").write_text("mine")
    done = used.install("--uninstall", f"--purge={WORD}")
    assert "Left, not known to be ours: ~/.claude/experience/notes of mine.txt" in done.text
    left = sorted(path.name for path in used.experience.iterdir())
    assert left == ["notes of mine.txt", "uninstalled"]


def test_a_corpus_that_is_a_link_is_unlinked_and_its_target_stays(used: Machine, tmp_path: Path) -> None:
    shutil.move(used.experience / "global", tmp_path / "dotfiles")
    (used.experience / "global").symlink_to(tmp_path / "dotfiles")
    assert used.install("--uninstall", f"--purge={WORD}").code == 0
    assert len(list((tmp_path / "dotfiles").glob("*/*.md"))) == 2


def test_a_checkout_that_stays_in_the_skills_folder_is_silenced_after_a_purge_too(
    machine: Machine, checkout: Path
) -> None:
    skill = machine.config / "skills" / "experience-layer"
    skill.parent.mkdir(parents=True)
    machine.root = Path(shutil.move(checkout, skill))
    machine.install()
    done = machine.install("--uninstall", "--purge=delete-0-patterns")
    assert done.code == 0, done
    assert [path.name for path in machine.experience.iterdir()] == ["uninstalled"]
    machine.install()
    assert not (machine.experience / "uninstalled").exists()


def test_purge_without_uninstall_is_a_wrong_call(used: Machine) -> None:
    before = tree(used.home)
    assert used.install("--purge").code == 2
    assert tree(used.home) == before


def typed(machine: Machine, answer: bytes) -> tuple[int, str]:
    """`install.sh --uninstall --purge` on a terminal of its own, on which `answer` is typed."""
    pid, terminal = pty.fork()
    if pid == 0:
        arguments = ["bash", str(machine.root / "install.sh"), "--uninstall", "--purge"]
        os.execvpe("bash", arguments, machine.environment())
    said, asked, deadline = b"", False, time.monotonic() + 30
    while time.monotonic() < deadline and select.select([terminal], [], [], 30)[0]:
        try:
            said += os.read(terminal, 4096)
        except OSError:
            break
        if b"to go on: " in said and not asked:
            asked = True
            os.write(terminal, answer + b"\n")
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said.decode(errors="replace")


def test_on_a_terminal_it_asks_and_takes_the_word(used: Machine) -> None:
    code, said = typed(used, WORD.encode())
    assert f"Type {WORD} to go on: " in said
    assert code == 0, said
    assert not used.experience.exists()


def test_on_a_terminal_another_word_removes_nothing(used: Machine) -> None:
    before = tree(used.home)
    code, said = typed(used, b"yes")
    assert code == 1, said
    assert "not purged, nothing was removed" in said
    assert tree(used.home) == before
