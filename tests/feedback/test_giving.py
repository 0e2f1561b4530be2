"""Whatever is said and taken back in whatever order: logs, counters in the file and the hook's file agree."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.events import verdicts
from experience.events.injections import Injection
from experience.events.verdicts import Kind
from experience.feedback import giving, standings
from experience.feedback.meant import Meant
from experience.feedback.tallies import Tally
from experience.hotpath import verdicts as compiled
from experience.index.compiler import content_hash
from experience.patterns.parse import parse_file
from tests.house import pattern_text

PATTERN = "frontend-2026-04-18-stale-chunk"
STEPS = st.lists(
    st.tuples(st.sampled_from(["saved", "falsepositive", "undo"]), st.integers(0, 4)), max_size=14
)


def about(path: Path, number: int) -> Meant:
    injection = Injection(f"i{number}", f"s{number}", "2026-11-30T10:00:00Z", (PATTERN,), "")
    return Meant(PATTERN, parse_file(path, keep_archived=True).pattern, injection)


def step(path: Path, what: str, number: int, said: dict[int, Kind]) -> None:
    """Do it for real and in the model `said`: warning -> verdict in force, the newest last."""
    if what == "undo":
        found = giving.candidates(PATTERN, "")
        if found:
            giving.take_back(found[-1], about(path, 0).pattern)
            del said[int(found[-1].injection_id[1:])]
        return
    kind: Kind = "saved" if what == "saved" else "falsepositive"
    word = giving.give(kind, about(path, number), f"s{number}").word
    before = said.get(number)
    assert word == ("already" if before == kind else "changed" if before else "counted")
    said[number] = kind


@settings(max_examples=40, deadline=None)
@given(STEPS)
def test_log_file_and_hook_agree_after_any_sequence(steps: list[tuple[str, int]]) -> None:
    home = Path(tempfile.mkdtemp())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPERIENCE_HOME", str(home))
        path = home / "global" / "frontend" / f"{PATTERN}.md"
        path.parent.mkdir(parents=True)
        path.write_text(pattern_text(id=PATTERN, review_status="pending", hits=3, false_positives=2))
        untouched = path.read_bytes()
        said: dict[int, Kind] = {}
        for what, number in steps:
            step(path, what, number, said)
        kinds = list(said.values())
        tally = Tally(kinds.count("saved"), kinds.count("falsepositive"))
        pattern = parse_file(path).pattern
        assert pattern is not None
        assert (pattern.hits, pattern.false_positives) == (3 + tally.saves, 2 + tally.false_positives)
        assert len(verdicts.in_force()) == len(said)
        assert standings.known().get(PATTERN, {}).get(content_hash(pattern), Tally())[:2] == tally[:2]
        if steps and Path(compiled.path()).exists():
            rows = json.loads(Path(compiled.path()).read_text())["patterns"].get(PATTERN, {})
            assert bool(rows) == bool(said)
        if not said and all(what != "saved" for what, _ in steps):
            assert path.read_bytes() == untouched
    shutil.rmtree(home)


def test_a_state_folder_that_cannot_be_written_costs_no_verdict(home: Path) -> None:
    path = home / "global" / "frontend" / f"{PATTERN}.md"
    path.parent.mkdir(parents=True)
    path.write_text(pattern_text(id=PATTERN))
    (home / "state" / "verdicts.json").mkdir(parents=True)
    given_ = giving.give("saved", about(path, 1), "s1")
    assert (given_.word, given_.unwritten != "", len(verdicts.in_force())) == ("counted", True, 1)
