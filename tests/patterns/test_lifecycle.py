"""An id that was ever given is never given again."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experience.hotpath import record
from experience.patterns import lifecycle
from tests.feedback.judged import write

DAY = "2026-04-18"


def test_a_free_id_is_given_as_it_is(home: Path) -> None:
    assert lifecycle.new_id("frontend", "Stale chunk!", DAY) == "frontend-2026-04-18-stale-chunk"


@pytest.mark.parametrize("status", ["pending", "validated", "archived"])
def test_one_of_the_corpus_is_taken_whatever_its_status(home: Path, status: str) -> None:
    write(home, review_status=status)
    assert lifecycle.new_id("frontend", "stale-chunk", DAY) == "frontend-2026-04-18-stale-chunk-2"


def test_one_in_a_file_of_another_name_is_taken(home: Path) -> None:
    path = write(home)
    path.rename(path.with_name("other.md"))
    assert lifecycle.new_id("frontend", "stale-chunk", DAY).endswith("-2")


def test_one_of_a_candidate_or_of_a_log_is_taken(home: Path) -> None:
    (home / "candidates").mkdir()
    (home / "candidates" / "frontend-2026-04-18-stale-chunk.md").write_text("---\n")
    record.append("saves.jsonl", {"id": "frontend-2026-04-18-stale-chunk-2"})
    archive = home / "logs" / "archive"
    archive.mkdir()
    line = {"patterns_injected": ["frontend-2026-04-18-stale-chunk-3"]}
    (archive / "injections-2026-11-01T000000Z-aa.jsonl").write_text("x" * (1 << 20) + json.dumps(line))
    assert lifecycle.new_id("frontend", "stale-chunk", DAY) == "frontend-2026-04-18-stale-chunk-4"


def test_one_of_the_project_is_taken(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = tmp_path / "clone" / ".claude" / "experience"
    corpus.mkdir(parents=True)
    (tmp_path / "clone" / ".git").mkdir()
    write(home).rename(corpus / "theirs.md")
    assert lifecycle.new_id("frontend", "stale-chunk", DAY) == "frontend-2026-04-18-stale-chunk"
    monkeypatch.chdir(tmp_path / "clone")
    assert lifecycle.new_id("frontend", "stale-chunk", DAY).endswith("-2")
    os.chdir(tmp_path)


@given(st.text(max_size=200))
def test_any_text_makes_a_slug(text: str) -> None:
    slug = lifecycle.slugged(text)
    assert 0 < len(slug) <= lifecycle.MAX_SLUG
    assert set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert slug.strip("-") == slug
    assert "--" not in slug
