"""The log counted in one pass, whatever stands in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experience.events.summary import summary

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = (
    "ts",
    "injection_id",
    "session_id",
    "patterns_injected",
    "scores",
    "suppressed",
    "context_size_out",
    "ms",
)


@given(rows=st.lists(st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, JSON)), max_size=5))
def test_no_line_however_strange_breaks_the_count(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]]
) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / "logs").mkdir()
    lines = [json.dumps(row) for row in rows]
    text = "\n".join([*lines, "[1]", '{"torn', "\x00", ""])
    (home / "logs" / "injections.jsonl").write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPERIENCE_HOME", str(home))
        found = summary(judged=[("a", "b")])
        assert found.prompts == len(rows)
        assert found.warned <= found.prompts
        assert found.quantile(0.95) is None or 0 <= (found.quantile(0.95) or 0) <= 5000
        assert summary(since="2999-01-01").prompts <= len(rows)


def test_lines_from_a_day_on_and_archives_from_before_are_not_opened(home: Path) -> None:
    logs = home / "logs"
    (logs / "archive").mkdir(parents=True)

    def line(ts: str) -> str:
        return json.dumps({"ts": ts, "patterns_injected": ["a"]}, separators=(",", ":")) + "\n"

    old = logs / "archive" / "injections-2026-01-05T000000Z-0.jsonl"
    old.write_text(line("2026-01-04T00:00:00Z"), "utf-8")
    (logs / "archive" / "injections-2026-03-01T000000Z-1.jsonl").write_text(
        line("2026-02-01T00:00:00Z") + line("2026-02-20T00:00:00Z"), "utf-8"
    )
    (logs / "injections.jsonl").write_text(line("2026-03-02T00:00:00Z"), "utf-8")
    assert summary().warnings == 4
    assert summary(since="2026-02-10").warnings == 2
    assert summary(since="2026-02-10").span == ("2026-02-20", "2026-03-02")
