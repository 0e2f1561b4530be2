"""`exp.py harvest` as it is typed, as the slash command runs it, as the hook starts it, as cron does."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.commands.cold import exp
from tests.harvest.made import events, overcome, put, rejected, searched, skill
from tests.house import ROOT, RunHook
from tests.runners.cron import fake_crontab

#: Recordings of another purpose; in two of them the person ends with "that works, thanks".
PRAISED = ("forked", "rejected_pasted_bang")
SAMPLES = [
    path
    for path in sorted((ROOT / "tests" / "transcripts" / "recorded").glob("*.jsonl"))
    if path.stem not in PRAISED
]


@pytest.fixture
def user(home: Path) -> Path:
    return home.parent.parent


def waited_for(what: Callable[[], Any]) -> bool:
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        if what():
            return True
        time.sleep(0.05)
    return False


def files(user: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in user.rglob("*") if path.is_file()}


def test_explain_names_the_rule_and_what_it_rests_on_and_writes_nothing(user: Path, home: Path) -> None:
    skill(user, "search-web")
    session = searched()
    put(user, session)
    before = files(user)
    ran = exp(home, "harvest", session.session, "--explain")
    assert ran.lines[:3] == [
        "status: accepted",
        "accepted: the user accepted it",
        "  user feedback: accepted",
    ]
    assert (
        "search-web: brand + term + pain_word + recent_date_window  (<brand> shoes complaints"
        " <recent_date_window>)" in ran.lines
    )
    assert ran.lines[-1] == "Nothing was written."
    assert files(user) == before


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_no_recorded_sample_is_accepted(home: Path, path: Path) -> None:
    assert exp(home, "harvest", str(path), "--explain").lines[0] == "status: rejected"


def test_a_session_by_its_id_or_that_of_the_client_and_twice(user: Path, home: Path) -> None:
    folder = skill(user, "search-web")
    session = searched()
    put(user, session)
    first = exp(home, "harvest", "--json", env={"CLAUDE_CODE_SESSION_ID": session.session}).document
    again = exp(home, "harvest", "--json", "--session", session.session).document
    assert (first["status"], first["events"], again["events"], again["known"]) == ("accepted", 1, 0, 1)
    assert len(events(folder)) == 1


def test_a_trace_of_the_mission(user: Path, home: Path, tmp_path: Path) -> None:
    folder = skill(user, "search-xiaohongshu")
    path = tmp_path / "trace.json"
    path.write_text(json.dumps({
        "session_id": "m1", "query": "跑鞋", "clarify_result": None, "user_feedback": None,
        "rubrics_passed": ["a", "b", "c"], "rubrics_failed": ["d"],
        "tool_calls": [{"name": "search-xiaohongshu", "args": {"query": "品牌 痛点词 近30天"},
        "result_summary": "", "success": True, "latency_ms": 10, "cost": 0.1}],
        "final_answer": "ok",
    }))  # fmt: skip
    ran = exp(home, "harvest", str(path), "--json")
    assert (ran.document["status"], ran.document["rule"], ran.document["events"]) == (
        "accepted",
        "rubrics passed",
        1,
    )
    (event,) = events(folder)
    assert (event["winning_pattern"], event["user_feedback"]) == (
        "brand + pain_word + recent_date_window",
        None,
    )
    kept = home / event["trace_ref"]
    assert exp(home, "harvest", str(kept), "--json").document["known"] == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ('{"query": 1}', "session_id: expected a text; query: expected a text"),
    ],
)
def test_a_trace_that_is_none_is_refused_with_its_keys(
    home: Path, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "t.json").write_text(text)
    ran = exp(home, "harvest", str(tmp_path / "t.json"))
    assert ran.code in (1, 2)
    assert said in ran.err


def test_the_model_may_only_name_the_pattern(user: Path, home: Path) -> None:
    folder = skill(user, "search-web")
    session = searched()
    put(user, session)
    proposed = exp(home, "harvest", "--session", session.session, "--propose", "--stdin", said="\n")
    assert proposed.lines[0] == "status: lessons"
    assert events(folder) == []
    identity = next(line for line in proposed.lines if "search-web" in line).split()[0]
    bad = exp(home, "harvest", "--session", session.session, "--names", "-", said=f"{identity} Nike $(id)")
    assert (bad.lines, bad.code) == (["status: usage"], 2)
    unknown = exp(home, "harvest", "--session", session.session, "--names", "-", said="zzzzzz brand + window")
    assert "no lesson 'zzzzzz'" in unknown.err
    assert events(folder) == []
    named = exp(
        home,
        "harvest",
        "--session",
        session.session,
        "--names",
        "-",
        said=f"{identity} brand + what hurts + recent window\n",
    )
    assert named.lines[0] == "status: accepted"
    (event,) = events(folder)
    assert event["winning_pattern"] == "brand + what hurts + recent window"
    assert event["key"] == "brand + term + pain_word + recent_date_window"
    assert (
        exp(home, "harvest", "--session", session.session, "--propose", "--stdin", said="").lines[0]
        == "status: accepted"
    )


def test_a_rejected_session_still_yields_its_candidate(user: Path, home: Path) -> None:
    session = rejected()
    put(user, session)
    ran = exp(home, "harvest", session.session, "--propose")
    assert ran.lines[:2] == ["status: rejected", "rejected: the user rejected it"]
    assert "capture --approve general-" in ran.out


def test_in_batch(user: Path, home: Path) -> None:
    for number in range(3):
        put(user, overcome(number))
    ran = exp(home, "harvest", "--since", "24h")
    assert ran.lines[:2] == ["status: harvested", "sessions: 3 read, 0 unchanged since the last harvest"]
    assert re.search(r"candidate general-\S+: .*digital envelope.* \(3 sessions\)", ran.out)
    assert "rich" not in ran.err
    assert ran.err == ""
    document = exp(home, "harvest", "--all", "--json").document
    assert (document["status"], document["unchanged"]) == ("nothing-new", 3)
    assert exp(home, "harvest", "--since", "1s").lines[0] == "status: nothing-new"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("a", "b"),
        ("--since", "yesterday-ish"),
        ("x", "--all"),
        ("--archive", "/no/such"),
        ("/no/such.json",),
        ("schedule", "twice"),
        ("--all", "--explain"),
    ],
)
def test_wrong_calls_say_what_is_wanted(home: Path, arguments: tuple[str, ...]) -> None:
    ran = exp(home, "harvest", *arguments, env={"CLAUDE_CODE_SESSION_ID": ""})
    assert (ran.lines, ran.code) == (["status: usage"], 2)
    assert len(ran.err) > 20


def test_an_unknown_session_is_named(home: Path) -> None:
    assert "no transcript of session 'nobody'" in exp(home, "harvest", "nobody").err


def test_the_nightly_run_is_put_into_the_crontab_and_taken_out(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = fake_crontab(tmp_path, monkeypatch)
    table.write_text("0 1 * * * backup\n")
    env = {"PATH": os.environ["PATH"]}
    assert exp(home, "harvest", "schedule", "show", env=env).lines[0] == "status: not-scheduled"
    put_in = exp(home, "harvest", "schedule", env=env)
    assert put_in.lines[0] == "status: scheduled"
    line = table.read_text().splitlines()[1]
    assert line.startswith("30 3 * * * EXPERIENCE_HOME=")
    assert "exp.py harvest --since 25h >/dev/null 2>&1 # experience-layer harvest" in line
    assert exp(home, "harvest", "schedule", "--cron", "bad", env=env).code == 2
    assert exp(home, "harvest", "schedule", "remove", env=env).lines[0] == "status: removed"
    assert table.read_text() == "0 1 * * * backup\n"


def ended(run_hook: RunHook, home: Path, session: Any, path: Path) -> None:
    (home / "state").mkdir(exist_ok=True)
    (home / "state" / "interpreter").write_text(f"{os.path.realpath(sys.executable)}\n")
    payload = {
        "session_id": session.session, "transcript_path": str(path), "cwd": str(home),
        "hook_event_name": "SessionEnd", "reason": "other"
    }  # fmt: skip
    result = run_hook(payload, env={"EXP_IN_VENV": "1"})
    assert (result.code, result.stdout) == (0, "")


def test_at_the_end_of_a_session_that_was_judged_a_worker_harvests_and_compacts(
    user: Path, home: Path, run_hook: RunHook
) -> None:
    folder = skill(user, "search-web")
    session = searched()
    ended(run_hook, home, session, put(user, session))
    assert waited_for(lambda: events(folder))
    assert waited_for((folder / "experience.md").is_file)
    assert len(events(folder)) == 1


def test_at_the_end_of_one_that_nobody_judged_it_is_left_for_the_night(
    user: Path, home: Path, run_hook: RunHook
) -> None:
    session = searched(said="")
    ended(run_hook, home, session, put(user, session))
    time.sleep(2.5)
    assert not (home / "state" / "harvest").exists()
    assert exp(home, "harvest", "--all").lines[1].startswith("sessions: 1 read")
