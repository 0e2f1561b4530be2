"""What a model gets to draft a pattern from: the telling first, redacted, never above the limit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.transcripts.context import CaptureContext, capture_context
from tests.hotpath.nudges.transcript import Transcript
from tests.transcripts.recordings import INTERACTIVE, RECORDED

TYPE_ERROR = "src/app.ts(12,5): error TS2345: Argument of type Promise<string> is not assignable"
TOKEN = "ghp_" + "aB3" * 12
LIMIT = 12_000


def of(session: Transcript, folder: Path, limit: int = LIMIT) -> CaptureContext:
    return capture_context(session.write(folder / "a.jsonl"), limit=limit)


def test_a_recorded_session_tells_its_lesson() -> None:
    found = capture_context(INTERACTIVE).as_dict()
    (correction,) = found["corrections"]
    assert correction == {
        "kind": "rejected", "said": "never rm -rf here, use make clean", "call": "Bash: rm -rf build",
    }  # fmt: skip
    assert found["errors"][0]["times"] == 2
    assert found["files"] == [{"path": "notes.txt"}]
    assert [row["said"] for row in found["prompts"]][-2:] == ["now clean it up", "please build the project"]
    assert "line 1 of pasted log" not in json.dumps(found)


def test_what_failed_and_then_worked_comes_with_what_was_changed(tmp_path: Path) -> None:
    session = Transcript().ask().fail("npm test", TYPE_ERROR).edit().work("npm test")
    session.fail("python app.py", "bash: python: command not found", 127).work("python3 app.py")
    newest, oldest = of(session, tmp_path).as_dict()["recoveries"]
    assert (newest["failed"], newest["worked"]) == ("python app.py", "python3 app.py")
    assert oldest["lines"] == [TYPE_ERROR]
    assert (oldest["worked"], oldest["changed"][0]["new"]) == ("the same command", "b")


def test_T16_secrets_in_outputs_commands_edits_and_prompts_never_come_out(tmp_path: Path) -> None:
    session = (
        Transcript()
        .ask(f"my token is {TOKEN}, use it")
        .fail(f"deploy --token {TOKEN}", f"error: bad {TOKEN}")
    )
    session.fail(
        "curl -H 'Authorization: Bearer abcdefghij0123456789ABCDEFGHIJ' https://example.org", "error: no"
    )
    session.fail("deploy now", f"\x1b[31merror: token ghp_\x1b[0m{TOKEN[4:]} was refused by the server")
    session.fail("cat key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAsecret\nAAAA1111bbbb2222\n")
    session.work("env", f"GITHUB_TOKEN={TOKEN}").work("deploy now")
    session.ask(f"no, that's wrong: {'x ' * 250}{TOKEN}")
    found = of(session, tmp_path)
    for text in (found.as_text(), found.as_json()):
        assert "<redacted:" in text
        assert not [
            secret for secret in (TOKEN, TOKEN[4:20], TOKEN[:12], "MIIEow", "abcdefghij01") if secret in text
        ]


@pytest.mark.parametrize("cut", range(560, 640, 7))
def test_T16_a_secret_at_a_cut_leaves_no_half(tmp_path: Path, cut: int) -> None:
    session = (
        Transcript()
        .ask("a" * cut + f" {TOKEN} and more")
        .fail("b" * (cut - 400) + f" {TOKEN}", "error: no such")
    )
    text = of(session, tmp_path).as_text()
    assert "ghp_" not in text


def test_our_own_commands_and_calls_are_no_part_of_the_lesson(tmp_path: Path) -> None:
    ours = "python3 ~/.claude/skills/experience-layer/lib/exp.py capture --draft -"
    typed = "<command-message>exp-capture</command-message>\n<command-name>/exp-capture</command-name>"
    session = Transcript().ask("build it").work("make").ask(f"{typed}\n<command-args>it</command-args>")
    found = of(session.fail(ours, "error: cannot parse the draft").work(ours), tmp_path)
    assert found.turns == 2
    assert {part: len(rows) for part, rows in found.parts.items() if rows} == {"prompts": 1}


def test_output_of_calls_that_worked_is_left_out(tmp_path: Path) -> None:
    text = of(Transcript().ask().work("make", "a line of output"), tmp_path).as_text()
    assert "a line of output" not in text


def test_the_newest_and_most_telling_survive_a_small_limit(tmp_path: Path) -> None:
    session = Transcript()
    for number in range(30):
        session.ask(f"prompt {number} " + "words " * 40).fail(
            f"make part{number}", f"error: part {number} broke badly"
        )
    session.ask("no, that's wrong: use the other one").say()
    found = of(session, tmp_path, 2500)
    assert found.parts["corrections"][0]["said"].startswith("no, that's wrong")
    assert found.parts["errors"][0]["call"] == "Bash: make part29"
    assert found.parts["prompts"][0]["said"].startswith("prompt 29")
    assert found.left_out > 0


@given(
    st.lists(st.tuples(st.text(max_size=3000), st.text(max_size=3000), st.integers(0, 4)), max_size=12),
    st.integers(1500, LIMIT),
)
@settings(max_examples=40, deadline=None)
def test_it_never_exceeds_its_limit_in_either_form(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, int]], limit: int
) -> None:
    session = Transcript()
    for said, output, kind in steps:
        if kind == 0:
            session.ask(said)
        elif kind == 1:
            session.fail(said, f"error: cannot find {output}")
        elif kind == 2:
            session.work(said, output)
        elif kind == 3:
            session.edit(f"/home/dev/shop/{said}")
        else:
            session.reject(said)
    found = of(session, tmp_path_factory.mktemp("context"), limit)
    assert len(found.as_text().encode()) <= limit
    nested = json.dumps({"status": "ok", "session": found.as_dict()}, ensure_ascii=False, indent=2)
    assert len(nested.encode()) - len('{\n  "status": "ok",\n  "session": \n}') <= limit
    assert json.loads(found.as_json()) == found.as_dict()


def test_a_transcript_that_is_none_has_nothing_to_tell(tmp_path: Path) -> None:
    found = capture_context(tmp_path / "absent")
    assert (found.turns, found.left_out, any(found.parts.values())) == (0, 0, False)
    assert json.loads(found.as_json())["turns"] == 0


def test_every_recording_gives_a_context() -> None:
    recordings = [path for path in RECORDED.glob("*.jsonl") if path.stem != "history"]
    assert len(recordings) > 5
    for path in recordings:
        found = capture_context(path)
        assert (found.turns > 0) == (path.stem != "subagent")
        assert len(found.as_json().encode()) < LIMIT
