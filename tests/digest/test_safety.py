"""What a compact may touch, and the way back."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from experience.digest import backups, state
from experience.digest.events import append_event
from experience.errors import ExperienceError
from experience.files.write import OvertakenError
from tests.commands.cold import exp
from tests.digest.skill import NAME, Skill, event, events

PERSONS = "# search-demo experience\n\n## Active Rules\n- Mine.\n"


def watched(folder: Path) -> dict[str, tuple[str, int]]:
    """Every file below `folder` with its content and mode; the locks, which are empty, left out."""
    return {
        str(path.relative_to(folder)): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mode)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(".lock")
    }


@pytest.fixture
def tree(skill: Skill) -> Skill:
    """A skill with everything that must never change."""
    folder = skill.folder.path
    for name in (
        "judge.py",
        "PROTOCOL.md",
        "notes/deep.md",
        "experience/README.md",
        "experience/archive/2020-01.jsonl",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{name}\n")
    (folder.parent / "judge.py").write_text("the judge\n")
    return skill


@pytest.mark.parametrize("large", [False, True])
def test_a_compact_writes_the_digest_and_our_own_folder_and_nothing_else(
    tree: Skill, home: Path, *, large: bool
) -> None:
    tree.log(*events(5, winning_pattern="a"), "torn {", "[1]")
    if large:
        tree.log(*[event(1, n, context={"x": "y" * 20_000}) for n in range(60)])
    log = tree.folder.log.read_bytes()
    before = watched(home.parent.parent)
    tree.compact()
    after = watched(home.parent.parent)
    skill_path = str(tree.folder.path.relative_to(home.parent.parent))
    ours = str(home.relative_to(home.parent.parent))
    allowed = {f"{skill_path}/experience.md"}
    if large:
        allowed |= {
            f"{skill_path}/experience/patterns.jsonl",
            f"{skill_path}/experience/archive/2026-06.jsonl",
        }
        assert (tree.folder.archive / "2026-06.jsonl").read_bytes() == log
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert {name for name in changed if not name.startswith(f"{ours}/")} == allowed
    assert {name.removeprefix(f"{ours}/").split("/")[0] for name in changed if name.startswith(ours)} == {
        "backups", "state"
    }  # fmt: skip


def test_an_event_changes_the_log_by_an_addition_only(tree: Skill, home: Path) -> None:
    tree.log(event(1, 1))
    before, log = watched(tree.folder.path), tree.folder.log.read_bytes()
    append_event(tree.folder, {"winning_pattern": "a"})
    after = watched(tree.folder.path)
    assert {name for name in after if before.get(name) != after[name]} == {"experience/patterns.jsonl"}
    assert tree.folder.log.read_bytes().startswith(log)


def test_a_dry_run_writes_nothing_and_prints_the_difference(tree: Skill, home: Path) -> None:
    tree.log(*events(5, winning_pattern="a"), *[event(1, n, context={"x": "y" * 20_000}) for n in range(60)])
    before = watched(home.parent.parent)
    ran = exp(home, "compact", str(tree.folder.path), "--dry-run")
    assert ran.lines[0] == "status: would-update"
    assert any(line.startswith("  +## Active Rules") for line in ran.lines)
    assert watched(home.parent.parent) == before


def test_each_write_is_preceded_by_a_backup_and_can_be_taken_back(skill: Skill) -> None:
    skill.write(PERSONS)
    skill.log(*events(3, winning_pattern="a"))
    done = skill.compact()
    assert done.backup is not None
    assert done.backup.read_text() == PERSONS
    assert done.backup.stat().st_mode & 0o777 == 0o600
    first = skill.text
    skill.log(*events(4, ago=2, winning_pattern="b"))
    skill.compact()
    backups.undo(skill.folder)
    assert skill.text == first
    backups.undo(skill.folder)
    assert skill.text == PERSONS
    with pytest.raises(ExperienceError, match="no earlier version"):
        backups.undo(skill.folder)


def test_undo_of_the_first_digest_takes_it_away_and_keeps_it_aside(skill: Skill, home: Path) -> None:
    skill.log(*events(3, winning_pattern="a"))
    skill.compact()
    text = skill.text
    ran = exp(home, "compact", "--undo", str(skill.folder.path))
    assert (ran.code, ran.lines[0]) == (0, "status: undone")
    assert not skill.folder.digest.exists()
    assert (backups.folder(skill.folder) / "undone.md").read_text() == text


def test_at_most_fifty_versions_are_kept(skill: Skill) -> None:
    for number in range(60):
        backups.keep(skill.folder, str(number).encode())
    kept = sorted(backups.folder(skill.folder).glob("0*"))
    assert len(kept) == 50
    assert kept[-1].read_text() == "59"


def test_what_a_person_writes_meanwhile_is_kept(skill: Skill, monkeypatch: pytest.MonkeyPatch) -> None:
    skill.write(PERSONS)
    skill.log(*events(3, winning_pattern="a"))
    keep = backups.keep

    def edited(*args: object) -> Path:
        if "Also mine" not in skill.text:
            skill.write(PERSONS + "- Also mine.\n")
        return keep(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(backups, "keep", edited)
    try:
        skill.compact()
    except OvertakenError:
        pytest.fail("the second try meets what the person wrote")
    assert "- Also mine." in skill.text
    assert "- a — seen=3" in skill.text


def test_a_damaged_state_costs_nothing(skill: Skill) -> None:
    skill.log(*events(3, winning_pattern="a"))
    skill.compact()
    text = skill.text
    path = state.folder() / f"{state.key_of(skill.folder)}.json"
    for damage in (b"", b"[1]", b"{", b'{"archives": 3}', b'{"lines": "x"}', os.urandom(200)):
        path.write_bytes(damage)
        assert skill.compact().status == "unchanged"
    assert skill.text == text


def test_two_skills_of_one_name_have_two_states(skill: Skill, tmp_path: Path) -> None:
    assert state.key_of(skill.folder) != state.key_of(Skill(tmp_path / "other", NAME).folder)
