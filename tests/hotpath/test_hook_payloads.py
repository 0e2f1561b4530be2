"""Whatever stands on stdin: data only, exit code 0, nothing on stderr. Cases R07, R13-R21, R40."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.hotpath.machine import MATCHING, PATTERN, REGISTERED, rows, shell
from tests.house import HookResult, RunHook, WritePattern, clean_environment, prompt_payload


def is_silent(result: HookResult) -> bool:
    return (result.stdout, result.stderr, result.code) == ("", "", 0)


def is_warning(result: HookResult) -> bool:
    return PATTERN in result.context and (result.stderr, result.code) == ("", 0)


@pytest.mark.parametrize("cwd", ["/", "/usr", "/proc/self"])
def test_R07_no_match_is_silence_wherever_it_runs(corpus: Path, run_hook: RunHook, cwd: str) -> None:
    assert is_silent(run_hook(prompt_payload("rename the kubernetes namespace", cwd=cwd), cwd=Path(cwd)))
    assert is_warning(run_hook(prompt_payload(MATCHING, cwd=cwd), cwd=Path(cwd)))


@pytest.mark.parametrize("escape", [r"\ud83d", r"\udc00\ud800", r"\ud83d\ude80 \udfff"])
def test_R13_a_lone_surrogate_in_the_prompt(corpus: Path, run_hook: RunHook, escape: str) -> None:
    data = json.dumps(prompt_payload(f"{MATCHING} HERE now")).replace("HERE", escape).encode("ascii")
    assert is_warning(run_hook(data))
    (row,) = rows(corpus.parent, "injections.jsonl")
    assert row["patterns_injected"] == [PATTERN]


@pytest.mark.parametrize("key", ["session_id", "cwd", "prompt_id", "transcript_path"])
def test_R13_a_lone_surrogate_beside_the_prompt(corpus: Path, run_hook: RunHook, key: str) -> None:
    data = json.dumps(prompt_payload(MATCHING, **{key: "/HERE"})).replace("HERE", r"\ud800").encode("ascii")
    assert is_warning(run_hook(data))
    assert len(rows(corpus.parent, "injections.jsonl")) == 1
    assert rows(corpus.parent, "errors.jsonl") == []


@pytest.mark.parametrize("nul", [rb"\u0000", b"\x00", rb"\u0000\u0001\u001b[31m"])
def test_R14_NUL_in_the_prompt(corpus: Path, run_hook: RunHook, nul: bytes) -> None:
    data = json.dumps(prompt_payload(f"{MATCHING} aHEREb")).encode().replace(b"HERE", nul)
    assert is_warning(run_hook(data))


@pytest.mark.parametrize("data", [b"\x00", b"\x00" * 4096, b'{"prompt": "x"}\x00', b"\xff\xfe{\x00"])
def test_R14_NUL_instead_of_a_payload(corpus: Path, run_hook: RunHook, data: bytes) -> None:
    assert is_silent(run_hook(data))


@pytest.mark.parametrize("size", [2_000, 200_000, 3_000_000])
def test_R15_size_changes_nothing(corpus: Path, run_hook: RunHook, size: int) -> None:
    filler = "lorem " * (size // 12)
    result = run_hook(
        prompt_payload(f"{filler}\n{MATCHING}\n" if size < 100_000 else f"{MATCHING}\n{filler}")
    )
    assert (result.stderr, result.code) == ("", 0)
    assert PATTERN in result.context or size > 100_000
    again = run_hook(prompt_payload(f"{MATCHING} ChunkLoadError\n" + "x" * size))
    assert is_warning(again)


@pytest.mark.parametrize(
    "prompt",
    [
        '{"hooks":{}} </system-reminder> $(touch HERE) \' " \\` stale chunk ChunkLoadError',
        "`touch HERE`; touch HERE & stale chunk ChunkLoadError | touch HERE",
        "stale chunk ChunkLoadError %s %n %d \\n \\x41 $'\\n' ${PATH} $((1/0)) ; touch HERE",
    ],
)
def test_R17_the_prompt_reaches_no_shell(
    corpus: Path, run_hook: RunHook, tmp_path: Path, prompt: str
) -> None:
    made = tmp_path / "pwn"
    assert is_warning(run_hook(prompt_payload(prompt.replace("HERE", str(made)))))
    assert not made.exists()


def test_R17_nor_does_a_pattern(
    home: Path, write_pattern: WritePattern, run_hook: RunHook, work: Path
) -> None:
    nasty = "$(touch pwn) `touch pwn` %s %n \\u0041 '; touch pwn"
    write_pattern(home / "global" / "frontend", name=f"Nasty {nasty}", fix=nasty)
    result = run_hook(prompt_payload(MATCHING), cwd=work)
    assert result.context.count(nasty) == 2
    assert list(work.iterdir()) == []


def test_R18_the_body_comes_back_as_it_was(
    home: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    fix = 'Use `\\d+` and "quotes"\n\tindented\t\\n stays, 100%\nlast 日本 é'
    write_pattern(home / "global" / "frontend", fix=fix)
    assert f"Instead: {fix}" in run_hook(prompt_payload(MATCHING)).context


@pytest.mark.parametrize("bad", ["\u2028", "\x1b[31m", "\x1b]0;title\x07", "\x07", "\x9b31m", "\u202e"])
def test_R18_control_codes_do_not(
    home: Path, write_pattern: WritePattern, run_hook: RunHook, bad: str
) -> None:
    folder = home / "global" / "frontend"
    path = write_pattern(folder, fix="FIX")
    path.write_text(path.read_text().replace("fix: |\n  FIX", f"fix: {json.dumps(f'Keep{bad} the chunks')}"))
    result = run_hook(prompt_payload(MATCHING))
    assert is_warning(result)
    assert "the chunks" in result.context
    assert not set(bad) & set("\u2028\x1b\x07\x9b\u202e") & set(result.context)


def test_R20_the_context_is_nested(corpus: Path, run_hook: RunHook) -> None:
    document = run_hook(prompt_payload(MATCHING)).document
    assert document is not None
    assert set(document) == {"hookSpecificOutput", "systemMessage"}
    assert set(document["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert document["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"


def test_R21_twelve_long_patterns_are_cut_between_patterns(
    home: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    ids = [f"frontend-2026-04-{day:02}-stale-chunk" for day in range(1, 13)]
    for name in ids:
        write_pattern(home / "global" / "frontend", id=name, fix="Keep old chunks on the server. " * 50)
    result = run_hook(prompt_payload(MATCHING))
    (row,) = rows(home, "injections.jsonl")
    injected, suppressed = row["patterns_injected"], row["suppressed"]
    assert 1 <= len(injected) <= 3
    assert sorted([*injected, *suppressed]) == ids
    assert all(suppressed.values())
    assert len(result.context) == row["context_size_out"] <= 1300
    assert result.context.count("source:") == len(injected)
    assert len(result.message) <= 200


EMPTY: list[Any] = [{}, {"prompt": None}, {"prompt": ["a"]}, {"prompt": 3}, {"prompt": {"a": "stale chunk"}}]


@pytest.mark.parametrize(
    "payload", [*EMPTY, {"prompt": ""}, {"prompt": " \n\t"}, [], [{}], "stale chunk", 3, None]
)
def test_R40_a_payload_without_a_prompt(corpus: Path, run_hook: RunHook, payload: Any) -> None:
    assert is_silent(run_hook(json.dumps(payload).encode()))
    assert rows(corpus.parent, "errors.jsonl") == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{",
        b"not json",
        b'{"prompt": "stale chunk',
        b'{"prompt": "stale chunk"} {}',
        b"[" * 100_000,
        b'{"prompt": "ChunkLoadError", "a": ' + b"[" * 100_000,
        b"\xff\xfe",
        b"9" * 10_000,
    ],
)
def test_R40_no_JSON_at_all(corpus: Path, run_hook: RunHook, data: bytes) -> None:
    assert is_silent(run_hook(data))


@pytest.mark.parametrize("event", ["Stop", "SessionStart", "PreToolUse", "userpromptsubmit"])
def test_R40_another_event(corpus: Path, run_hook: RunHook, event: str) -> None:
    assert is_silent(run_hook(prompt_payload(MATCHING, hook_event_name=event)))


def test_R40_a_byte_order_mark(corpus: Path, run_hook: RunHook) -> None:
    assert is_warning(run_hook(b"\xef\xbb\xbf" + json.dumps(prompt_payload(MATCHING)).encode()))


def test_R40_only_a_prompt_from_another_agent(corpus: Path, run_hook: RunHook) -> None:
    assert is_warning(run_hook({"prompt": MATCHING}))
    assert is_warning(run_hook({"prompt": MATCHING, "cwd": None, "session_id": 7, "extra": [1]}))


def test_R24_under_sh_a_line_break_stays_an_escape(corpus: Path, home: Path, work: Path) -> None:
    data = json.dumps(prompt_payload(f"{MATCHING}\nand \\n a literal one")).encode()
    result = shell(REGISTERED, data, clean_environment(home.parent.parent, home), work)
    assert is_warning(result)
    assert result.stdout.count("\n") == 1
    assert "\n" in result.context
