"""All patterns of a folder; ids that are there twice; finding by prefix."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from experience.patterns.corpora import corpora
from experience.patterns.corpus import find, load
from experience.patterns.similarity import closest, did_you_mean
from tests.house import WritePattern


def test_one_bad_file_never_costs_another(tmp_path: Path, write_pattern: WritePattern) -> None:
    write_pattern(tmp_path / "frontend")
    (tmp_path / "frontend" / "bad.md").write_text("---\nid: [\n---\n", encoding="utf-8")
    (tmp_path / "frontend" / "README.md").write_text("about", encoding="utf-8")
    loaded = load(tmp_path, "global")
    assert [pattern.id for pattern in loaded.patterns] == ["frontend-2026-04-18-stale-chunk"]
    assert (loaded.files, loaded.failed) == (2, 1)


def test_a_duplicate_id_is_an_error_that_names_both_files(
    tmp_path: Path, write_pattern: WritePattern
) -> None:
    first = write_pattern(tmp_path / "a", filename="z.md")
    second = write_pattern(tmp_path / "b", filename="a.md")
    loaded = load(tmp_path, "global")
    assert [pattern.path for pattern in loaded.patterns] == [first]
    (problem,) = loaded.problems
    assert str(problem).startswith(f"{second}:2: ")
    assert str(first) in problem.message
    assert (problem.severity, loaded.failed) == ("error", 1)


def test_archived_patterns_load_only_when_asked_for(tmp_path: Path, write_pattern: WritePattern) -> None:
    write_pattern(tmp_path, review_status="archived")
    assert load(tmp_path, "project").patterns == ()
    assert load(tmp_path, "project").failed == 0
    assert len(load(tmp_path, "project", keep_archived=True).patterns) == 1


def test_an_absent_folder_holds_nothing(tmp_path: Path) -> None:
    assert load(tmp_path / "none", "global").patterns == ()


def test_ids_are_found_whole_or_by_their_beginning(tmp_path: Path, write_pattern: WritePattern) -> None:
    for one in ("frontend-2026-04-18-a", "frontend-2026-04-18-ab", "solana-2026-04-18-a"):
        write_pattern(tmp_path, id=one)
    patterns = load(tmp_path, "project").patterns
    assert [pattern.id for pattern in find(patterns, "frontend-2026-04-18-a")] == ["frontend-2026-04-18-a"]
    assert [pattern.id for pattern in find(patterns, "sol")] == ["solana-2026-04-18-a"]
    assert len(find(patterns, "front")) == 2
    assert find(patterns, "") == []


def test_a_mistyped_id_is_recognised() -> None:
    known = ["frontend-2026-04-18-stale-chunk", "solana-2026-02-01-rent"]
    assert closest("frontend-2026-04-18-stale-chnk", known)[0] == known[0]
    assert did_you_mean("zzzz", known) == ""


def test_the_project_has_a_corpus_only_where_the_folder_is(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    assert [place.origin for place in corpora(str(project), "ask")] == ["global"]
    (project / ".claude" / "experience").mkdir(parents=True)
    assert [place.origin for place in corpora(str(project / ".claude"), "ask")] == ["global", "project"]


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_R39_a_link_out_of_the_corpus_is_not_followed(tmp_path: Path, write_pattern: WritePattern) -> None:
    outside = write_pattern(tmp_path / "outside")
    inside = tmp_path / "corpus" / "frontend"
    inside.mkdir(parents=True)
    (inside / "link.md").symlink_to(outside)
    assert load(tmp_path / "corpus", "global").files == 0
