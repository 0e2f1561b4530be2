"""What may lie in a skill's folder in the place of our files: links, pipes, folders, foreign line ends."""

from __future__ import annotations

import errno
import json
import os
import unicodedata
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from experience.commands import compact as compact_verb
from experience.commands import digest as digest_verb
from experience.digest import backups, due, events, skills, state, worker
from experience.digest import compact as compact_room
from experience.digest.skills import SkillFolder
from experience.errors import ExperienceError
from experience.files import journal
from tests.commands.cold import exp
from tests.digest import skill as made
from tests.digest.skill import Skill

RULE: dict[str, Any] = {"winning_pattern": "sort by date"}


def promoted(skill: Skill) -> None:
    skill.log(*made.events(3, **RULE))
    assert skill.compact().promoted == ["sort by date"]


def put(path: Path, kind: str, elsewhere: Path) -> None:
    """`path` becomes a pipe, a folder or a link."""
    if path.is_file():
        path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(elsewhere)


def test_undo_never_writes_through_a_link(skill: Skill, tmp_path: Path) -> None:
    promoted(skill)
    skill.log(*made.events(3, winning_pattern="another one"))
    skill.compact()
    precious = tmp_path / "precious"
    precious.write_text("mine")
    put(skill.folder.digest, "link", precious)
    with pytest.raises(ExperienceError, match="is a link"):
        compact_verb.undone(skill.folder)
    assert precious.read_text() == "mine"
    assert skill.folder.digest.is_symlink()


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_what_is_no_file_in_the_place_of_the_digest_is_named(skill: Skill, kind: str, tmp_path: Path) -> None:
    promoted(skill)
    put(skill.folder.digest, kind, tmp_path)
    dry = partial(skill.compact, dry_run=True)
    for act in (skill.compact, dry, partial(compact_verb.undone, skill.folder)):
        with pytest.raises(ExperienceError, match=r"experience\.md"):
            act()


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_what_is_no_file_in_the_place_of_the_log_is_named(skill: Skill, kind: str, tmp_path: Path) -> None:
    promoted(skill)
    put(skill.folder.log, kind, tmp_path)
    assert not due.reasons(skill.folder)
    with pytest.raises(ExperienceError, match=r"patterns\.jsonl"):
        events.append_event(skill.folder, RULE)
    skill.compact()


@pytest.mark.parametrize("kind", ["pipe", "folder", "link"])
def test_what_is_no_archive_among_the_archives_costs_nothing(skill: Skill, kind: str, tmp_path: Path) -> None:
    skill.log(*made.events(3, **RULE))
    skill.folder.archive.mkdir()
    put(skill.folder.archive / "2026-05.jsonl", kind, tmp_path / "nowhere")
    assert skill.compact().promoted == ["sort by date"]
    assert not due.reasons(skill.folder)
    assert events.append_event(skill.folder, {**RULE, "ts": "2026-06-01"}).added


def test_a_lock_that_is_a_link_makes_no_file_elsewhere(skill: Skill, tmp_path: Path) -> None:
    skill.folder.log.parent.mkdir()
    (skill.folder.log.parent / ".patterns.jsonl.lock").symlink_to(tmp_path / "disabled")
    assert events.append_event(skill.folder, RULE).added
    assert not (tmp_path / "disabled").exists()


@pytest.mark.parametrize("key", ["session_id", "winning_pattern", "key", "user_correction", "other"])
def test_half_a_character_is_no_reason_to_lose_an_event(skill: Skill, key: str) -> None:
    skill.log(*made.events(2, **RULE))
    found = {"session_id": "s", **RULE, key: "a \ud83d b"}
    assert events.append_event(skill.folder, found).added
    assert not events.append_event(skill.folder, found).added
    skill.compact()


def test_half_a_character_in_somebody_elses_line(skill: Skill) -> None:
    skill.log(
        *(json.dumps({**one, "winning_pattern": "a \ud83d b", "key": "\ud83d"}) for one in made.events(3))
    )
    assert len(skill.compact().promoted) == 1
    assert skill.compact().status == "unchanged"


def test_a_skill_is_found_in_either_spelling_of_its_accents(home: Path) -> None:
    split, whole = (unicodedata.normalize(form, "caf\u00e9-\u691c\u7d22") for form in ("NFD", "NFC"))
    skill = Skill(home.parent / "skills", split)
    assert skills.find(whole, root=str(home.parent / "skills")).path == skill.folder.path
    assert events.append_event(skill.folder, {**RULE, "skill": whole, "ts": made.day(1)}).added
    skill.log(*({**one, "skill": whole} for one in made.events(3, **RULE)))
    assert not skill.compact().bad


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_a_document_keeps_its_line_ends(skill: Skill, end: str) -> None:
    promoted(skill)
    skill.folder.digest.write_bytes(skill.text.replace("\n", end).encode())
    before = skill.folder.digest.read_bytes()
    assert skill.compact().status == "unchanged"
    assert skill.folder.digest.read_bytes() == before
    skill.log(*made.events(3, winning_pattern="another one"))
    skill.compact()
    data = skill.folder.digest.read_bytes()
    assert b"another one" in data
    assert data.count(b"\r\n") == (data.count(b"\n") if end == "\r\n" else 0)


def test_a_person_who_rewrote_all_of_it_loses_nothing(skill: Skill) -> None:
    promoted(skill)
    skill.write(
        "How I search\n============\n\nFirst: think.\n\n### Later\n* one\n\t- two\n```\n## Active Rules\n"
    )
    mine = [line for line in skill.text.splitlines() if line.strip()]
    skill.compact()
    assert all(line in skill.text.splitlines() for line in mine)


def test_undoing_twice_keeps_what_a_person_wrote(skill: Skill) -> None:
    promoted(skill)
    skill.log(*made.events(3, winning_pattern="another one"))
    skill.compact()
    skill.write(skill.text + "\n## Mine\nprecious\n")
    backups.undo(skill.folder)
    backups.undo(skill.folder)
    kept = [path.read_text() for path in backups.folder(skill.folder).iterdir() if path.is_file()]
    assert sum("precious" in text for text in kept) == 1
    assert len(kept) == 2


def test_a_rotation_that_was_killed_halfway_costs_the_next_compact_nothing(skill: Skill) -> None:
    skill.log(*made.events(3, **RULE, context={"x": "y" * 400_000}))
    skill.folder.archive.mkdir()
    os.link(skill.folder.log, skill.folder.archive / "2026-06.jsonl")
    assert skill.compact().promoted == ["sort by date"]
    assert skill.compact().status == "unchanged"
    assert not due.reasons(skill.folder)


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS])
def test_a_disk_without_hard_links_has_digests_too(
    skill: Skill, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", refuse)
    skill.log(*made.events(3, **RULE, context={"x": "y" * 400_000}))
    done = skill.compact()
    assert done.promoted == ["sort by date"]
    assert done.rotated
    assert "sort by date" in skill.text


@pytest.mark.parametrize(
    "name", ["two\nlines", "## Active Rules", "`tick`", "r\udce4ksmorgas", "a\u202eb", "x" * 200]
)
def test_a_folder_of_any_name_settles(home: Path, name: str) -> None:
    skill = Skill(home.parent / "skills", name)
    found = [{key: value for key, value in one.items() if key != "skill"} for one in made.events(3, **RULE)]
    skill.log(*found)
    assert skill.compact().promoted == ["sort by date"]
    assert skill.compact().status == "unchanged"
    assert skill.folder.digest.read_bytes().split(b"\n")[2] == b"## Active Rules"


@pytest.mark.parametrize(
    "damage",
    [
        {"newest": []},
        {"lines": True, "day": 3},
        {"archives": {"2026-05.jsonl": {"stamp": 1, "last": "x", "lines": [], "bad": [], "corrections": {}}}},
    ],
)
def test_a_state_of_wrong_types_costs_nothing(skill: Skill, damage: dict[str, Any]) -> None:
    skill.log(*made.events(3, **RULE))
    skill.folder.archive.mkdir()
    (skill.folder.archive / "2026-05.jsonl").write_text(json.dumps(made.event(40, **RULE)) + "\n")
    skill.compact()
    path = next(state.folder().glob("*.json"))
    known = json.loads(path.read_text())
    if "archives" in damage:
        stamp = known["archives"]["2026-05.jsonl"]["stamp"]
        damage["archives"]["2026-05.jsonl"]["stamp"] = stamp
    path.write_text(json.dumps({**known, **damage}))
    skill.log(made.event(0, 9, **RULE))
    assert due.reasons(skill.folder) == []
    assert skill.compact().events == 4
    assert digest_verb.listed(str(skill.folder.path.parent)).status == "listed"


def test_an_event_from_a_clock_far_ahead_does_not_keep_a_rule_for_ever(skill: Skill) -> None:
    events.append_event(skill.folder, {**RULE, "ts": "2099-01-01T00:00:00Z", "session_id": "s"})
    (line,) = journal.lines(skill.folder.log, 10_000)
    assert line is not None
    assert json.loads(line)["ts"] < "2099"
    assert not events.append_event(
        skill.folder, {**RULE, "ts": "2099-01-01T00:00:00Z", "session_id": "s"}
    ).added


def test_of_one_folder_that_cannot_be_listed_the_others_do_not_suffer(skill: Skill, tmp_path: Path) -> None:
    other = Skill(skill.folder.path.parent, "other")
    other.log(made.event(0, **RULE, skill="other"))
    skill.folder.log.parent.mkdir()
    put(skill.folder.log, "link", tmp_path / "nowhere")
    names = [one.name for one in worker.known("/", str(skill.folder.path.parent))]
    assert names == ["other"]
    assert SkillFolder(skill.folder.path).name


def test_half_a_character_in_a_correction_of_an_archive_is_remembered(skill: Skill) -> None:
    skill.folder.archive.mkdir(parents=True)
    old = json.dumps(made.event(40, user_correction="no \ud83d, the other"))
    (skill.folder.archive / "2026-05.jsonl").write_text(f"{old}\n")
    skill.log(made.event(0, **RULE))
    assert len(skill.compact().promoted) == 1
    assert skill.compact().status == "unchanged"


def test_undo_with_dry_run_undoes_nothing(skill: Skill, home: Path) -> None:
    promoted(skill)
    ran = exp(home, "compact", str(skill.folder.path), "--undo", "--dry-run")
    assert (ran.code, ran.lines[0]) == (2, "status: usage")
    assert "sort by date" in skill.text


@pytest.mark.parametrize("name", ["r\udce4ksmorgas", "two\nlines", "caf\u00e9 \u691c\u7d22"])
def test_commands_bear_a_folder_of_any_name(home: Path, name: str) -> None:
    skill = Skill(home.parent / "skills", name)
    path = str(skill.folder.path)
    ran = exp(home, "event", "add", path, "--no-compact", said='"user_correction": "no, the other"\n')
    assert (ran.code, ran.lines[0]) == (0, "status: added")
    for words in (
        ("compact", path, "--explain"),
        ("digest", "show", path),
        ("digest", "list"),
        ("compact", "--due"),
    ):
        ran = exp(home, *words)
        assert ran.code == 0, ran
        assert exp(home, *words, "--json").code == 0


def test_compacts_that_cannot_write_push_nothing_out(skill: Skill, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise ExperienceError("read-only")

    promoted(skill)
    skill.log(*made.events(3, winning_pattern="another one"))
    monkeypatch.setattr(compact_room, "write_atomic", refused)
    for _ in range(3):
        with pytest.raises(ExperienceError, match="read-only"):
            skill.compact()
    assert len(list(backups.folder(skill.folder).iterdir())) == 2
