"""Warnings within their budgets: whole blocks, every pattern showable, nothing hidden in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experience.hotpath import render
from experience.hotpath.candidate import Candidate
from experience.vocabulary import MODEL_BUDGET, PATTERN_BUDGET, USER_BUDGET
from tests.hotpath.machine import MATCHING, rows, told, use_interpreter
from tests.house import WritePattern

LONG = st.text(max_size=900) | st.text(alphabet="ab \n<\x1b\u202e日", min_size=300, max_size=900)


@st.composite
def candidates(draw: st.DrawFn) -> Candidate:
    number = draw(st.integers(0, 10**6))
    record: dict[str, Any] = {
        "id": f"general-2026-01-05-{draw(st.text('abc-', max_size=90))}{number}",
        "name": draw(LONG)[:300], "severity": draw(st.sampled_from(["low", "med", "high"])),
        "fix": draw(LONG)[:700], "context": draw(LONG)[:300],
        "status": draw(st.sampled_from(["pending", "validated"])),
        "last_seen": draw(st.none() | st.just("2026-04-18")),
        "session_id": draw(st.none() | st.text(max_size=60)),
        "url": draw(st.none() | st.text(max_size=300)), "path": f"/{number}.md",
    }  # fmt: skip
    return Candidate(record, draw(st.sampled_from(["global", "project-1234"])), {})


@given(candidates())
@settings(max_examples=400, deadline=None)
def test_every_pattern_is_showable_in_one_block(candidate: Candidate) -> None:
    block = render.block(candidate)
    assert 0 < len(block) <= PATTERN_BUDGET
    shown = render.render([candidate])
    assert shown.shown == [candidate]
    assert shown.cut == []
    assert len(shown.model) <= MODEL_BUDGET


@given(st.lists(candidates(), max_size=6))
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
def test_budgets_hold_and_blocks_are_whole(ranked: list[Candidate]) -> None:
    shown = render.render(ranked)
    assert len(shown.model) <= MODEL_BUDGET
    assert len(shown.user) <= USER_BUDGET
    assert "\n" not in shown.user
    assert [one for one in ranked if one in shown.shown or one in shown.cut] == ranked
    assert len(shown.shown) + len(shown.cut) == len(ranked)
    assert all(render.block(one) in shown.model for one in shown.shown)
    assert bool(shown.model) == bool(shown.user) == bool(shown.shown) == bool(ranked)


@given(candidates())
@settings(max_examples=200, deadline=None)
def test_nothing_in_a_pattern_looks_like_the_next_block(candidate: Candidate) -> None:
    lines = render.block(candidate).split("\n")
    assert lines[0].startswith("[general-2026-01-05-")
    assert lines[-1].startswith("(")
    assert "source: " in lines[-1]


@pytest.mark.parametrize("size", [400, 700, 5000])
def test_a_long_fix_is_shortened_visibly(home: Path, write_pattern: WritePattern, size: int) -> None:
    use_interpreter(home)
    write_pattern(home / "global" / "frontend", fix="Keep old chunks on the server. " * (size // 31 + 1))
    answer = told(home, MATCHING)
    assert "Instead: Keep old chunks" in answer
    assert "\u2026" in answer
    assert len(answer) <= MODEL_BUDGET + 1


def test_N03_what_did_not_fit_is_recorded_as_suppressed(home: Path, write_pattern: WritePattern) -> None:
    use_interpreter(home)
    for day in (1, 2, 3):
        write_pattern(
            home / "global" / "frontend", id=f"frontend-2026-04-0{day}-{'long-' * 10}x",
            name="A deploy serves stale chunks to tabs that are open, " * 2, fix="Keep old chunks. " * 60,
        )  # fmt: skip
    answer = told(home, MATCHING)
    (row,) = rows(home, "injections.jsonl")
    assert row["patterns_injected"], "the first block always fits"
    assert len(row["patterns_injected"]) + len(row["suppressed"]) == 3
    assert set(row["suppressed"].values()) == {"no room left"}
    assert all(name in answer for name in row["patterns_injected"])
    assert not any(name in answer for name in row["suppressed"])


@pytest.mark.parametrize("installed", [[], ["exp-status"], ["exp-saved", "exp-falsepositive", "exp-status"]])
def test_the_users_line_names_only_commands_that_are_installed(
    home: Path, monkeypatch: pytest.MonkeyPatch, installed: list[str]
) -> None:
    commands = home.parent / "commands"
    commands.mkdir(exist_ok=True)
    for name in installed:
        (commands / f"{name}.md").touch()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home.parent))
    assert render.installed_commands() == [f"/{name}" for name in installed]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://example.org/incident/17", "source: https://example.org/incident/17)"),
        (f"https://docs.example.org/{'long/' * 30}page", "source: docs.example.org)"),
    ],
)
def test_an_address_is_told_whole_or_by_its_host(url: str, told: str) -> None:
    record = {"url": url, "session_id": None}
    assert told == f"source: {render.source(record)})"
