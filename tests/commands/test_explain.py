"""`exp.py explain`: the live matcher, with reasons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from experience.commands import explain
from experience.hotpath import query
from experience.patterns.whereabouts import Place
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


ID = "frontend-2026-04-18-stale-chunk"


def reason(home: Path, prompt: str, *more: str, id: str = ID, cwd: Path | None = None) -> str:
    """Why the pattern `id` does not fire, by --json; the text must say the same."""
    document = exp(home, "explain", prompt, "--id", id, "--json", *more, cwd=cwd).document
    pattern, told = document["pattern"], exp(home, "explain", prompt, "--id", id, *more, cwd=cwd)
    assert pattern["fires"] == (not pattern["why_not"]) == (document["status"] == "fires")
    assert pattern["why_not"] in told.out or not document["evaluated"]
    assert told.lines[0] == f"status: {document['status']}"
    assert {one["id"] for one in document["candidates"]} <= {pattern["id"]}
    return str(pattern["why_not"])


def test_one_pattern_is_shown_by_the_beginning_of_its_id(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    write_pattern(home / "global" / "general", id="general-2026-01-02-other", keywords=["stale chunk of it"])
    assert reason(home, CHUNK, id="frontend-2026") == ""
    ran = exp(home, "explain", CHUNK, "--id", "front")
    assert any(f"{ID}: fires" in line for line in ran.lines)
    assert "general-2026-01-02-other" not in ran.out
    assert "did you mean" in exp(home, "explain", CHUNK, "--id", ID.replace("stale", "stael")).err
    assert exp(home, "explain", CHUNK, "--id", "nothing-like-it").code == 1
    write_pattern(home / "global" / "frontend", id=f"{ID}-2")
    assert "begins 2 ids" in exp(home, "explain", CHUNK, "--id", "front").err
    assert reason(home, CHUNK) in ("", "more than 3 warnings"), "an exact id is no beginning"


def test_a_pattern_that_did_not_load_says_which_problem(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend", url=None)
    assert "url or session_id" in reason(home, CHUNK)
    path = write_pattern(home / "global" / "frontend")
    write_pattern(home / "global" / "frontend", filename="z.md")
    document = exp(home, "explain", CHUNK, "--id", ID, "--json").document
    assert document["pattern"]["path"] == str(path)
    (also,) = document["pattern"]["also"]
    assert "is already the id of" in also["why_not"]


def test_archived_and_unrelated_patterns_say_so(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend", review_status="archived")
    assert "archived" in reason(home, CHUNK)
    write_pattern(home / "global" / "frontend")
    assert "no shared words" in reason(home, "water zucchini outside")
    assert "slash command" in reason(home, "/plan a stale chunk")


def test_a_pattern_of_a_repository_waits_or_yields(
    home: Path, tmp_path: Path, write_pattern: WritePattern
) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    write_pattern(project / ".claude" / "experience", filename="their-words.md")
    assert "their-words" not in exp(home, "explain", CHUNK, "--id", ID, "--json", cwd=project).out
    assert "waits for your decision" in reason(home, CHUNK, cwd=project)
    assert ID not in exp(home, "explain", CHUNK, "--id", "frontend", cwd=project).err, (
        "no id of theirs is told"
    )
    (home / "config.yaml").write_text("project_patterns: never\n", encoding="utf-8")
    assert "switched off" in reason(home, CHUNK, cwd=project)
    (home / "config.yaml").unlink()
    assert exp(home, "trust", "--project", cwd=project).code == 0
    assert reason(home, CHUNK, cwd=project) == ""
    write_pattern(home / "global" / "frontend")
    document = exp(home, "explain", CHUNK, "--id", ID, "--json", cwd=project).document
    assert document["pattern"]["origin"] == "global"
    assert document["pattern"]["also"][0]["why_not"] == "the global one of the same id counts"


def test_the_verdicts_of_gate_and_rank_are_told(home: Path, write_pattern: WritePattern) -> None:
    folder = home / "global" / "frontend"
    write_pattern(folder, none=["service worker"], quiet=["stale chunk of a bread recipe"])
    assert reason(home, f"{CHUNK}, the service worker is to blame").startswith("veto")
    assert "(service worker)" in exp(home, "explain", f"{CHUNK} of a service worker", "--id", ID).out
    assert reason(home, "stale chunk of the bread recipe") == "nearest example is a quiet one"
    below = "write a long essay on why tabs of a browser are open all day"
    assert reason(home, below) == "below the gate"
    assert any(
        "against: " in line or "for: " in line for line in exp(home, "explain", below, "--id", ID).lines
    )


def test_what_the_session_was_shown_is_told(
    home: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    write_pattern(home / "global" / "frontend")
    assert run_hook(prompt_payload(CHUNK, session_id="s1")).context
    assert reason(home, CHUNK, "--session", "s1") == "already shown in this session"
    assert reason(home, CHUNK, "--session", "s2") == ""


def test_what_others_crowd_out_is_told(home: Path, write_pattern: WritePattern) -> None:
    for number in range(9):
        name, severity = f"frontend-2026-04-18-twin-{number}", "high" if number < 8 else "low"
        write_pattern(home / "global" / "frontend", id=name, severity=severity)
    assert reason(home, CHUNK, id="frontend-2026-04-18-twin-8") == "more than 3 warnings"


def test_a_pattern_that_shares_less_than_many_others_is_no_candidate(
    home: Path, write_pattern: WritePattern
) -> None:
    for number in range(20):
        name = f"frontend-2026-04-18-twin-{number}"
        write_pattern(
            home / "global" / "frontend", id=name, name="Zebra crossing paint", keywords=["zebra paint"]
        )
    write_pattern(
        home / "global" / "general", id="general-2026-01-02-far", name="A zebra", keywords=["far off"]
    )
    assert "not among the candidates" in reason(home, "zebra crossing paint", id="general-2026-01-02-far")


def test_one_candidate_is_one(home: Path, write_pattern: WritePattern) -> None:
    write_pattern(home / "global" / "frontend")
    assert "; 1 candidate from" in exp(home, "explain", CHUNK).lines[1]


@pytest.mark.parametrize("why", ["not close to the best match", "no room left"])
def test_whatever_holds_a_candidate_back_is_handed_on(
    home: Path, write_pattern: WritePattern, why: str
) -> None:
    path = write_pattern(home / "global" / "frontend")
    row: dict[str, Any] = exp(home, "explain", CHUNK, "--json").document["candidates"][0]
    place = Place(ID, "global", path, "")
    told, lines = explain.one_pattern([place], [row | {"why_not": why, "fires": False}], query.Query(CHUNK))
    assert (told["why_not"], told["fires"]) == (why, False)
    assert lines[0].endswith(f"{ID}: {why}")
