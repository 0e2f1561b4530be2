"""A pattern on the user's own past prompts: exactly those that the hook would have warned of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from experience.feedback.backtest import Replay, backtest
from experience.hotpath import clock, match, query, rank
from experience.index import trial
from experience.patterns.parse import parse_bytes, parse_file
from experience.patterns.pattern import Pattern
from experience.transcripts.history import PastPrompt
from tests.house import ROOT, WritePattern, pattern_text

STARTER = sorted((ROOT / "templates" / "starter").glob("*/*.md"))
MATCHING = "Deploy the frontend again, users report a ChunkLoadError after a stale chunk"
ID = "frontend-2026-04-18-stale-chunk"


def past(*texts: str) -> Iterator[PastPrompt]:
    return (PastPrompt(text, f"2026-11-{day:02}T08:00:00Z", "s", "/") for day, text in enumerate(texts, 1))


def draft(**more: object) -> Pattern:
    """A pattern that lies nowhere."""
    pattern = parse_bytes(pattern_text(**more).encode(), Path("/nowhere/draft.md")).pattern  # type: ignore[arg-type]
    assert pattern is not None
    return pattern


@pytest.fixture
def corpus(home: Path) -> Path:
    """All starter patterns, in the global corpus."""
    for path in STARTER:
        target = home / "global" / path.parent.name / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    return home / "global"


def live(pattern: Pattern, texts: list[str], cwd: str) -> list[str]:
    """What the matcher itself says, prompt by prompt."""
    corpora = trial.corpora(pattern, cwd)
    found = []
    for text in texts:
        shown = rank.rank(match.search(query.Query(text), corpora), clock.now())
        found += [text for one in shown if one.record["id"] == pattern.id]
    return found


def test_it_tells_how_many_and_which(home: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = backtest(
        draft(),
        past("rename the button", MATCHING, "thanks", "/exp-saved ChunkLoadError stale chunk", "ok"),
        cwd=str(tmp_path),
        progress=lambda tried, fired: told.append((tried, fired)),
    )
    assert (found.total, [prompt.text for prompt in found.fired]) == (5, [MATCHING])
    assert found.lines() == [f"2026-11-02  {MATCHING}"]
    assert told == [(1, 0), (2, 1), (3, 1), (4, 1), (5, 1)]
    assert not list(home.rglob("*.md")), "nothing is written"


def test_no_prompts_no_warnings(home: Path) -> None:
    assert home.is_dir()
    assert (backtest(draft(), []).total, backtest(draft(), []).fired) == (0, [])


def test_first_words_hold_no_secret_and_no_line_end(home: Path) -> None:
    assert home.is_dir()
    token = "ghp_" + "aB3" * 12
    found = backtest(
        draft(), past(f"stale chunk\nChunkLoadError with {token} after the deploy " + "x " * 200)
    )
    (line,) = found.lines()
    assert token[:10] not in line
    assert len(line) < 100


@pytest.mark.parametrize("path", STARTER[::8], ids=lambda path: path.stem[:40])
def test_the_cheap_test_before_it_loses_no_prompt(corpus: Path, tmp_path: Path, path: Path) -> None:
    pattern = parse_file(path).pattern
    assert pattern is not None
    prompts = (ROOT / "tests" / "bench" / "data" / "prompts.jsonl").read_text().splitlines()
    own = [*pattern.examples.fire, *pattern.examples.quiet]
    texts = [*[json.loads(line)["text"] for line in prompts][::5], *own]
    found = backtest(pattern, past(*texts[:10]), cwd=str(tmp_path)).fired
    assert [prompt.text for prompt in found] == live(pattern, texts[:10], str(tmp_path))
    replay = Replay(pattern, str(tmp_path))
    fired = [text for text in texts if replay.fires(text)]
    assert fired == live(pattern, texts, str(tmp_path))
    assert set(pattern.examples.fire) <= set(fired)
    assert corpus.is_dir()


def test_regexes_and_vetoes_count_as_they_do_live(corpus: Path, tmp_path: Path) -> None:
    pattern = draft(keywords=["zzqx"], regex=[r"ORA-\d{5}", r"^x?$"], none=["in the docs"])
    texts = [
        "why ORA-01555 again",
        "explain ORA-01555 in the docs",
        "the zzqx is off",
        "rename it",
        "build the page",
    ]
    fired = [one.text for one in backtest(pattern, past(*texts), cwd=str(tmp_path)).fired]
    assert fired == live(pattern, texts, str(tmp_path)) == ["why ORA-01555 again", "the zzqx is off"]
    assert corpus.is_dir()


def test_a_changed_pattern_replaces_the_one_in_the_corpus(
    home: Path, write_pattern: WritePattern, tmp_path: Path
) -> None:
    stored = parse_file(write_pattern(home / "global" / "frontend", id=ID)).pattern
    assert stored is not None
    assert len(backtest(stored, past(MATCHING), cwd=str(tmp_path)).fired) == 1
    vetoed = replace(stored, triggers=replace(stored.triggers, none=("users report",)))
    assert backtest(vetoed, past(MATCHING), cwd=str(tmp_path)).fired == []


def test_one_that_others_crowd_out_is_not_counted(
    home: Path, write_pattern: WritePattern, tmp_path: Path
) -> None:
    names = ["first", "second", "third"]
    for name in names:
        write_pattern(home / "global" / "frontend", id=f"frontend-2026-04-18-{name}", severity="high")
    late = draft(id="frontend-2026-04-18-weak", severity="low", review_status="pending", last_seen=None)
    assert backtest(late, past(MATCHING), cwd=str(tmp_path)).fired == []
    (home / "global" / "frontend" / "frontend-2026-04-18-third.md").unlink()
    assert len(backtest(late, past(MATCHING), cwd=str(tmp_path)).fired) == 1
