"""What the client loads of its memory, measured on the written bytes (case M11), and whose memory it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experience.errors import ExperienceError
from experience.memory import settings, whose
from experience.memory.measure import measure
from experience.memory.whose import AUTO, WORKSPACE, Memory


@pytest.mark.parametrize(
    ("data", "lines", "first_lost"),
    [
        ((("x" * 359) + "\n").encode() * 146, 146, 70),
        (b"- short\n" * 201, 201, 201),
        (b"- short\n" * 200, 200, 0),
        ("端口\n".encode() * 100 + "中".encode() * 8200, 101, 101),
        (b"\n\n" + b"- short\n" * 201, 201, 203),
        (b"", 0, 0),
        (b"x" * 25_000, 1, 0),
        (b"x" * 25_001, 1, 1),
    ],
)
def test_M11_lines_and_bytes_are_both_measured_and_the_loss_is_named(
    data: bytes, lines: int, first_lost: int
) -> None:
    found = measure(data)
    assert (found.lines, found.first_lost) == (lines, first_lost)
    assert found.fits == (first_lost == 0)
    assert (f"from line {first_lost} on" in str(found)) == bool(first_lost)


def test_a_workspace_and_the_clients_memory_differ(workspace: Memory, auto: Memory, home: Path) -> None:
    assert (workspace.kind, auto.kind) == (WORKSPACE, AUTO)
    assert set(workspace.others) == {"USER.md", "SOUL.md"}
    assert set(auto.others) == {"deploys.md"}
    assert workspace.log == workspace.path.parents[1] / "log" / "memory-clean.log"
    assert home in auto.log.parents
    (home.parent / "CLAUDE.md").write_text("# Mine\n")
    assert "CLAUDE.md" in whose.at(auto.path).others


def test_the_clients_own_setting_of_the_folder_counts(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "notes" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- one\n")
    (home.parent / "settings.json").write_text(json.dumps({"autoMemoryDirectory": str(folder)}))
    found = whose.default(tmp_path)
    assert (found.path, found.kind) == (folder / "MEMORY.md", AUTO)


def test_keep_md_lies_in_either_folder(workspace: Memory) -> None:
    (workspace.path.parent / "keep.md").write_text("kept\n")
    assert whose.at(workspace.base).others["keep.md"] == workspace.path.parent / "keep.md"


@pytest.mark.parametrize(
    ("line", "why"),
    [("nonsense: 1", "unknown setting"), ("max_removed: 0.9", "at most 0.5"), ("runner: gpt", "must be one"),
     ("tries: 9", "at most 3"), ("language: de", "en, cs"), ("model: [a, b]", "must be one value")],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_refused(home: Path, line: str, why: str) -> None:
    (home / "memory.yaml").write_text(line + "\n")
    with pytest.raises(ExperienceError, match=why):
        settings.load()


def test_settings_are_read(home: Path) -> None:
    assert settings.load() == settings.Settings()
    (home / "memory.yaml").write_text(
        "paths:\n  - /a b/MEMORY.md\nrunner: command\ncommand: ask 'a b'\nmax_removed: 20%\ntries: 2\n"
    )
    found = settings.load()
    assert (found.paths, found.command) == (("/a b/MEMORY.md",), ("ask", "a b"))
    assert (found.max_removed, found.tries, found.runner) == (0.2, 2, "command")
