"""Only what was verified is claimed: each step is made to fail in turn (case I09)."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from tests.installation.machine import Machine


@pytest.fixture
def there(machine: Machine, checkout: Path) -> Machine:
    machine.root = checkout
    return machine


def hook_of(machine: Machine) -> Path:
    return machine.root / "hooks" / "claude-code.sh"


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("exec cat >/dev/null\n", "stdout empty"),
        ('cat >/dev/null; echo \'{"additionalContext": "top level"}\'\n', "top level"),
        ("cat >/dev/null; echo not json; echo oops >&2; exit 3\n", "oops"),
        ("syntax error (\n", "syntax"),
        (None, "stdout empty"),
    ],
)
def test_I09_a_hook_that_says_nothing_or_the_wrong_thing_fails(
    there: Machine, script: str | None, says: str
) -> None:
    if script is None:
        hook_of(there).unlink()
    else:
        hook_of(there).write_text(script)
    done = there.install()
    assert (done.code, done.status) == (1, "failed"), done
    assert says in done.text
    assert "self-check FAILED" in done.text
    assert "The hook is registered" in done.text
    assert "passed" not in done.text


@pytest.mark.parametrize("script", ["echo hello", "exit 3"])
def test_I09_a_hook_that_is_not_silent_at_the_start_of_a_session_fails(there: Machine, script: str) -> None:
    real = hook_of(there).with_name("real.sh")
    hook_of(there).rename(real)
    told = f'*SessionStart*) {script} ;; *) printf %s "$text" | bash -p "{real}" ;;'
    hook_of(there).write_text(f"text=$(cat); case $text in {told} esac\n")
    done = there.install()
    assert (done.code, done.status) == (1, "failed"), done
    assert "self-check FAILED: at the start of a session: not silent" in done.text
    assert ("hello" if "hello" in script else "exit code 3") in done.text


def test_I09_a_hook_that_hangs_ends_the_check(there: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    hook_of(there).write_text("sleep 60\n")
    began = time.monotonic()
    done = there.install()
    assert done.code == 1
    assert "no end within" in done.text
    assert time.monotonic() - began < 40


@pytest.mark.parametrize("step", ["commands", "skills", "experience", "global"])
def test_I09_a_file_in_the_way_of_a_folder_is_named(there: Machine, step: str) -> None:
    path = there.config / ("experience/global" if step == "global" else step)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("in the way")
    done = there.install()
    assert done.code == 1
    assert str(path) in done.text
    assert "passed" not in done.text
    assert not there.settings.exists()
    assert path.read_text() == "in the way"


def test_I09_a_command_that_cannot_be_written_stops_before_the_hook(there: Machine) -> None:
    (there.config / "commands" / "exp-one.md").mkdir(parents=True)
    (there.config / "commands" / "exp-one.md.new").mkdir(parents=True)
    done = there.install()
    assert (done.code, done.status) == (1, "failed")
    assert "The hook is not registered" in done.text
    assert not there.settings.exists()


def test_the_check_works_offline_and_with_no_private_environment(there: Machine, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    (empty / "bin").mkdir(parents=True)
    done = there.install(EXP_INSTALL_VENV=str(empty))
    assert done.code == 0, done
    assert "not installed" in done.text
    assert "self-check passed" in done.text


def test_the_check_leaves_the_users_corpus_and_temp_folder_alone(there: Machine, tmp_path: Path) -> None:
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    assert there.install(TMPDIR=str(scratch)).code == 0
    for _ in range(20):
        if not list(scratch.iterdir()):
            break
        time.sleep(0.1)
    assert list(scratch.iterdir()) == []
    assert list((there.experience / "logs").iterdir()) == []
    assert not list((there.experience / "global").glob("*/*.md"))


@pytest.mark.parametrize("where", ["cwd", "tmp"])
def test_a_switch_of_the_users_does_not_decide_the_check(there: Machine, tmp_path: Path, where: str) -> None:
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    (scratch / ".experience-disabled").touch()
    more = {"TMPDIR": str(scratch)} if where == "tmp" else {"CLAUDE_PROJECT_DIR": str(scratch)}
    assert there.install(**more).code == 0


def test_a_read_only_checkout_works(there: Machine) -> None:
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("root writes anywhere, and setpriv is not here")
    for folder, _, _ in os.walk(there.root):
        Path(folder).chmod(0o555)
    try:
        assert there.install().code == 0
    finally:
        for folder, _, _ in os.walk(there.root):
            Path(folder).chmod(0o755)
