"""`exp.py list`: what is there, what is archived, what waits, what did not load."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.house import LIB, WritePattern, clean_environment


@pytest.fixture
def corpus(home: Path, write_pattern: WritePattern) -> Path:
    write_pattern(home / "global" / "frontend")
    write_pattern(
        home / "global" / "solana", id="solana-2026-02-01-rent", review_status="archived", severity="high"
    )
    (home / "global" / "solana" / "bad.md").write_text("no frontmatter", encoding="utf-8")
    return home


@pytest.fixture
def project(tmp_path: Path, write_pattern: WritePattern) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    write_pattern(
        folder / ".claude" / "experience",
        id="api-2026-03-01-timeout",
        name="A timeout of zero waits for ever",
    )
    return folder


def test_each_pattern_is_one_row_and_the_last_line_counts_what_did_not_load(corpus: Path) -> None:
    ran = exp(corpus, "list")
    assert ran.lines[0] == "status: listed"
    assert ran.lines[-1] == "2 patterns, 1 of them archived, 1 file did not load: exp.py lint"
    text = " ".join(ran.out.split())
    assert "frontend-2026-04-18-stale-chunk med validated global" in text
    assert "solana-2026-02-01-rent high archived global" in text
    assert "A deploy serves stale chunks to tabs that are open" in text
    assert "\t" not in ran.out
    assert all(len(line) <= 80 for line in ran.lines)


def test_short_ids_leave_room_for_one_line_each(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(
        home / "global" / "ui", id="ui-2026-04-18-x", name="Something quite long that has to be cut somewhere"
    )
    ran = exp(home, "list")
    assert len(ran.lines) == 3
    assert ran.lines[1].startswith("ui-2026-04-18-x  med  validated  Something quite long")
    assert ran.lines[1].endswith("global")
    assert len(ran.lines[1]) <= 80


def test_an_empty_corpus(home: Path) -> None:
    assert exp(home, "list").lines == ["status: empty", "0 patterns"]


@pytest.mark.parametrize(
    ("policy", "says"), [(None, "exp.py trust"), ("always", ""), ("never", "switched off by config.yaml")]
)
def test_of_a_project_only_what_is_allowed_is_read(
    corpus: Path, project: Path, policy: str | None, says: str
) -> None:
    if policy:
        (corpus / "config.yaml").write_text(f"project_patterns: {policy}\n", encoding="utf-8")
    document = exp(corpus, "list", "--json", cwd=project).document
    mine = [row["id"] for row in document["patterns"] if row["origin"] == "project"]
    assert mine == (["api-2026-03-01-timeout"] if policy == "always" else [])
    assert document["waiting"] == ("" if policy == "always" else "1")
    text = exp(corpus, "list", cwd=project).out
    assert says in text
    assert ("api-2026-03-01-timeout" in text) == (policy == "always")


def test_a_project_pattern_with_the_id_of_a_global_one_is_marked(
    corpus: Path, project: Path, write_pattern: WritePattern
) -> None:
    write_pattern(project / ".claude" / "experience")
    (corpus / "config.yaml").write_text("project_patterns: always\n", encoding="utf-8")
    rows = exp(corpus, "list", "--json", cwd=project).document["patterns"]
    notes = [row["note"] for row in rows if row["id"] == "frontend-2026-04-18-stale-chunk"]
    assert notes == ["", "the global one of this id counts"]


def test_a_broken_config_is_named(corpus: Path) -> None:
    (corpus / "config.yaml").write_text("project_pattern: always\n", encoding="utf-8")
    ran = exp(corpus, "list")
    assert ran.code == 1
    assert "config.yaml:1" in ran.err


def test_a_terminal_gets_a_table_of_its_width(corpus: Path) -> None:
    leader, follower = pty.openpty()
    environment = {
        **clean_environment(corpus.parent.parent, corpus),
        "EXP_IN_VENV": "1", "COLUMNS": "80", "TERM": "xterm", "NO_COLOR": "1",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, str(LIB / "exp.py"), "list"],
        stdout=follower,
        stderr=follower,
        cwd=corpus,
        env=environment,
    ) as process:
        os.close(follower)
        shown = b""
        while chunk := _read(leader):
            shown += chunk
        assert process.wait(timeout=30) == 0
    os.close(leader)
    text = shown.decode()
    assert "severity" in text
    assert "solana-2026-02-01-rent" in text
    assert "2 patterns, 1 of them archived" in text


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # Linux says EIO when the other end is closed
        return b""
