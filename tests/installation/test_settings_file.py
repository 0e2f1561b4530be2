"""settings.json on a real disk: links, modes, read-only places, other writers, copies."""

from __future__ import annotations

import json
import os
import shutil
import stat
import threading
import time
from pathlib import Path

import pytest

from experience.installation import backups
from tests.installation.machine import ONE_EACH, Machine, run, tree

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root to give a folder to another user")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"model":"m","permissions":{"deny":["Read(.env)"]} "x":1}', ":1:52:"),
        ('{ // why: team rule\n "model":"m" }', ":1:3:"),
        ('{"hooks":{"Stop":[{"hooks":[]}]},"hooks":{}}', ":1:34:"),
        ('{"hooks": []}', ":1:11:"),
        (b'{"a": "caf\xe9"}', ":1:11:"),
        ('{"a": 1}'.encode("utf-16"), ":1:1:"),
    ],
    ids=["S01", "S03", "S28", "odd-hooks", "latin-1", "utf-16"],
)
def test_S01_S03_S28_what_cannot_be_read_is_not_written(
    machine: Machine, text: str | bytes, place: str
) -> None:
    raw = machine.write_settings(text)
    before = tree(machine.home)
    done = machine.install()
    assert (done.code, done.status) == (1, "refused")
    assert f"settings.json{place}" in done.text
    assert '"UserPromptSubmit": [' in done.out
    assert '"SessionStart": [' in done.out
    assert "not registered" in done.text
    assert machine.settings.read_bytes() == raw
    assert tree(machine.home) == before


@pytest.mark.parametrize("links", [1, 2])
def test_S06_links_stay_links_and_the_target_is_edited(machine: Machine, tmp_path: Path, links: int) -> None:
    repo = tmp_path / "repo"
    repo.mkdir()
    target = repo / "settings.json"
    target.write_text('{"model": "m"}\n')
    if links == 2:
        (tmp_path / "middle.json").symlink_to("repo/settings.json")
    machine.config.mkdir()
    machine.settings.symlink_to(tmp_path / "middle.json" if links == 2 else target)
    assert machine.install().code == 0
    assert machine.settings.is_symlink()
    assert not target.is_symlink()
    assert b"claude-code.sh" in target.read_bytes()
    assert [path.name for path in repo.iterdir()] == ["settings.json"]
    assert machine.uninstall().code == 0
    assert target.read_text() == '{"model": "m"}\n'


def test_S06_a_link_to_a_file_that_is_not_there_yet(machine: Machine, tmp_path: Path) -> None:
    machine.config.mkdir()
    machine.settings.symlink_to(tmp_path / "later.json")
    assert machine.install().code == 0
    assert (tmp_path / "later.json").is_file()
    assert machine.settings.is_symlink()


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o555), (0o644, 0o555), (0o444, 0o755)])
def test_S07_S08_a_read_only_target_is_not_worked_around(
    machine: Machine, tmp_path: Path, file_mode: int, folder_mode: int
) -> None:
    store = tmp_path / "store"
    store.mkdir()
    (store / "settings.json").write_text('{"model": "m"}')
    (store / "settings.json").chmod(file_mode)
    store.chmod(folder_mode)
    machine.config.mkdir()
    machine.settings.symlink_to(store / "settings.json")
    before = tree(tmp_path)
    try:
        done = machine.install()
        assert (done.code, done.status) == (1, "refused")
        assert "not registered" in done.text
        assert "managed-settings.json" in done.text
        assert '"UserPromptSubmit": [' in done.out
        assert tree(tmp_path) == before
    finally:
        store.chmod(0o755)


def test_S07_once_the_snippet_stands_in_the_store_the_rest_is_installed(
    machine: Machine, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    store.mkdir()
    (store / "settings.json").write_text('{"model": "m"}')
    machine.config.mkdir()
    machine.settings.symlink_to(store / "settings.json")
    store.chmod(0o555)
    try:
        snippet = json.loads(machine.install("--json").out)["snippet"]
        store.chmod(0o755)
        (store / "settings.json").write_text(snippet)
        (store / "settings.json").chmod(0o444)
        store.chmod(0o555)
        done = machine.install()
        assert done.code == 0, done
        assert "already registered" in done.text
    finally:
        store.chmod(0o755)


def test_S08_a_read_only_file_system_gives_one_clear_message(machine: Machine, tmp_path: Path) -> None:
    if os.geteuid() != 0 or not shutil.which("unshare"):
        pytest.skip("mounting needs root and unshare")
    machine.write_settings('{"model": "m"}')
    script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec bash "$2"'
    command = [
        "unshare",
        "-m",
        "sh",
        "-c",
        script,
        "sh",
        str(machine.config),
        str(machine.root / "install.sh"),
    ]
    if run(["unshare", "-m", "true"], machine.environment()).code != 0:
        pytest.skip("unshare -m is not allowed here")
    before = tree(machine.home)
    done = run(command, machine.environment())
    assert done.code == 1, done
    assert "not registered" in done.text
    assert "Traceback" not in done.text
    assert tree(machine.home) == before


@pytest.mark.parametrize("what", ["folder", "fifo", "loop"])
def test_S01_settings_that_are_no_regular_file_are_refused(machine: Machine, what: str) -> None:
    machine.config.mkdir()
    if what == "folder":
        machine.settings.mkdir()
    elif what == "fifo":
        os.mkfifo(machine.settings)
    else:
        machine.settings.symlink_to(machine.settings)
    done = machine.install()
    assert (done.code, done.status) == (1, "refused")
    assert "Traceback" not in done.text


def test_S12_every_run_ends_with_exactly_one_entry_per_event(machine: Machine) -> None:
    old = "bash ~/.claude/skills/experience-layer/hooks/claude-code.sh"
    hooks = {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": old, "timeout": 3000}]}]}
    machine.write_settings(json.dumps({"hooks": hooks}))
    for _ in range(3):
        assert machine.install().code == 0
        assert machine.counts() == ONE_EACH
    first = machine.settings.read_bytes()
    machine.install()
    assert machine.settings.read_bytes() == first


def test_S23_modes_are_kept_for_file_and_backup(machine: Machine) -> None:
    machine.write_settings('{"model": "m"}')
    for mode in (0o600, 0o640):
        machine.settings.chmod(mode)
        script = f'umask 022; bash "{machine.root}/install.sh"'
        assert run(["sh", "-c", script], machine.environment()).code == 0
        assert stat.S_IMODE(machine.settings.stat().st_mode) == mode
        assert machine.uninstall().code == 0
        assert stat.S_IMODE(machine.settings.stat().st_mode) == mode
    copies = list((machine.experience / "backups").iterdir())
    assert copies
    assert all(stat.S_IMODE(copy.stat().st_mode) == 0o600 for copy in copies)


@AS_ROOT
def test_S23_the_owner_is_kept(machine: Machine) -> None:
    machine.write_settings('{"model": "m"}')
    os.chown(machine.settings, 1234, 1234)
    machine.install()
    assert machine.settings.stat().st_uid == 1234


def test_S25_backups_are_bounded_and_the_first_is_kept_for_ever(machine: Machine) -> None:
    raw = machine.write_settings('{"model": "m"}')
    folder = machine.experience / "backups"
    for _ in range(6):
        machine.install()
    assert [path.name for path in folder.iterdir()] == [backups.PRISTINE]
    machine.settings.write_bytes(machine.settings.read_bytes().replace(b'"m"', b'"n"'))
    machine.install()
    assert len(list(folder.iterdir())) == 1, "no change, no backup"
    assert (folder / backups.PRISTINE).read_bytes() == raw
    assert not list((machine.config / "commands").glob("*.json"))


def test_S25_later_copies_are_bounded_and_no_two_are_equal(tmp_path: Path) -> None:
    for number in range(backups.KEPT + 5):
        data = str(number).encode()
        assert backups.keep(tmp_path, data, pristine=True) == backups.keep(tmp_path, data, pristine=True)
    left = sorted(path.read_bytes() for path in tmp_path.iterdir())
    assert left == sorted([b"0", *(str(number).encode() for number in range(5, backups.KEPT + 5))])
    assert (tmp_path / backups.PRISTINE).read_bytes() == b"0"


def test_S25_a_file_that_already_held_our_entry_is_not_kept_as_pristine(machine: Machine) -> None:
    machine.install()
    machine.uninstall()
    assert not (machine.experience / "backups" / backups.PRISTINE).exists()


def test_S27_the_users_layout_is_kept(machine: Machine) -> None:
    raw = machine.write_settings('{\r\n    "model": "🦊",\r\n    "z": [1,2],\r\n    "a": 1.50\r\n}')
    assert machine.install().code == 0
    after = machine.settings.read_bytes()
    lost = [line for line in raw.splitlines() if line not in after.replace(b"1.50,", b"1.50").splitlines()]
    assert lost == []
    assert not after.endswith(b"\n")
    machine.uninstall()
    assert machine.settings.read_bytes() == raw


def test_a_concurrent_writer_loses_nothing(machine: Machine) -> None:
    """The client writes settings.json too: its keys and our entry must both be there at the end."""
    machine.write_settings("{}")
    ended = threading.Event()
    written: list[str] = []

    def client() -> None:
        while not ended.is_set():
            document = machine.read_settings()
            written.append(f"key{len(written)}")
            document[written[-1]] = len(written)
            beside = machine.settings.with_suffix(".client")
            beside.write_text(json.dumps(document))
            os.replace(beside, machine.settings)
            time.sleep(0.05)

    writer = threading.Thread(target=client)
    writer.start()
    try:
        done = machine.install()
    finally:
        ended.set()
        writer.join()
    assert done.code == 0, done
    document = machine.read_settings()
    assert [key for key in written if key not in document] == []
    if machine.counts() == {}:  # the client read before our write and wrote after it
        assert machine.install().code == 0
    assert machine.counts() == ONE_EACH


def test_I12_after_a_reset_of_the_settings_a_new_run_restores(machine: Machine) -> None:
    machine.install()
    machine.write_settings("{}")
    assert machine.install().code == 0
    assert machine.counts() == ONE_EACH
    machine.uninstall()
    assert machine.settings.read_bytes() == b"{}"
