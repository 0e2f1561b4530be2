"""Inputs of our own beside those of the case list: other members of the same kinds of failure."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests.house import WritePattern, prompt_payload
from tests.installation.machine import COMMAND, ONE_EACH, Machine, run, tree

NEWER = COMMAND.format(name="exp-one") + "More text in a newer version.\n"
PROMPT = "After the deploy I get a ChunkLoadError, a stale chunk it seems"
PATTERN = "frontend-2026-04-18-stale-chunk"
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to give a folder to another user")


def test_S06_a_hard_link_from_the_dotfiles_is_told_of(machine: Machine, tmp_path: Path) -> None:
    machine.write_settings('{"model": "m"}')
    os.link(machine.settings, tmp_path / "settings.json")
    done = machine.install()
    assert done.code == 0
    assert "another name of that file (a hard link) still holds the old text" in done.text
    assert (tmp_path / "settings.json").read_text() == '{"model": "m"}'


def test_S28_one_key_in_two_spellings_is_one_key(machine: Machine) -> None:
    raw = machine.write_settings('{"hooks": {"Stop": []}, "\\u0068ooks": {}}')
    done = machine.install()
    assert (done.code, done.status) == (1, "refused")
    assert "settings.json:1:25: the key 'hooks' stands twice" in done.text
    assert machine.settings.read_bytes() == raw


def test_S27_a_byte_order_mark_tabs_crlf_and_half_a_surrogate_come_back_as_they_were(
    machine: Machine,
) -> None:
    raw = machine.write_settings(
        b'\xef\xbb\xbf{\r\n\t"a": "\\ud83d \\u00e9",\r\n\t"n": 1E400,\r\n\t"z": []\r\n}\r\n'
    )
    assert machine.install().code == 0
    assert machine.counts() == ONE_EACH
    assert machine.settings.read_bytes().startswith(raw[: raw.index(b"\r\n}")])
    assert machine.uninstall().code == 0
    assert machine.settings.read_bytes() == raw


def test_S13_a_settings_file_of_megabytes_is_edited_in_seconds(machine: Machine) -> None:
    rules = [f"Bash(tool-{number}:*)" for number in range(60_000)]
    raw = machine.write_settings(json.dumps({"permissions": {"allow": rules}}, indent=2))
    assert len(raw) > 1_500_000
    assert machine.install().code == 0
    assert machine.read_settings()["permissions"]["allow"] == rules
    assert machine.uninstall().code == 0
    assert machine.settings.read_bytes() == raw


@pytest.fixture
def warned(machine: Machine, write_pattern: WritePattern) -> Machine:
    assert machine.install().code == 0
    write_pattern(machine.experience / "global" / "frontend")
    return machine


def hook(machine: Machine, shell: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """The registered command inside a line of sh, `$hook` there."""
    (command,) = machine.entries()["UserPromptSubmit"]
    payload = json.dumps(prompt_payload(PROMPT, cwd=str(machine.home)))
    return subprocess.run(
        ["/bin/sh", "-c", shell],
        input=payload.encode(), env={**machine.environment(), "hook": command, **more},
        cwd=machine.home, capture_output=True, timeout=30, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("without", ["PATH", "LANG", "TMPDIR"])
def test_R10_without_a_usual_variable_it_warns(warned: Machine, without: str) -> None:
    done = hook(warned, f'unset {without}; /bin/sh -c "$hook"')
    assert (done.returncode, done.stderr) == (0, b"")
    assert PATTERN.encode() in done.stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "3>&- 4>&- 5>&-", ">/dev/full"])
def test_R04_R05_with_closed_streams_or_a_full_one_it_ends_with_0(warned: Machine, closed: str) -> None:
    assert hook(warned, f'/bin/sh -c "$hook" {closed}').returncode == 0


def test_R04_a_reader_that_left_costs_nothing(warned: Machine) -> None:
    done = hook(warned, '{ /bin/sh -c "$hook"; echo "rc $?" >&2; } | true')
    assert done.stderr in (b"rc 0\n", b"rc 141\n"), "0, or the signal that the shell itself met"


@AS_ROOT
def test_S24_state_of_another_user_costs_the_hook_its_memory_not_its_answer(warned: Machine) -> None:
    """Root without its power over modes stands for the user whose state a run under sudo left behind."""
    state = warned.experience / "state"
    for path in (state, *state.rglob("*")):
        os.chown(path, 1234, 1234)
    state.chmod(0o700)
    powerless = "setpriv --bounding-set=-dac_override,-dac_read_search"
    if not shutil.which("setpriv"):
        pytest.skip("setpriv is not here")
    done = hook(warned, f'{powerless} /bin/sh -c "$hook"')
    assert (done.returncode, done.stderr) == (0, b"")
    assert PATTERN.encode() in done.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root and unshare to mount")
def test_S24_a_home_that_is_read_only_costs_the_hook_its_logs_not_its_answer(warned: Machine) -> None:
    if run(["unshare", "-m", "true"], warned.environment()).code != 0:
        pytest.skip("unshare -m is not allowed here")
    hook(warned, '/bin/sh -c "$hook"')  # the index knows the pattern
    mounted = f'mount --bind "{warned.home}" "{warned.home}" && mount -o remount,ro,bind "{warned.home}"'
    done = hook(warned, f"""unshare -m sh -c '{mounted} && cd / && exec /bin/sh -c "$hook"'""")
    assert (done.returncode, done.stderr) == (0, b"")
    assert PATTERN.encode() in done.stdout


@pytest.fixture
def installed(machine: Machine, checkout: Path) -> Machine:
    machine.root = checkout
    assert machine.install().code == 0
    return machine


def test_I05_a_command_that_is_a_link_into_the_users_dotfiles_stays_one(
    installed: Machine, tmp_path: Path
) -> None:
    command = installed.config / "commands" / "exp-one.md"
    command.unlink()
    (tmp_path / "mine.md").write_text("mine now")
    command.symlink_to(tmp_path / "mine.md")
    (installed.root / "commands" / "exp-one.md").write_text(NEWER)
    installed.install()
    assert command.is_symlink()
    assert (tmp_path / "mine.md").read_text() == "mine now"
    assert command.with_name("exp-one.md.new").read_text() == NEWER
    installed.uninstall()
    assert command.is_symlink()
    assert not command.with_name("exp-one.md.new").exists()


def test_I04_a_manifest_that_was_cut_off_owns_nothing_and_takes_nothing(installed: Machine) -> None:
    manifest = installed.experience / "state" / "manifest.json"
    manifest.write_bytes(manifest.read_bytes()[:-40])
    (installed.config / "commands" / "exp-two.md").write_text("mine now")
    assert installed.uninstall().code == 0
    assert not installed.settings.exists() or "claude-code.sh" not in installed.settings.read_text()
    assert (installed.config / "commands" / "exp-two.md").read_text() == "mine now"


def test_I01_uninstalled_from_another_checkout_the_same_goes(installed: Machine) -> None:
    other = shutil.copytree(installed.root, installed.root.with_name("other checkout"))
    shutil.rmtree(installed.root)
    installed.root = Path(other)
    assert installed.uninstall().code == 0
    assert not (installed.config / "skills").exists()
    assert sorted(path.name for path in installed.config.iterdir()) == ["experience"]


def test_I06_a_renamed_command_goes_and_the_new_name_comes_at_an_update_from_a_moved_checkout(
    installed: Machine,
) -> None:
    newer = Path(shutil.copytree(installed.root, installed.root.with_name("newer")))
    (newer / "commands" / "exp-two.md").rename(newer / "commands" / "exp-three.md")
    installed.root = newer
    assert installed.install().code == 0
    commands = installed.config / "commands"
    assert sorted(path.name for path in commands.iterdir()) == ["exp-one.md", "exp-three.md"]
    assert (installed.config / "skills" / "experience-layer").samefile(newer)
    assert installed.counts() == ONE_EACH


def test_I09_a_commands_folder_that_is_read_only_is_refused_before_anything(installed: Machine) -> None:
    (installed.root / "commands" / "exp-one.md").write_text(NEWER)
    (installed.config / "commands").chmod(0o555)
    before = tree(installed.home)
    powerless = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    if powerless and not shutil.which("setpriv"):
        pytest.skip("root writes anywhere, and setpriv is not here")
    done = run([*powerless, "bash", str(installed.root / "install.sh")], installed.environment())
    assert (done.code, done.status) == (1, "refused")
    assert "cannot write in it" in done.text
    assert tree(installed.home) == before
    assert stat.S_IMODE((installed.config / "commands").stat().st_mode) == 0o555
