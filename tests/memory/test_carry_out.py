"""Applied, logged, backed up, undone; and nothing half done whatever happens in between."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from experience.errors import ExperienceError
from experience.files.write import OvertakenError
from experience.memory import carry_out, removals, whose
from experience.memory.check import Checked, check
from experience.memory.whose import Memory
from tests.house import LIB, ROOT
from tests.memory.made import MEMORY, PORTS, change, changes

NOON = 1_796_040_000.0
SET = changes(
    change("ephemeral", "- Debugged a flaky link check on Friday, it was DNS"),
    change("merge", *PORTS, merged="- shop port: 2026-01 8080, 2026-03 9090"),
)


def checked(memory: Memory) -> tuple[bytes, Checked]:
    data = memory.path.read_bytes()
    found = check(data.decode(), SET)
    assert found.accepted
    return data, found


def apply(memory: Memory) -> carry_out.Applied:
    data, found = checked(memory)
    with carry_out.alone(memory):
        return carry_out.apply(memory, data, found, NOON)


def test_a_run_leaves_a_backup_and_a_log_of_what_went(workspace: Memory) -> None:
    workspace.path.chmod(0o640)
    done = apply(workspace)
    assert done.run == "2026-11-30_1200"
    assert done.backup == workspace.base / "backup" / "2026-11-30_1200_memory.backup.md"
    assert done.backup.read_text() == MEMORY
    rows = [json.loads(line) for line in workspace.log.read_text().splitlines()]
    assert [row["event"] for row in rows] == ["begin", "removed", "removed", "applied"]
    assert rows[1]["removed"] == ["- Debugged a flaky link check on Friday, it was DNS\n"]
    assert rows[2]["removed"] == [f"{line}\n" for line in PORTS]
    assert {oct(path.stat().st_mode & 0o777) for path in (done.backup, workspace.log)} == {"0o600"}
    assert oct(workspace.path.stat().st_mode & 0o777) == "0o640"


def test_undo_brings_every_byte_back_once(workspace: Memory) -> None:
    workspace.path.write_bytes(MEMORY.replace("\n", "\r\n").encode())
    before = workspace.path.read_bytes()
    done = apply(workspace)
    assert workspace.path.read_bytes() != before
    assert carry_out.undo(workspace).id == done.run
    assert workspace.path.read_bytes() == before
    with pytest.raises(ExperienceError, match="no run to take back"):
        carry_out.undo(workspace)
    with pytest.raises(ExperienceError, match="is undone"):
        carry_out.undo(workspace, done.run)
    with pytest.raises(ExperienceError, match="no run 'x'"):
        carry_out.undo(workspace, "x")


def test_undo_refuses_where_the_file_changed_since(workspace: Memory) -> None:
    apply(workspace)
    with workspace.path.open("a") as file:
        file.write("- new\n")
    before = workspace.path.read_bytes()
    with pytest.raises(ExperienceError, match="changed since run 2026-11-30_1200"):
        carry_out.undo(workspace)
    assert workspace.path.read_bytes() == before


def test_undo_refuses_a_backup_that_is_another(workspace: Memory) -> None:
    done = apply(workspace)
    done.backup.write_text("other")
    with pytest.raises(ExperienceError, match="is not what was backed up"):
        carry_out.undo(workspace)


def test_two_runs_in_a_minute_have_two_backups(workspace: Memory) -> None:
    first = apply(workspace)
    carry_out.undo(workspace)
    second = apply(workspace)
    assert (first.run, second.run) == ("2026-11-30_1200", "2026-11-30_1200-2")


def test_M07_a_line_that_came_meanwhile_survives(workspace: Memory) -> None:
    data, found = checked(workspace)
    with workspace.path.open("a") as file:
        file.write("- came meanwhile\n")
    with pytest.raises(OvertakenError):
        carry_out.apply(workspace, data, found, NOON)
    assert workspace.path.read_text() == MEMORY + "- came meanwhile\n"
    assert [run.end for run in removals.runs(workspace)] == ["not applied"]


def test_M20_of_two_runs_at_once_one_is_turned_away(workspace: Memory) -> None:
    with carry_out.alone(workspace), pytest.raises(carry_out.Busy), carry_out.alone(workspace):
        pass
    apply(workspace)


def test_a_link_to_the_memory_stays_a_link(workspace: Memory, tmp_path: Path) -> None:
    link = tmp_path / "MEMORY.md"
    link.symlink_to(workspace.path)
    apply(whose.at(link))
    assert link.is_symlink()
    assert link.read_text() != MEMORY


def test_of_the_clients_memory_nothing_is_left_beside_it(auto: Memory, home: Path) -> None:
    before = {path.name for path in auto.path.parent.iterdir()}
    done = apply(auto)
    assert {path.name for path in auto.path.parent.iterdir()} == before
    assert done.backup.parent.parent == home / "memory" / auto.base.name
    assert oct((home / "memory").stat().st_mode & 0o777) == "0o700"


def test_an_unwritable_folder_changes_nothing(workspace: Memory) -> None:
    (workspace.base / "backup").write_text("in the way")
    with pytest.raises(ExperienceError):
        apply(workspace)
    assert workspace.path.read_text() == MEMORY


#: Counts the steps that reach the disk and, at one of them, is killed or finds the disk full.
_CHILD = """
import errno, os, signal, sys, tempfile
sys.path[:0] = {paths!r}
from experience.files import exchange, write
from tests.memory import test_carry_out
from experience.memory import whose
stop, kind, steps = int(sys.argv[2]), sys.argv[3], 0
def counted(function):
    def step(*args, **named):
        global steps
        steps += 1
        if steps == stop:
            if kind == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return function(*args, **named)
    return step
for name in ("open", "write", "fsync", "link", "unlink", "replace", "fchmod"):
    setattr(os, name, counted(getattr(os, name)))
write.exchange = counted(write.exchange)
tempfile.mkstemp = counted(tempfile.mkstemp)
test_carry_out.apply(whose.at(__import__("pathlib").Path(sys.argv[1])))
print(steps)
"""


def child(memory: Memory, step: int, kind: str) -> subprocess.CompletedProcess[str]:
    code = _CHILD.format(paths=[str(LIB), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-c", code, str(memory.path), str(step), kind],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_M20_killed_or_out_of_room_at_any_step_the_memory_is_old_or_new(workspace: Memory) -> None:
    new = check(MEMORY, SET).text
    met = set()
    for kind in ("kill", "full"):
        for step in range(1, 100):
            begun_anew(workspace)
            done = child(workspace, step, kind)
            now = workspace.path.read_text()
            assert now in (MEMORY, new)
            met.add((kind, now == new))
            if kind == "kill" and done.returncode == 0:
                break
            assert done.returncode == (-signal.SIGKILL if kind == "kill" else done.returncode)
            settled(workspace, now, now == new)
            if done.returncode == 0 and int(done.stdout) < step:
                break
        else:
            pytest.fail("the steps have no end")
        assert step > 10
    assert met == {("kill", False), ("kill", True), ("full", False), ("full", True)}


def begun_anew(memory: Memory) -> None:
    memory.path.write_text(MEMORY)
    for folder in ("backup", "log"):
        shutil.rmtree(memory.base / folder, ignore_errors=True)


def settled(memory: Memory, now: str, is_new: bool) -> None:
    """The next run says what became of the killed one; what went can be had back."""
    with carry_out.alone(memory):
        removals.settle(memory, now.encode())
    assert {run.end for run in removals.runs(memory)} <= {"applied", "not applied", "undone"}
    if is_new:
        carry_out.undo(memory)
        assert memory.path.read_text() == MEMORY
