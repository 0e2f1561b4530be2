"""`exp.py explain`: the live matcher, with reasons."""

from __future__ import annotations

from pathlib import Path

from tests.commands.cold import exp
from tests.house import RunHook, WritePattern, prompt_payload

CHUNK = "after the release users see ChunkLoadError from a stale chunk"


def test_it_says_what_pulled_the_trigger_and_what_the_model_would_read(
    home: Path, write_pattern: WritePattern
) -> None:
    write_pattern(home / "global" / "frontend")
    ran = exp(home, "explain", CHUNK)
    assert ran.code == 0
    assert ran.lines[0] == "status: fires"
    assert any("frontend-2026-04-18-stale-chunk: fires" in line for line in ran.lines)
    assert any("triggers: stale chunk, chunkloaderror" in line for line in ran.lines)
    assert "Keep the chunks of the last two releases" in ran.out


def test_it_agrees_with_the_hook(home: Path, write_pattern: WritePattern, run_hook: RunHook) -> None:
    write_pattern(home / "global" / "frontend")
    for prompt in (CHUNK, "rename the settings page", "stale chunk"):
        document = exp(home, "explain", prompt, "--json").document
        assert document["text"] == run_hook(prompt_payload(prompt)).context


def test_a_candidate_below_the_gate_shows_its_features(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    document = exp(
        home, "explain", "write a long essay on why tabs of a browser are open all day", "--json"
    ).document
    (candidate,) = document["candidates"]
    assert document["status"] == "silent"
    assert candidate["why_not"] == "below the gate"
    assert candidate["match"] < candidate["gate"]
    assert candidate["features"]["coverage_all"] > 0


def test_a_veto_is_named(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend", none=["service worker"])
    ran = exp(home, "explain", f"{CHUNK}, the service worker is to blame")
    assert ran.lines[0] == "status: silent"
    assert "veto: triggers.none" in ran.out


def test_a_prompt_the_hook_does_not_look_at_says_why(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    for prompt, reason in (("/plan a stale chunk", "slash command"), ("ok, go on", "everyday words")):
        ran = exp(home, "explain", prompt)
        assert (ran.code, ran.lines[0]) == (0, "status: silent")
        assert reason in ran.out


def test_nothing_is_logged(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    assert exp(home, "explain", CHUNK).code == 0
    assert not (home / "logs" / "injections.jsonl").exists()


def test_more_new_files_than_the_hook_would_index_at_once_are_there_all_the_same(
    home: Path, write_pattern: WritePattern
) -> None:
    for number in range(30):
        write_pattern(
            home / "global" / "general",
            id=f"general-2026-01-02-number-{number}",
            keywords=[f"wobbler{number}"],
        )
    document = exp(home, "explain", "the wobbler17 is off", "--json").document
    assert document["injected"] == ["general-2026-01-02-number-17"]
