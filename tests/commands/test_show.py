"""`exp.py show ID`: every field and the text; ids by their beginning; did you mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.house import WritePattern


@pytest.fixture
def corpus(home: Path, write_pattern: WritePattern) -> Path:
    folder = home / "global" / "frontend"
    write_pattern(
        folder, fire=["open tabs are blank"], extra="team: web", body="# Title\n\n## Context\nIt broke.\n"
    )
    write_pattern(folder, id="frontend-2026-05-01-cache", review_status="archived")
    return home


def test_every_field_and_the_text_are_shown(corpus: Path) -> None:
    ran = exp(corpus, "show", "frontend-2026-04-18-stale-chunk")
    assert (ran.code, ran.lines[0]) == (0, "status: shown")
    for line in ("origin: global", "severity: med", "hits: 0", "team: web", "## Context", "It broke."):
        assert line in ran.lines
    for words in (
        "path: /",
        "    - open tabs are blank",
        "  Keep the chunks of",
        "  url: https://example.org",
    ):
        assert words in ran.out


def test_an_id_is_known_by_its_beginning_also_of_an_archived_one(corpus: Path) -> None:
    assert (
        exp(corpus, "show", "frontend-2026-05", "--json").document["pattern"]["review_status"] == "archived"
    )


def test_several_with_this_beginning_are_named(corpus: Path) -> None:
    ran = exp(corpus, "show", "frontend")
    assert (ran.code, ran.lines) == (1, ["status: error"])
    assert "frontend-2026-04-18-stale-chunk, frontend-2026-05-01-cache" in ran.err


def test_a_mistyped_id_gets_a_suggestion(corpus: Path) -> None:
    ran = exp(corpus, "show", "frontend-2026-04-18-stale-chnk")
    assert ran.code == 1
    assert "did you mean frontend-2026-04-18-stale-chunk" in ran.err
    assert "exp.py list" in exp(corpus, "show", "zzz").err


def test_json_holds_every_field(corpus: Path) -> None:
    document = exp(corpus, "show", "--json", "frontend-2026-04-18-stale-chunk").document
    assert (document["status"], document["origin"]) == ("shown", "global")
    pattern = document["pattern"]
    assert pattern["triggers"] == {"keywords": ["stale chunk", "ChunkLoadError"], "regex": [], "none": []}
    assert pattern["sections"] == {"context": "It broke."}
    assert pattern["extra"] == {"team": "web"}
    assert pattern["provenance"]["commit"] is None


def test_hidden_characters_are_written_out(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend", name="a\u202eb", body="x\x1b[31m red\n")
    ran = exp(home, "show", "front")
    assert "\\u{202E}" in ran.out
    assert "\x1b" not in ran.out
