"""Transcripts as traces: what the client and crashes leave in a file (T cases), and who the person is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from experience.harvest import jobs, reading, redacted
from experience.harvest.trace import ACCEPTED, REJECTED, UNKNOWN
from tests.harvest.test_labelled import RECORDED
from tests.hotpath.nudges.transcript import Transcript
from tests.house import LIB
from tests.peak_memory import OWN_PEAK
from tests.transcripts import recordings

SECRET = "ghp_" + "a1B2" * 9
OUR_WARNING = (
    "Recorded failures that resemble this request (notes from earlier work, not instructions; skip what"
    " does not"
    " apply):\n\n[x-2026-01-01-y] It is wrong, that works\nInstead: z\n(high, last seen 2026-01-01,"
    " source: https://x.example)"
)


def read(transcript: Transcript, tmp_path: Path) -> reading.Session:
    return reading.read(transcript.write(tmp_path / "s.jsonl"), ())


def worked() -> Transcript:
    return Transcript().ask("make the export faster").work("pytest -q", "5 passed").say("It is faster.")


def test_a_plain_session(tmp_path: Path) -> None:
    transcript = worked().ask("that works, thanks")
    session = read(transcript, tmp_path)
    trace = session.trace
    assert (trace.session_id, trace.query, trace.final_answer) == (
        transcript.session,
        "make the export faster",
        "It is faster.",
    )
    assert (trace.user_feedback, trace.rubrics_passed, trace.rubrics_failed) == (ACCEPTED, ["pytest"], [])
    assert [(call.name, call.success, call.latency_ms, call.cost) for call in trace.tool_calls] == [
        ("Bash", True, None, None)
    ]
    assert (trace.clarify_result, trace.cwd, session.has_signal) == (None, "/home/dev/shop", True)


def test_T02_T11_unknown_kinds_and_summaries_are_passed_over(tmp_path: Path) -> None:
    transcript = (
        worked()
        .raw({"type": "new-kind", "sessionId": "s"})
        .raw({"type": "summary", "summary": "x", "leafUuid": "u"})
    )
    transcript.raw("{torn").raw("[]").raw("7").ask("perfect")
    assert read(transcript, tmp_path).trace.user_feedback == ACCEPTED


@pytest.mark.parametrize(
    "content", [None, 7, "text", [], ["x"], [None], {"a": 1}, [{"type": "text", "text": None}]]
)
def test_T03_content_of_any_kind(tmp_path: Path, content: Any) -> None:
    transcript = worked()
    transcript.row("user", message={"role": "user", "content": content})
    transcript.row("assistant", message={"id": "m", "role": "assistant", "content": content})
    transcript.result(transcript.call("Bash", {"command": "ls"}), content, failed=False)
    transcript.ask("perfect").say("Fine.")
    assert read(transcript, tmp_path).trace.user_feedback == ACCEPTED


def test_T04_a_line_of_200_MB_in_little_memory(tmp_path: Path) -> None:
    path = worked().write(tmp_path / "s.jsonl")
    with path.open("ab") as file:
        for _ in range(25):
            file.write(b"x" * (8 << 20))
        file.write(b"\n")
        file.write(b'{"type":"user","message":{"content":"' + b"z" * (7 << 20) + b'"}}\n')
        file.write(Transcript().ask("that works").data())
    assert peak_of(path) == (ACCEPTED, 0)


@pytest.mark.slow
def test_T04_one_turn_of_thirty_thousand_calls_in_little_memory(tmp_path: Path) -> None:
    links = json.dumps({"results": [{"title": f"t{at}", "url": f"https://x.org/{at}"} for at in range(40)]})
    path = tmp_path / "s.jsonl"
    with path.open("wb") as file:
        file.write(Transcript().ask("go on until it is done").data())
        for at in range(30_000):
            session = Transcript()
            session.last_uuid = "u"
            output = links.replace("x.org", f"x{at}.org") if at % 2 else "an ordinary line\n" * 200
            file.write(session.work(f"node step{at}.js", output).data())
        file.write(Transcript().ask("that works").data())
    assert peak_of(path) == (ACCEPTED, 0)


def peak_of(path: Path) -> tuple[str, int]:
    """What the user said, and how many MB above 200 the reader took."""
    program = (
        f"{OWN_PEAK}\nimport sys; from experience.harvest import jobs; found = jobs.look(sys.argv[1], ());"
        "print(found.trace.user_feedback, own_peak() // 1024)"
    )
    command = [sys.executable, "-c", program, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(LIB)})
    feedback, peak = done.stdout.split()
    return feedback, max(0, int(peak) - 200)


def test_T05_machines_are_not_the_person(tmp_path: Path) -> None:
    transcript = worked()
    for said, more in (
        ("that works", {"isMeta": True}), ("that works", {"isCompactSummary": True}),
        ("<local-command-stdout>that works</local-command-stdout>", {"origin": None}),
        ("that works", {"origin": {"kind": "task-notification"}}),
    ):  # fmt: skip
        transcript.ask(said, **more)
    session = read(transcript, tmp_path)
    assert (session.trace.user_feedback, session.has_signal) == (UNKNOWN, False)


def test_T06_our_own_words_are_nobodys(tmp_path: Path) -> None:
    transcript = worked().ask(f"{OUR_WARNING}\nnow rename it").say("Renamed.")
    transcript.row("attachment", attachment={"type": "hook_additional_context", "content": [OUR_WARNING]})
    trace = read(transcript, tmp_path).trace
    assert trace.user_feedback == UNKNOWN
    assert "Recorded failures" not in json.dumps(trace.as_document())


def test_T09_what_a_subagent_was_told_is_not_the_person_and_its_calls_count(tmp_path: Path) -> None:
    transcript = worked()
    transcript.sidechain = True
    transcript.ask("that works").fail("mypy", "Found 3 errors")
    transcript.sidechain = False
    trace = read(transcript, tmp_path).trace
    assert (trace.user_feedback, trace.rubrics_failed) == (UNKNOWN, ["mypy"])
    assert [call.agent for call in trace.tool_calls] == ["", "sidechain"]


def test_T12_the_rows_say_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "-home-dev-shop-web" / "s.jsonl"
    path.parent.mkdir()
    assert reading.read(worked().write(path), ()).trace.cwd == "/home/dev/shop"


def test_T16_secrets_of_outputs_and_prompts_stay(tmp_path: Path) -> None:
    transcript = (
        worked()
        .work("cat .env", f"TOKEN={SECRET}\n")
        .fail("deploy it", f"Error: bad credentials {SECRET} for host")
    )
    transcript.ask(f"perfect, by the way the key is {SECRET}").say(f"Noted {SECRET}.")
    found = jobs.look(str(transcript.write(tmp_path / "s.jsonl")), ())
    assert found.verdict.accepted
    told = json.dumps(found.trace.as_document(), ensure_ascii=False)
    assert SECRET not in told
    assert "TOKEN=" not in told
    assert "redacted:" in told


def test_denied_and_interrupted_calls_are_no_failures(tmp_path: Path) -> None:
    transcript = worked()
    for _ in range(5):
        transcript.deny("ls /etc").reject("rm -rf x")
    transcript.row(
        "user",
        message={"role": "user", "content": [{"type": "text", "text": "[Request interrupted by user]"}]},
        rowSource="harness",
    )
    trace = read(transcript, tmp_path).trace
    assert {call.success for call in trace.tool_calls} == {True, None}
    assert (trace.failures_in_row, trace.finished) == (0, False)


def test_esc_without_a_word_says_nothing(tmp_path: Path) -> None:
    transcript = worked().reject("make all").ask("what does that target do").say("All.")
    assert read(transcript, tmp_path).trace.user_feedback == UNKNOWN


def test_the_last_word_wins(tmp_path: Path) -> None:
    transcript = worked().ask("perfect").say("Thanks.").ask("no, that's wrong").say("Sorry.")
    assert read(transcript, tmp_path).trace.user_feedback == REJECTED
    assert read(transcript.ask("now it works"), tmp_path).trace.user_feedback == ACCEPTED


def test_verdicts_on_warnings_never_count(tmp_path: Path) -> None:
    transcript = worked().ask("that one was wrong, count it")
    transcript.work(
        "python3 ~/.claude/skills/experience-layer/lib/exp.py falsepositive x", "status: counted"
    ).say("Counted.")
    trace = read(transcript, tmp_path).trace
    assert (trace.user_feedback, len(trace.tool_calls)) == (UNKNOWN, 1)


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ([{"type": "attachment", "attachment": {"type": "max_turns_reached", "maxTurns": 3}}], "max turns"),
        (
            [
                {"type": "attachment", "attachment": {"type": "budget_usd", "used": 0, "total": 0.5}},
                {"type": "cost-state", "totalCostUSD": 0.6},
            ],
            "budget in US dollars",
        ),
        (
            [
                {"type": "attachment", "attachment": {"type": "budget_usd", "used": 0, "total": 5}},
                {"type": "cost-state", "totalCostUSD": 0.6},
            ],
            None,
        ),
    ],
)
def test_budgets(tmp_path: Path, rows: list[Any], error: str | None) -> None:
    transcript = worked()
    for row in rows:
        transcript.raw(row)
    path = tmp_path / "s.jsonl"  # written as the client does, without blanks
    path.write_text("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in transcript.rows))
    assert reading.read(path, ()).trace.budget_error == error


def test_our_own_headless_runs_are_known(tmp_path: Path) -> None:
    transcript = worked().ask("perfect")
    for row in transcript.rows:
        if "cwd" in row:
            row["cwd"] = "/tmp/experience-model-k3j2"
    found = jobs.look(str(transcript.write(tmp_path / "s.jsonl")), ())
    assert (found.is_own, found.lessons) == (True, ())


def test_a_session_that_was_compacted_and_notified_is_read_through() -> None:
    path = recordings.RECORDED / "compacted_queued_notified.jsonl"
    assert reading.read(path, ()).turns > 1


def test_files_of_subagents_are_read_with_their_session(tmp_path: Path) -> None:
    path = worked().write(tmp_path / "s.jsonl")
    folder = tmp_path / "s" / "subagents"
    folder.mkdir(parents=True)
    agent = Transcript()
    agent.sidechain = True
    agent.ask("perfect").fail("ruff check .", "Found 2 errors").write(folder / "agent-1.jsonl")
    trace = reading.read(path).trace
    assert (trace.user_feedback, trace.rubrics_failed) == (UNKNOWN, ["ruff check"])


def test_citations_of_a_search_without_their_query() -> None:
    trace = redacted.redacted(reading.read(RECORDED / "skilled-praised.jsonl", ()).trace)
    assert len(trace.citations or []) == 6
    assert all("?" not in one.url and one.title for one in trace.citations or [])
    assert "s3cr3t" not in json.dumps(trace.as_document())
    assert [call.returned for call in trace.tool_calls if call.name.startswith("mcp__")] == [6]


def mutated(value: Any, random: Random) -> Any:
    """A row in which some fields are of another kind, and some lack."""
    if random.random() < 0.04:
        return random.choice([None, 7, "", [], {}, "x" * 50, True, [None], {"a": 1}])
    if isinstance(value, dict):
        return {key: mutated(item, random) for key, item in value.items() if random.random() > 0.01}
    return [mutated(item, random) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", range(40))
def test_any_damage_to_a_transcript_is_read_through(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    rows = random.choice(sorted(RECORDED.glob("*.jsonl"))).read_text("utf-8").splitlines()
    lines = [json.dumps(mutated(json.loads(row), random)) for row in rows]
    torn = [line[: random.randrange(len(line))] if random.random() < 0.05 else line for line in lines]
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(torn))
    assert jobs.look(str(path), ()).verdict.evidence
