"""Turn by turn: what was tried, what became of it, what was changed between a failure and its solution."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from experience.transcripts import call, lines, reader
from experience.transcripts.call import DENIED, FAILED, OPEN, REJECTED, STOPPED, WORKED, Call
from experience.transcripts.corrections import CORRECTED, REASONED, corrections, is_correction
from experience.transcripts.corrections import STOPPED as STOPPED_AND_TOLD
from experience.transcripts.recoveries import Recovery, recoveries
from experience.transcripts.turns import Turn, last_records, tail, turns
from tests.hotpath.nudges.transcript import Transcript
from tests.transcripts.recordings import INTERACTIVE, RECORDED

TYPE_ERROR = "src/app.ts(12,5): error TS2345: Argument of type string is not assignable"


def of(session: Transcript, tmp_path: Path) -> list[Turn]:
    return tail(session.write(tmp_path / "a.jsonl"), 100)


def calls(name: str) -> list[Call]:
    return [made for turn in tail(RECORDED / f"{name}.jsonl", 100) for made in turn.calls]


def solved(session: Transcript, tmp_path: Path) -> list[Recovery]:
    return recoveries(made for turn in of(session, tmp_path) for made in turn.calls)


def test_a_turn_holds_prompt_calls_files_and_the_last_text() -> None:
    first, second, *_ = tail(INTERACTIVE)
    assert first.prompt == "please build the project"
    assert [(made.tool, made.brief, made.outcome) for made in first.calls] == [
        ("Bash", "make bad", FAILED), ("Bash", "make bad", FAILED),
        ("Write", "~/shop/notes.txt", WORKED), ("Bash", "make all", WORKED),
    ]  # fmt: skip
    assert first.files == ["/home/dev/shop/notes.txt"]
    assert first.answer == "I built it."
    assert first.calls[0].signature == "src/app.ts(#): error ts#: argument of type string is not assignable"
    assert [(made.outcome, made.reason) for made in second.calls] == [
        (REJECTED, "never rm -rf here, use make clean")
    ]


def test_denied_rejected_and_stopped_calls_are_no_failures() -> None:
    assert [made.outcome for made in calls("headless_denied")] == [DENIED, WORKED, FAILED]
    assert [made.outcome for made in calls("blocked_interrupted")] == [REJECTED, REJECTED]
    assert STOPPED in [made.outcome for made in calls("compacted_queued_notified")]


def test_a_call_without_a_result_is_open(tmp_path: Path) -> None:
    session = Transcript().ask()
    session.call("Bash", {"command": "make"})
    assert [made.outcome for turn in of(session, tmp_path) for made in turn.calls] == [OPEN]


def test_looking_around_does_not_fail(tmp_path: Path) -> None:
    (turn,) = of(Transcript().ask().fail("grep -r needle ."), tmp_path)
    assert (turn.calls[0].outcome, turn.calls[0].failed) == (FAILED, False)


def test_an_interrupted_turn_says_so() -> None:
    assert [turn.prompt for turn in tail(RECORDED / "blocked_interrupted.jsonl") if turn.interrupted] == [
        "silent run loop", "silent touch",
    ]  # fmt: skip


def test_a_subagents_file_has_calls_only_for_those_who_ask_for_them(tmp_path: Path) -> None:
    session = Transcript()
    session.sidechain = True
    path = session.ask("do it").work("make").write(tmp_path / "a.jsonl")
    assert list(turns(reader.records(path))) == []
    (turn,) = turns(reader.records(path), sidechains=True)
    assert (turn.prompt, len(turn.calls)) == ("", 1)


def test_only_the_end_of_a_huge_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a gigabyte, most of it a hole: reading past the asked turns would meet the hole."""
    path = tmp_path / "huge.jsonl"
    end = Transcript()
    for number in range(12):
        end.ask(f"prompt {number}").say()
    with path.open("wb") as file:
        file.seek(500 << 20)
        file.write(b"\n" + end.data())
    read: list[int] = []

    def counting(descriptor: int, size: int, at: int) -> bytes:
        read.append(size)
        return _pread(descriptor, size, at)

    monkeypatch.setattr(os, "pread", counting)
    assert [turn.prompt for turn in tail(path)] == [f"prompt {number}" for number in range(2, 12)]
    assert sum(read) <= 2 * lines.BLOCK
    assert len(last_records(path, 3)) == 6


_pread = os.pread


def test_failed_twice_edited_then_worked_is_one_recovery(tmp_path: Path) -> None:
    session = Transcript().ask().fail("npm test", TYPE_ERROR).fail("npm test", TYPE_ERROR)
    (found,) = solved(session.edit("/home/dev/shop/src/app.ts").work("npm test"), tmp_path)
    assert [len(found.failures), found.reworded] == [2, False]
    assert [made.path for made in found.between] == ["/home/dev/shop/src/app.ts"]


@pytest.mark.parametrize(
    ("failed", "worked", "is_one"),
    [
        ("python app.py --port 80", "python3 app.py --port 80", True),
        ("npm install left-pad", "npm install left-pad --legacy-peer-deps", True),
        ("pytest tests/a.py -x", "pytest tests/a.py -x --import-mode=importlib", True),
        ("npm test", "git status", False),
        ("npm test", "ls", False),
        ("make deploy", "make clean", False),
        ("git push", "git commit -m x", False),
    ],
)
def test_a_command_in_other_words_solves_only_one_like_it(
    tmp_path: Path, failed: str, worked: str, is_one: bool
) -> None:
    found = solved(Transcript().ask().fail(failed, TYPE_ERROR).work(worked), tmp_path)
    assert [recovery.reworded for recovery in found] == [True] * is_one


def test_what_never_failed_or_never_worked_is_no_recovery(tmp_path: Path) -> None:
    session = Transcript().ask().work("make").fail("make", TYPE_ERROR).reject("make").deny("make")
    assert solved(session, tmp_path) == []


def test_corrections_are_rejections_with_reason_stops_and_prompts_that_say_so(tmp_path: Path) -> None:
    found = list(corrections(tail(RECORDED / "compacted_queued_notified.jsonl", 100)))
    assert [(one.kind, one.said[:21]) for one in found] == [
        (CORRECTED, "no, that's wrong - us"), (REASONED, "never rm -rf here, us"),
    ]  # fmt: skip
    assert found[0].about == "I ran it, fixed."
    session = Transcript().ask("clean up").reject("rm -rf build").ask("use make clean for that")
    (stopped,) = corrections(of(session, tmp_path))
    assert (stopped.kind, stopped.said) == (STOPPED_AND_TOLD, "use make clean for that")
    assert stopped.of is not None
    assert stopped.of.brief == "rm -rf build"


@pytest.mark.parametrize(
    "prompt",
    [
        "No, use pnpm instead", "no use pnpm", "nope, the other file", "that's wrong, it must be UTC",
        "I told you not to touch it", "Nein, nicht so", "No, eso está mal", "Non, c'est faux",
        "不对，应该用 pnpm", "違います、pnpm を使って",
    ],
)  # fmt: skip
def test_a_prompt_that_corrects(prompt: str) -> None:
    assert is_correction(prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "no problem, go on", "No need to hurry", "now add a test", "Notify the user when it is wrong",
        "fix the `that's wrong` message", "> no, that's wrong\nwhat does this mail want?", "thanks!",
        "stop the server first", "never mind", "no", "no tests are failing now, commit it",
        "no errors. next step please",
    ],
)  # fmt: skip
def test_a_prompt_that_only_looks_like_it(prompt: str) -> None:
    assert not is_correction(prompt)


def test_a_turn_of_endless_calls_stays_small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("experience.transcripts.turns.MOST_CALLS", 3)
    session = Transcript().ask()
    for number in range(8):
        session.work(f"make part{number}", "x" * 10_000)
    (turn,) = of(session, tmp_path)
    assert ([made.brief for made in turn.calls], turn.dropped) == ([f"make part{n}" for n in (5, 6, 7)], 5)
    assert all(not made.attempt.said for made in turn.calls)
    assert call.BRIEF < 1000
