"""Candidates: kept beside the corpus, found by their ids, never lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from experience.errors import ExperienceError
from experience.files.move import move_into
from experience.patterns import candidates
from experience.patterns.candidates import Note
from experience.patterns.pattern import Provenance
from experience.patterns.writing import pattern_text
from tests.patterns.drafts import draft

WHERE = Provenance(None, "s1", None)


def stored(identity: str, note: Note | None = None) -> Path:
    text = pattern_text(draft(), identity, WHERE, "2026-11-30", note=(note or Note("capture")).table())
    return candidates.store(identity, text)


def test_a_note_comes_back_as_it_was_written(home: Path) -> None:
    note = Note("capture", "project", '/home/a "b"/c\\d', "")
    stored("docker-2026-11-30-one", note)
    (found,) = candidates.stock().candidates
    assert (found.id, found.note) == ("docker-2026-11-30-one", note)
    assert found.path.stat().st_mode & 0o777 == 0o600


def test_a_pattern_without_a_note_is_a_candidate_too(home: Path) -> None:
    stored("docker-2026-11-30-one")
    path = candidates.folder() / "docker-2026-11-30-one.md"
    path.write_text(pattern_text(draft(), "docker-2026-11-30-one", WHERE, "2026-11-30"))
    assert candidates.chosen("docker").note == Note()


def test_the_same_name_is_never_overwritten(home: Path) -> None:
    path = stored("docker-2026-11-30-one")
    before = path.read_bytes()
    with pytest.raises(ExperienceError, match="already"):
        candidates.store("docker-2026-11-30-one", "other")
    assert path.read_bytes() == before


def test_the_right_one_is_found_or_the_choice_is_told(home: Path) -> None:
    stored("docker-2026-11-30-one")
    stored("docker-2026-11-30-two")
    assert candidates.chosen("docker-2026-11-30-t").id == "docker-2026-11-30-two"
    for wanted, words in (
        ("docker", "begins several"),
        ("docker-2026-11-30-onn", "did you mean"),
        ("", "waiting"),
    ):
        with pytest.raises(ExperienceError, match=words):
            candidates.chosen(wanted)


def test_every_id_that_was_given_stays_taken(home: Path) -> None:
    for name in ("one", "two", "three"):
        stored(f"docker-2026-11-30-{name}")
    candidates.put_aside(candidates.chosen("docker-2026-11-30-one"), candidates.APPROVED)
    candidates.drop("docker-2026-11-30-two")
    assert {f"docker-2026-11-30-{name}" for name in ("one", "two", "three")} <= candidates.taken_ids()
    assert [one.id for one in candidates.stock().candidates] == ["docker-2026-11-30-three"]


def test_a_replaced_one_is_kept_each_time(home: Path) -> None:
    stored("docker-2026-11-30-one")
    for severity in ("low", "med"):
        text = pattern_text(draft(severity=severity), "docker-2026-11-30-one", WHERE, "2026-11-30")
        candidates.replace(candidates.chosen("docker"), text)
    kept = sorted((candidates.folder() / "earlier").glob("*.md"))
    assert [path.name for path in kept] == ["docker-2026-11-30-one-1.md", "docker-2026-11-30-one-2.md"]
    assert "severity: high" in kept[0].read_text()
    assert "severity: low" in kept[1].read_text()


def test_nothing_is_replaced_where_a_file_is_moved_to(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / "x.md").write_text(str(number))
        move_into(tmp_path / "kept", tmp_path / "x.md")
    assert {path.name: path.read_text() for path in (tmp_path / "kept").iterdir()} == {
        "x.md": "0", "x-2.md": "1", "x-3.md": "2",
    }  # fmt: skip
    with pytest.raises(ExperienceError, match="cannot be moved"):
        move_into(tmp_path / "kept", tmp_path / "gone.md")
