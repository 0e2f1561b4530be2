"""Once per session and pattern: what users of comparable tools complain of most is the repeat."""

from __future__ import annotations

import json
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from experience.hotpath import ledger
from tests.house import HOOK, RunHook, WritePattern, clean_environment, prompt_payload

PROMPT = "after the release users see ChunkLoadError from a stale chunk"
PATTERN = "frontend-2026-04-18-stale-chunk"


def lines(home: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (home / "logs" / "injections.jsonl").read_text().splitlines()]


@pytest.fixture
def pattern(home: Path, write_pattern: WritePattern) -> Path:
    return write_pattern(home / "global" / "frontend")


def test_N01_the_same_prompt_three_times_warns_once(home: Path, pattern: Path, run_hook: RunHook) -> None:
    shown = [run_hook(prompt_payload(PROMPT, session_id="s1")).context for _ in range(3)]
    assert PATTERN in shown[0]
    assert shown[1:] == ["", ""]
    assert [row["patterns_injected"] for row in lines(home)] == [[PATTERN], [], []]
    assert lines(home)[1]["suppressed"] == {PATTERN: "already shown in this session"}


def test_another_session_is_warned_too(pattern: Path, run_hook: RunHook) -> None:
    assert PATTERN in run_hook(prompt_payload(PROMPT, session_id="s1")).context
    assert PATTERN in run_hook(prompt_payload(PROMPT, session_id="s2")).context


def test_an_edit_by_a_person_shows_it_again_a_counter_does_not(pattern: Path, run_hook: RunHook) -> None:
    assert PATTERN in run_hook(prompt_payload(PROMPT, session_id="s1")).context
    text = pattern.read_text()
    pattern.write_text(text.replace("hits: 0", "hits: 1").replace("2026-04-18\nprov", "2026-05-01\nprov"))
    assert run_hook(prompt_payload(PROMPT, session_id="s1")).context == ""
    pattern.write_text(text.replace("Reload once when an import fails.", "Reload once, then say so."))
    assert "then say so" in run_hook(prompt_payload(PROMPT, session_id="s1")).context


def session_start(session: str, source: str) -> dict[str, Any]:
    return {
        "session_id": session,
        "transcript_path": f"/nowhere/{session}.jsonl",
        "cwd": os.getcwd(),
        "hook_event_name": "SessionStart",
        "source": source,
    }


def test_after_a_compaction_it_may_come_again_after_a_resume_not(pattern: Path, run_hook: RunHook) -> None:
    assert PATTERN in run_hook(prompt_payload(PROMPT, session_id="s1")).context
    assert run_hook(session_start("s1", "resume")).document is None
    assert run_hook(prompt_payload(PROMPT, session_id="s1")).context == ""
    assert run_hook(session_start("other", "compact")).document is None
    assert run_hook(prompt_payload(PROMPT, session_id="s1")).context == ""
    assert run_hook(session_start("s1", "compact")).document is None
    assert PATTERN in run_hook(prompt_payload(PROMPT, session_id="s1")).context


def test_N03_a_block_cut_by_the_budget_is_not_marked_as_shown(
    home: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    for number in range(3):
        write_pattern(
            home / "global" / "general",
            id=f"general-2026-04-18-{'long-' * 8}{number}",
            name="wobbler " * 10,
            keywords=["wobbler", "gadget"],
            fix="Do not do this, " * 60,
        )
    first = run_hook(prompt_payload("the wobbler gadget is off", session_id="s1")).context
    second = run_hook(prompt_payload("the wobbler gadget is off again", session_id="s1")).context
    rows = lines(home)
    cut = [name for name, why in rows[0]["suppressed"].items() if why == "no room left"]
    shown = rows[0]["patterns_injected"]
    assert all(name in first for name in shown)
    assert rows[1]["patterns_injected"] == cut
    assert all(name in second for name in cut)
    assert len(shown) + len(cut) == 3


@pytest.mark.parametrize("with_id", [True, False])
def test_S29_two_copies_of_the_hook_30_ms_apart_yield_one_injection_and_one_line(
    home: Path, pattern: Path, tmp_path: Path, with_id: bool
) -> None:
    payload = prompt_payload(PROMPT, session_id="s1")
    if not with_id:
        del payload["prompt_id"]
    environment = clean_environment(home.parent.parent, home)

    def twin(delay: float) -> bytes:
        time.sleep(delay)
        done = subprocess.run(
            ["bash", "-p", str(HOOK)],
            input=json.dumps(payload).encode(),
            stdout=subprocess.PIPE,
            env=environment,
            cwd=tmp_path,
            check=True,
        )
        return done.stdout

    with ThreadPoolExecutor() as pool:
        printed = list(pool.map(twin, (0.0, 0.03)))
    assert sum(PATTERN.encode() in text for text in printed) == 1
    assert len(lines(home)) == 1


def test_without_an_id_the_same_prompt_counts_again_later(home: Path) -> None:
    session = ledger.Ledger("s1")
    at = 1_000_000.0 * ledger.TWIN_SECONDS
    assert session.claim_prompt("warn", "", "abc", at)
    assert not session.claim_prompt("warn", "", "abc", at)
    folder = Path(session.folder)
    for claim in folder.iterdir():
        os.utime(claim, (at, at))
    assert not session.claim_prompt("warn", "", "abc", at + ledger.TWIN_SECONDS - 1)
    assert session.claim_prompt("warn", "", "abc", at + ledger.TWIN_SECONDS + 1)
    assert session.claim_prompt("nudge", "", "abc", at)


@pytest.mark.parametrize("session", ["../../up", "a/b", "x" * 300, "ünï", "..", "."])
def test_any_session_id_is_one_plain_folder(home: Path, session: str) -> None:
    kept = ledger.Ledger(session)
    assert kept.claim("one")
    assert not kept.claim("one")
    assert [path.parent for path in (home / "state" / "ledger").rglob("one")] == [Path(kept.folder)]
    assert Path(kept.folder).parent == home / "state" / "ledger"


def test_a_ledger_that_cannot_be_kept_forbids_nothing(home: Path, pattern: Path, run_hook: RunHook) -> None:
    (home / "state").mkdir(exist_ok=True)
    (home / "state" / "ledger").write_text("in the way")
    for _ in range(2):
        assert PATTERN in run_hook(prompt_payload(PROMPT, session_id="s1")).context


def test_ledgers_of_sessions_long_gone_are_cleaned_up(home: Path, run_hook: RunHook) -> None:
    old, young = ledger.Ledger("old"), ledger.Ledger("young")
    assert old.claim("shown-x")
    assert young.claim("shown-x")
    past = time.time() - ledger.KEPT_SECONDS - 60
    os.utime(old.folder, (past, past))
    run_hook(session_start("new", "startup"))
    assert not Path(old.folder).exists()
    assert Path(young.folder).exists()
