"""Rotation loses nothing: with eight writers, killed at any step, and rules keep their support."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from experience.digest.events import append_event
from experience.digest.numbers import ROTATE_BYTES
from experience.errors import ExperienceError
from experience.files import journal
from tests.digest.skill import NAME, Skill, event, events
from tests.house import LIB
from tests.peak_memory import OWN_PEAK

FILLER = "x" * 20_000


def fill(skill: Skill, size: int = ROTATE_BYTES, ago: int = 1, first: int = 0) -> int:
    """Grow the log to more than `size` bytes of events; returns how many."""
    count = size // 20_000 + 1
    skill.log(*[event(ago, first + number, context={"text": FILLER}) for number in range(count)])
    return count


def archives(skill: Skill) -> list[str]:
    return (
        sorted(path.name for path in skill.folder.archive.glob("*")) if skill.folder.archive.is_dir() else []
    )


def test_above_a_megabyte_the_log_goes_into_the_archive_of_its_first_month(skill: Skill) -> None:
    skill.log(event(40, 1, winning_pattern="early"))
    fill(skill)
    before = skill.folder.log.read_bytes()
    done = skill.compact()
    assert archives(skill) == ["2026-05.jsonl"]
    assert (skill.folder.archive / "2026-05.jsonl").read_bytes() == before
    assert skill.folder.log.read_bytes() == b""
    assert done.rotated == skill.folder.archive / "2026-05.jsonl"
    (line,) = skill.section("Last Compacted")
    assert line.endswith("archived raw events before 2026-06-30 (rotated to archive/2026-05.jsonl).")


def test_at_a_megabyte_it_stays(skill: Skill) -> None:
    skill.log(event(1, 1, winning_pattern="a"))
    size = skill.folder.log.stat().st_size
    head = len(json.dumps(event(1, 2, context=""))) + 1
    skill.log(event(1, 2, context="x" * (1_000_000 - size - head)), "y" * (ROTATE_BYTES - 1_000_001))
    assert skill.folder.log.stat().st_size == ROTATE_BYTES
    skill.compact()
    assert archives(skill) == []
    skill.log("")
    skill.compact()
    assert archives(skill) == ["2026-06.jsonl"]


def test_a_second_archive_of_a_month_has_a_number_and_the_first_never_changes(skill: Skill) -> None:
    for number in range(3):
        fill(skill, first=number * 1000)
        skill.compact()
    assert archives(skill) == ["2026-06-2.jsonl", "2026-06-3.jsonl", "2026-06.jsonl"]
    inodes = {(skill.folder.archive / name).stat().st_ino for name in archives(skill)}
    assert len(inodes) == 3


def test_rules_keep_their_support_over_a_rotation(skill: Skill) -> None:
    skill.log(*events(2, winning_pattern="sort by date"))
    fill(skill)
    skill.compact()
    assert skill.section("Active Rules") == []
    skill.log(event(0, 99, winning_pattern="sort by date", outcome="success"))
    assert skill.compact().promoted == ["sort by date"]


def test_an_event_in_an_archive_and_in_the_log_is_one(skill: Skill) -> None:
    same = event(1, 1, winning_pattern="a", outcome="success")
    skill.log(same)
    fill(skill)
    skill.compact()
    skill.log(same)
    assert "seen=1" in skill.compact().why["a"]


def test_a_correction_in_an_old_archive_stays_though_it_is_read_only_once(
    skill: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    skill.log(event(300, 1, user_correction="No, never that shop"))
    fill(skill, ago=290)
    skill.compact()
    first = skill.section("Failure Modes")
    read: list[Path] = []
    lines = journal.lines
    monkeypatch.setattr(journal, "lines", lambda path, limit: read.append(path) or lines(path, limit))  # type: ignore[func-returns-value]
    skill.log(event(1, 2, failure_pattern="b"))
    skill.compact()
    skill.compact()
    assert skill.section("Failure Modes") == first
    assert [path.name for path in read if path.parent == skill.folder.archive].count("2025-09.jsonl") == 1


WRITER = """
import sys
import time
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from experience.digest import compact_experience
from experience.digest.events import append_event
from experience.digest.skills import SkillFolder
skill = SkillFolder(Path(sys.argv[2]))
for number in range(int(sys.argv[4])):
    found = {"ts": "2026-06-29T00:00:00Z", "session_id": f"{sys.argv[3]}-{number}", "winning_pattern": "a",
             "context": {"text": "x" * (20_000 if number % 3 else 50)}}
    append_event(skill, found)
    if number % 10 == 9:
        compact_experience(skill, today=739797, wait=60)
"""


def test_L03_eight_writers_with_rotation_lose_nothing_and_no_archive_grows(skill: Skill, home: Path) -> None:
    each = 40
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(LIB), str(skill.folder.path), str(number), str(each)],
            stderr=subprocess.PIPE,
        )
        for number in range(8)
    ]
    sizes: dict[str, int] = {}
    while any(writer.poll() is None for writer in writers):
        for name in archives(skill):
            if os.lstat(skill.folder.archive / name).st_nlink == 1:  # not in the middle of a rotation
                size = (skill.folder.archive / name).stat().st_size
                assert sizes.setdefault(name, size) == size
        try:
            writers[0].wait(0.05)
        except subprocess.TimeoutExpired:
            continue
    for writer in writers:
        assert writer.wait() == 0, writer.stderr.read().decode() if writer.stderr else ""
        assert writer.stderr is not None
        writer.stderr.close()
    assert len(archives(skill)) >= 3
    files = [*skill.folder.archive.glob("*.jsonl"), skill.folder.log]
    lines = [line for path in files for line in path.read_bytes().splitlines()]
    assert len(lines) == 8 * each
    assert len({json.loads(line)["session_id"] for line in lines}) == 8 * each


def test_a_file_system_without_hard_links_rotates_by_rename(
    skill: Skill, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    for number in range(2):
        fill(skill, first=1000 * number)
        with journal.held(skill.folder.log, skill.folder.archive):
            journal.rotate(skill.folder.log, skill.folder.archive, "2026-06")
    assert archives(skill) == ["2026-06-2.jsonl", "2026-06.jsonl"]


@pytest.mark.parametrize(
    "trap",
    [
        lambda skill: skill.folder.digest.symlink_to(skill.folder.path / "SKILL.md"),
        lambda skill: skill.folder.log.symlink_to(skill.folder.path / "SKILL.md"),
        lambda skill: os.link(skill.folder.path / "SKILL.md", skill.folder.log),
        lambda skill: skill.folder.archive.symlink_to(skill.folder.path),
        lambda skill: (
            skill.folder.log.parent.rmdir(),
            skill.folder.log.parent.symlink_to(skill.folder.path),
        ),
    ],
)
def test_S06_no_link_makes_us_write_into_another_file(skill: Skill, trap: Callable[[Skill], object]) -> None:
    skill.folder.log.parent.mkdir()
    trap(skill)
    page = skill.folder.path / "SKILL.md"
    before = page.read_bytes()

    def both() -> None:
        append_event(skill.folder, {"skill": NAME, "winning_pattern": "a"})
        skill.compact()

    with pytest.raises(ExperienceError, match="link"):
        both()
    assert page.read_bytes() == before
    assert not (skill.folder.path / "patterns.jsonl").exists()


MEASURED = (
    OWN_PEAK
    + """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from experience.digest import compact_experience
from experience.digest.skills import SkillFolder
done = compact_experience(SkillFolder(Path(sys.argv[2])), today=739797)
print(done.promoted, dict(done.bad), own_peak() // 1024)
"""
)


def test_L06_a_log_of_100_mb_is_streamed_and_put_aside(skill: Skill, home: Path) -> None:
    skill.log(*events(2, winning_pattern="a"))
    with skill.folder.log.open("r+b") as file:
        file.truncate(100 * 1024 * 1024)  # sparse: one line of nothing
    skill.log("", event(1, 9, winning_pattern="a", outcome="success"))
    code = [sys.executable, "-c", MEASURED, str(LIB), str(skill.folder.path)]
    printed = subprocess.run(code, capture_output=True, text=True, check=True).stdout
    head, _, megabytes = printed.strip().rpartition(" ")
    assert head == "['a'] {'too long': 1}"
    assert int(megabytes) < 100 * (1024 if sys.platform == "darwin" else 1)
    assert skill.folder.log.read_bytes() == b""
    assert archives(skill) == ["2026-06.jsonl"]
