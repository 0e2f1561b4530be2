"""Writers that are killed: at each step of a rotation, and at any moment."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from experience.digest.events import append_event
from tests.digest.skill import Skill
from tests.digest.test_rotation import archives, fill
from tests.house import LIB

#: Calls of the system in a rotation, before each of which the process may be killed.
STEPS = ("link", "unlink", "open")

KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from experience.files import journal
log, step = Path(sys.argv[2]), sys.argv[3]
archive = log.parent / "archive"
def dies(*_args, **_more):
    os.kill(os.getpid(), signal.SIGKILL)
with journal.held(log, archive):
    setattr(os, step, dies)
    journal.rotate(log, archive, "2026-06")
"""


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_of_a_rotation_loses_nothing(skill: Skill, step: str) -> None:
    count = fill(skill)
    code = [sys.executable, "-c", KILLED, str(LIB), str(skill.folder.log), step]
    assert subprocess.run(code, check=False).returncode == -signal.SIGKILL
    sizes = {name: (skill.folder.archive / name).stat().st_size for name in archives(skill)}
    assert append_event(skill.folder, {"winning_pattern": "after", "session_id": "after"}).added
    assert {name: (skill.folder.archive / name).stat().st_size for name in archives(skill)} == sizes
    done = skill.compact()
    files = [*skill.folder.archive.glob("*.jsonl"), skill.folder.log]
    assert sum(path.read_bytes().count(b"\n") for path in files) == count + 1
    assert done.events == count + 1


ACKNOWLEDGING = """
import sys
import time
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from experience.digest import compact_experience
from experience.digest.events import append_event
from experience.digest.skills import SkillFolder
from experience.errors import ExperienceError
skill = SkillFolder(Path(sys.argv[2]))
for number in range(10_000):
    name = f"{sys.argv[3]}-{number}"
    append_event(skill, {"session_id": name, "winning_pattern": "a", "context": {"text": "x" * 20_000}})
    print(name, flush=True)
    if number % 7 == 6:
        try:
            compact_experience(skill, wait=60)
        except ExperienceError:
            continue
"""


def test_what_was_acknowledged_before_a_kill_at_any_moment_is_there_once(skill: Skill, home: Path) -> None:
    acknowledged: list[str] = []
    for wave in range(6):
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", ACKNOWLEDGING, str(LIB), str(skill.folder.path), f"{wave}.{number}"],
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(2)
        ]
        time.sleep(0.9 + 0.13 * wave)
        for writer in writers:
            writer.kill()
            acknowledged += (writer.communicate()[0] or "").split()
    assert len(acknowledged) > 20
    files = [*skill.folder.archive.glob("*.jsonl"), skill.folder.log]
    inodes = {path.stat().st_ino for path in files}
    lines = [line for inode in inodes for line in _content(files, inode).splitlines()]
    found: list[str] = []
    for line in lines:
        try:
            found.append(json.loads(line)["session_id"])
        except ValueError:
            continue  # a line that the kill cut short was never acknowledged
    assert len(found) == len(set(found))
    assert set(acknowledged) <= set(found)


def _content(files: list[Path], inode: int) -> bytes:
    return next(path.read_bytes() for path in files if path.stat().st_ino == inode)
