"""The hook ends in time, leaves nobody behind and hurts no writer. Cases R01, R02, R04, R05, R11."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hotpath.machine import (
    MATCHING,
    PATTERN,
    bare_path,
    counting_interpreter,
    fake_interpreter,
    fed,
    gone_soon,
    rows,
)
from tests.house import RunHook, prompt_payload

#: Milliseconds: the whole hook ends within 4 s; the doors' own deadline is 2 s.
WHOLE, DOOR = 4000, 2600

TWO_MEGABYTES = json.dumps(prompt_payload("stale chunk " + "x" * 2_000_000)).encode()


def whole_payload() -> bytes:
    return json.dumps(prompt_payload(MATCHING)).encode()


def test_R01_without_timeout_it_still_warns(corpus: Path, run_hook: RunHook, tmp_path: Path) -> None:
    result = run_hook(prompt_payload(MATCHING), env={"PATH": bare_path(tmp_path / "bare")})
    assert PATTERN in result.context
    assert (result.code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "script",
    ["sleep 30", "trap '' TERM HUP INT; sleep 30", "while :; do :; done", "kill -STOP $$; sleep 30"],
    ids=["sleeps", "ignores signals", "spins", "is stopped"],
)
@pytest.mark.parametrize("bare", [True, False], ids=["no timeout", "timeout"])
def test_R01_an_interpreter_that_hangs_is_ended(
    corpus: Path, run_hook: RunHook, tmp_path: Path, script: str, bare: bool
) -> None:
    fake = fake_interpreter(corpus.parent, script)
    env = {"PATH": bare_path(tmp_path / "bare")} if bare else {}
    result = run_hook(prompt_payload(MATCHING), env=env)
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    assert 1500 < result.ms < DOOR
    assert gone_soon(str(fake))
    assert any("no answer in time" in row["error"] for row in rows(corpus.parent, "errors.jsonl"))


def test_R01_the_guard_of_a_quick_answer_does_not_linger(
    corpus: Path, run_hook: RunHook, tmp_path: Path
) -> None:
    bare = bare_path(tmp_path / f"bare-{uuid.uuid4().hex}")
    sleep = Path(bare) / "sleep"
    sleep.unlink()
    sleep.write_text('#!/bin/bash\nexec -a "guard $0" /bin/sleep "$@"\n')
    sleep.chmod(0o755)
    result = run_hook(prompt_payload(MATCHING), env={"PATH": bare})
    assert PATTERN in result.context
    assert result.ms < 1900
    assert gone_soon(str(sleep), 0.5)


@pytest.mark.parametrize("bare", [True, False], ids=["no timeout", "timeout"])
def test_R02_a_grandchild_that_keeps_the_pipes_holds_nobody_up(
    corpus: Path, run_hook: RunHook, tmp_path: Path, bare: bool
) -> None:
    mark = f"29.{uuid.uuid4().int % 10**9}"
    fake_interpreter(corpus.parent, f"(trap '' TERM HUP; sleep {mark}) & (trap '' TERM; sleep {mark}); wait")
    env = {"PATH": bare_path(tmp_path / "bare")} if bare else {}
    result = run_hook(prompt_payload(MATCHING), env=env)
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    assert result.ms < DOOR
    assert gone_soon(mark)


@pytest.mark.parametrize("bare", [True, False], ids=["no timeout", "timeout"])
def test_R02_a_grandchild_in_a_session_of_its_own_holds_nobody_up(
    corpus: Path, run_hook: RunHook, tmp_path: Path, bare: bool
) -> None:
    mark = f"5.{uuid.uuid4().int % 10**9}"
    detached = f"import os, time; os.setsid(); time.sleep({mark})"
    bare_folder = bare_path(tmp_path / "bare")
    fake_interpreter(corpus.parent, f"'{bare_folder}/python3' -c '{detached}' & printf 'a\\n\\nend\\n'")
    result = run_hook(prompt_payload(MATCHING), env={"PATH": bare_folder} if bare else {})
    assert result.context == "a\n\na"  # both doors
    assert result.ms < 2600


def test_R02_half_an_answer_counts_as_none(corpus: Path, run_hook: RunHook) -> None:
    fake_interpreter(corpus.parent, "printf 'half a warn'")
    result = run_hook(prompt_payload(MATCHING))
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)


@pytest.mark.parametrize(
    "env",
    [{"EXPERIENCE_LAYER": "off"}, {"EXP_NESTED": "1"}, {}],
    ids=["switched off", "nested", "corpus absent"],
)
def test_R04_a_writer_of_2_MB_meets_no_closed_pipe(home: Path, work: Path, env: dict[str, str]) -> None:
    result, trouble = fed(home, work, iter([TWO_MEGABYTES]), env=env)
    assert (result.stdout, result.stderr, result.code, trouble) == ("", "", 0, "")


@pytest.mark.parametrize("folder", ["", "a/b/c"], ids=["root", "deep below"])
def test_R04_nor_where_a_marker_says_no(home: Path, work: Path, folder: str) -> None:
    (work / ".git").mkdir()
    (work / ".experience-disabled").touch()
    (work / folder).mkdir(parents=True, exist_ok=True)
    result, trouble = fed(home, work / folder, iter([TWO_MEGABYTES]))
    assert (result.stdout, result.stderr, result.code, trouble) == ("", "", 0, "")


def test_R05a_a_pipe_that_stays_open_after_the_payload(corpus: Path, work: Path) -> None:
    result, trouble = fed(corpus.parent, work, iter([whole_payload()]), hold=30)
    assert PATTERN in result.context
    assert trouble == ""
    assert result.ms < WHOLE


def slowly(data: bytes, seconds: float) -> Iterator[bytes]:
    """`data` in chunks of 3 bytes, over `seconds`."""
    chunks = [data[at : at + 3] for at in range(0, len(data), 3)]
    for chunk in chunks:
        yield chunk
        time.sleep(seconds / len(chunks))


def test_R05b_a_slow_writer_gets_the_whole_answer(corpus: Path, work: Path) -> None:
    result, trouble = fed(corpus.parent, work, slowly(whole_payload(), 1.1))
    assert PATTERN in result.context
    assert trouble == ""
    assert result.ms < WHOLE


def test_R05c_an_open_pipe_without_data(corpus: Path, work: Path) -> None:
    result, _ = fed(corpus.parent, work, iter([]), hold=30)
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    assert result.ms < WHOLE


def test_R05_half_a_payload_and_then_silence(corpus: Path, work: Path) -> None:
    result, _ = fed(corpus.parent, work, iter([whole_payload()[:-30]]), hold=30)
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    assert result.ms < WHOLE


def test_R05_the_worst_of_both_an_open_pipe_and_an_interpreter_that_hangs(corpus: Path, work: Path) -> None:
    fake_interpreter(corpus.parent, "sleep 30")
    result, _ = fed(corpus.parent, work, iter([whole_payload()]), hold=30)
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    assert result.ms < WHOLE


def test_R11_a_slow_shim_on_PATH_is_not_asked(corpus: Path, run_hook: RunHook, tmp_path: Path) -> None:
    shims = tmp_path / "shims"
    shims.mkdir()
    asked = tmp_path / "asked"
    (shims / "python3").write_text(f"#!/bin/bash\ntouch {asked}\nsleep 0.4\nexit 1\n")
    (shims / "python3").chmod(0o755)
    result = run_hook(prompt_payload(MATCHING), env={"PATH": f"{shims}:/usr/bin:/bin"})
    assert PATTERN in result.context
    assert not asked.exists()


def test_R11_a_prompt_starts_one_python_per_door(corpus: Path, run_hook: RunHook) -> None:
    starts = counting_interpreter(corpus.parent)
    assert PATTERN in run_hook(prompt_payload(MATCHING)).context
    lines = starts.read_text().splitlines()
    assert [line.split()[:2] for line in lines] == [["-I", "-S"]] * 2
    assert {Path(line.split()[2]).name for line in lines} == {"retrieve.py", "nudge.py"}
