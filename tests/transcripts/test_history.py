"""Every prompt once, whether in a transcript, in a fork of it, in the client's history, or in several."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from experience.transcripts import finder
from experience.transcripts.history import PastPrompt, past_prompts
from tests.hotpath.nudges.transcript import Transcript
from tests.transcripts.recordings import FORK, FORKED, INTERACTIVE, RECORDED, SESSION, put, write

TYPED = [
    "please build the project", "now clean it up", "why does this log say boom?", "first line\nsecond line",
    "first line again, that works, thanks",
]  # fmt: skip


@pytest.fixture
def user_home(home: Path) -> Path:
    """The folder that holds `.claude`."""
    return home.parent.parent


def remember(user_home: Path, *entries: Any) -> None:
    """Lines of the client's history."""
    written = [entry if isinstance(entry, str) else json.dumps(entry) for entry in entries]
    (user_home / ".claude" / "history.jsonl").write_text("\n".join(written) + "\n")


def entry(display: str, **more: Any) -> dict[str, Any]:
    return {
        "display": display, "pastedContents": {}, "timestamp": 1796076399289, "project": "/home/dev/shop",
        "sessionId": "s", **more,
    }  # fmt: skip


def texts() -> list[str]:
    return [prompt.text for prompt in past_prompts()]


def own(prompt: PastPrompt) -> str:
    return prompt.text.rpartition("</pasted_content")[2].rpartition(">")[2].strip() or prompt.text


def test_a_session_in_transcript_and_history_counts_each_prompt_once(user_home: Path) -> None:
    put(user_home, INTERACTIVE, SESSION)
    shutil.copy(RECORDED / "history.jsonl", user_home / ".claude")
    found = list(past_prompts())
    assert list(map(own, found)) == TYPED
    assert {prompt.session_id for prompt in found} == {SESSION}
    assert {prompt.cwd for prompt in found} == {"/home/dev/shop"}
    assert [prompt.ts for prompt in found] == sorted(prompt.ts for prompt in found)


def test_a_fork_repeats_nothing(user_home: Path) -> None:
    for order in ((0, 100), (100, 0)):
        for (recording, session), changed in zip(
            ((INTERACTIVE, SESSION), (FORKED, FORK)), order, strict=True
        ):
            os.utime(put(user_home, recording, session), (changed + 1e9, changed + 1e9))
        shutil.copy(RECORDED / "history.jsonl", user_home / ".claude")
        assert list(map(own, past_prompts())) == [*TYPED, "forked prompt"]


def test_the_history_outlives_the_transcripts(user_home: Path) -> None:
    shutil.copy(RECORDED / "history.jsonl", user_home / ".claude")
    assert texts() == ["please build the project", "now clean it up", texts()[2], *TYPED[3:]]
    assert texts()[2].strip() == TYPED[2]


def test_pasted_text_comes_from_the_entry_or_the_clients_cache(user_home: Path) -> None:
    cache = user_home / ".claude" / "paste-cache"
    cache.mkdir()
    (cache / "7a54b7c492436683.txt").write_text("the long log")
    (user_home / "secret.txt").write_text("not to be read")
    pasted = {
        "1": {"id": 1, "type": "text", "contentHash": "7a54b7c492436683"},
        "2": {"id": 2, "type": "text", "content": "short"},
        "3": {"id": 3, "type": "image"},
        "4": {"id": 4, "type": "text", "contentHash": "../../secret"},
    }
    display = "[Pasted text #1 +59 lines] and [Pasted text #2] and [Image #3] and [Pasted text #4 +2 lines]?"
    remember(user_home, entry(display, pastedContents=pasted))
    assert texts() == ["the long log and short and   and  ?"]


def test_the_same_words_typed_twice_count_twice(user_home: Path) -> None:
    session = Transcript().ask("go on").ask("go on")
    write(user_home / ".claude" / "projects" / "p" / f"{session.session}.jsonl", session)
    remember(user_home, *[entry("go on", sessionId=session.session) for _ in range(3)])
    assert texts() == ["go on"] * 3


def test_an_old_history_without_sessions_repeats_no_transcript(user_home: Path) -> None:
    write(user_home / ".claude" / "projects" / "p" / "s.jsonl", Transcript().ask("in both"))
    old = entry("in both")
    del old["sessionId"]
    remember(user_home, old, {**old, "display": "only in the history"})
    assert sorted(texts()) == ["in both", "only in the history"]


def test_commands_shell_lines_and_machines_are_no_prompts(user_home: Path) -> None:
    remember(
        user_home, *map(entry, ["/cost", "!ls", " ", "/exp-saved x", "/usr/bin/x fails, why?", "# Plan\ndo"])
    )
    assert texts() == ["/usr/bin/x fails, why?", "# Plan\ndo"]


@pytest.mark.parametrize(
    "hostile",
    [
        "", "null", "[]", "7", '"x"', "{", '{"display": 7}', '{"display": null}', "\x00" * 50,
        '{"display":"' + "x" * 99,
        '{"display": "kept", "timestamp": "soon", "project": [], "sessionId": 7, "pastedContents": "no"}',
        '{"display": "kept", "pastedContents": {"1": 7}}', "[" * 100_000,
    ],
)  # fmt: skip
def test_no_line_of_the_history_ends_the_reading(user_home: Path, hostile: str) -> None:
    remember(user_home, hostile, entry("the last one"))
    found = texts()
    assert found[-1] == "the last one"
    assert found[:-1] == ["kept"] * ("kept" in hostile)


def test_since_leaves_out_what_is_older_wherever_it_lies(user_home: Path) -> None:
    put(user_home, INTERACTIVE, SESSION)
    shutil.copy(RECORDED / "history.jsonl", user_home / ".claude")
    assert [own(prompt) for prompt in past_prompts(since="2026-11-30T22:07:13Z")] == TYPED[3:]
    assert list(past_prompts(since="2027-01-01T00:00:00Z")) == []
    everything = list(past_prompts())
    assert list(past_prompts(newest=2)) == everything[-2:]
    assert list(past_prompts(newest=10**6)) == everything


def test_nobody_has_a_past_on_a_new_machine(user_home: Path) -> None:
    assert texts() == []
    assert finder.all_transcripts() == []
    assert finder.transcript_of("x") is None


def test_a_transcript_is_found_by_its_session_wherever_its_project_lies(
    user_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = put(user_home, INTERACTIVE, SESSION, "-home-u-a-b")
    newer = put(user_home, INTERACTIVE, SESSION, "-moved")
    os.utime(older, (1, 1))
    assert finder.transcript_of(SESSION) == newer
    for hostile in ("", ".", "..", f"../-moved/{SESSION}", "a\0b", "*", "x" * 5000):
        assert finder.transcript_of(hostile) is None
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "elsewhere"))
    assert finder.transcript_of(SESSION) is None


def test_files_of_subagents_are_no_sessions(user_home: Path) -> None:
    session = put(user_home, INTERACTIVE, SESSION)
    beside = put(user_home, RECORDED / "subagent.jsonl", "agent-1")  # where older clients put them
    below = put(user_home, RECORDED / "subagent.jsonl", "agent-2", f"-home-dev-shop/{SESSION}/subagents")
    assert finder.all_transcripts() == [session]
    assert finder.subagents_of(session) == [below]
    assert beside.is_file()
