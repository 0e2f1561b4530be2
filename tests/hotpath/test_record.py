"""What the hook leaves behind: one line per evaluated prompt, private, whole, without a prompt's text."""

from __future__ import annotations

import hashlib
import json
import re
import stat
import subprocess
import sys
import uuid
from pathlib import Path

import pytest

from experience.hotpath import record
from tests.hotpath.machine import MATCHING, PATTERN, PYTHON, rows, told
from tests.house import LIB, RunHook, clean_environment, prompt_payload

#: As pinned in references and design: every reader counts on these.
KEYS = [
    "ts", "injection_id", "session_id", "prompt_hash", "patterns_injected", "scores", "suppressed",
    "context_size_in", "context_size_out", "ms",
]  # fmt: skip


def test_the_line_of_a_warning(corpus: Path) -> None:
    answer = told(corpus.parent, MATCHING, session_id="s-1")
    (row,) = rows(corpus.parent, "injections.jsonl")
    assert list(row) == KEYS
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", row["ts"])
    assert row["session_id"] == "s-1"
    assert row["patterns_injected"] == [PATTERN]
    assert row["suppressed"] == {}
    assert 0.5 <= row["scores"][PATTERN] <= 1
    assert row["context_size_in"] == len(MATCHING)
    assert row["context_size_out"] == len(answer) - 1
    assert 0 < row["ms"] < 2000
    assert re.fullmatch(r"[0-9a-f]{12}", row["injection_id"])
    assert re.fullmatch(r"[0-9a-f]{16}", row["prompt_hash"])


def test_the_line_of_silence(corpus: Path) -> None:
    assert told(corpus.parent, "rename the kubernetes namespace") == ""
    (row,) = rows(corpus.parent, "injections.jsonl")
    assert list(row) == KEYS
    assert (row["patterns_injected"], row["scores"], row["suppressed"]) == ([], {}, {})
    assert row["context_size_out"] == 0


@pytest.mark.parametrize("prompt", ["ok", "/plan x", "", "<task-notification>x", "👍"])
def test_what_is_not_evaluated_leaves_no_line(corpus: Path, prompt: str) -> None:
    told(corpus.parent, prompt)
    assert not (corpus.parent / "logs" / "injections.jsonl").exists()


def test_one_prompt_has_one_hash_on_this_machine_and_another_elsewhere(corpus: Path) -> None:
    home = corpus.parent
    for prompt in (MATCHING, MATCHING, f"{MATCHING}!"):
        told(home, prompt)
    first, second, third = (row["prompt_hash"] for row in rows(home, "injections.jsonl"))
    assert first == second != third
    (home / "state" / "salt").unlink()
    told(home, MATCHING)
    assert rows(home, "injections.jsonl")[-1]["prompt_hash"] != first


def test_an_empty_salt_is_not_used(corpus: Path) -> None:
    (corpus.parent / "state" / "salt").touch()
    told(corpus.parent, "the kubernetes namespace")
    plain = hashlib.blake2b(b"the kubernetes namespace", digest_size=8).hexdigest()
    assert rows(corpus.parent, "injections.jsonl")[0]["prompt_hash"] != plain


def test_all_that_is_written_is_private(corpus: Path, run_hook: RunHook) -> None:
    home = corpus.parent
    before = {*home.rglob("*")}
    run_hook(prompt_payload(MATCHING))
    made = {*home.rglob("*")} - before
    assert {path.name for path in made} >= {"logs", "injections.jsonl", "index", "salt"}
    modes = {str(path): stat.S_IMODE(path.stat().st_mode) for path in made}
    assert {path: oct(mode) for path, mode in modes.items() if mode & 0o077} == {}


def test_private_also_without_the_adapters_umask(corpus: Path) -> None:
    home = corpus.parent
    before = {*home.rglob("*")}
    subprocess.run(
        ["bash", "-c", f"umask 000; exec {PYTHON} -I -S {LIB}/retrieve.py"],
        input=json.dumps(prompt_payload(MATCHING)).encode(), check=True, capture_output=True,
        env=clean_environment(home.parent.parent, home),
    )  # fmt: skip
    made = {*home.rglob("*")} - before
    assert made
    assert {str(path) for path in made if path.stat().st_mode & 0o077} == set()


@pytest.mark.parametrize("tail", [b"\xe6\x97", b'{"ts": "2026', b"x", b"\x00\x00"])
def test_L02_a_torn_last_line_does_not_swallow_the_next(corpus: Path, tail: bytes) -> None:
    logs = corpus.parent / "logs"
    logs.mkdir()
    (logs / "injections.jsonl").write_bytes(b'{"ts": "x"}\n' + tail)
    told(corpus.parent, MATCHING)
    told(corpus.parent, "the kubernetes namespace")
    lines = (logs / "injections.jsonl").read_bytes().splitlines()
    assert lines[1] == tail
    assert [list(json.loads(line)) == KEYS for line in lines[2:]] == [True, True]


WRITER = """
import sys; sys.path.insert(0, sys.argv[1])
from experience.hotpath import record
for number in range(200):
    size = 20_000 if number % 10 == 0 else 50
    record.append("injections.jsonl", {"who": sys.argv[2], "number": number, "text": "x" * size})
"""


def test_L03_eight_writers_and_no_bad_line(home: Path) -> None:
    command = [sys.executable, "-I", "-c", WRITER, str(LIB)]
    environment = clean_environment(home.parent.parent, home)
    writers = [subprocess.Popen([*command, str(who)], env=environment) for who in range(8)]
    assert [writer.wait(timeout=60) for writer in writers] == [0] * 8
    found = rows(home, "injections.jsonl")
    for archived in (home / "logs").glob("archive/*.jsonl"):
        found += [json.loads(line) for line in archived.read_text().splitlines()]
    assert len(found) == 8 * 200
    assert {(row["who"], row["number"]) for row in found} == {
        (str(w), n) for w in range(8) for n in range(200)
    }


@pytest.mark.parametrize(
    "wreck", ["logs is a file", "log is a folder", "log is a link to nowhere", "full disk"]
)
def test_a_log_that_cannot_be_written_withholds_no_warning(corpus: Path, wreck: str) -> None:
    logs = corpus.parent / "logs"
    if wreck == "logs is a file":
        logs.touch()
    elif wreck == "log is a folder":
        (logs / "injections.jsonl").mkdir(parents=True)
    else:
        logs.mkdir()
        target = "/dev/full" if wreck == "full disk" else "/nowhere/x"
        (logs / "injections.jsonl").symlink_to(target)
    assert PATTERN in told(corpus.parent, MATCHING)


def test_an_error_is_kept_without_its_message(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = f"secret{uuid.uuid4().hex}"
    with pytest.raises(ValueError, match=secret) as caught:
        int(secret)
    record.error("retrieve", caught.value)
    (row,) = rows(home, "errors.jsonl")
    assert list(row) == ["ts", "where", "error", "at", "detail"]
    assert (row["error"], row["detail"]) == ("ValueError", "")
    assert row["at"].startswith("test_record.py:")
    assert secret not in json.dumps(row)
