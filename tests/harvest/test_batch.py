"""Many sessions: each once as it is, resumable after a kill, on any pool, never our own runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from experience.errors import ExperienceError, UsageError
from experience.harvest import batch, cursor, pool
from experience.transcripts import finder
from tests.harvest.made import events, overcome, put, searched, skill
from tests.house import LIB, clean_environment


@pytest.fixture
def user(home: Path) -> Path:
    return home.parent.parent


def everything(user: Path, **more: Any) -> batch.Totals:
    return batch.run(finder.all_transcripts(), str(user), **more)


def test_what_did_not_change_is_not_read_again_and_what_grew_is(user: Path) -> None:
    sessions = [searched(said="") for _ in range(3)]
    paths = [put(user, session) for session in sessions]
    assert (everything(user).looked, everything(user).unchanged) == (3, 3)
    put(user, sessions[0].ask("perfect").say("Good."))
    totals = everything(user)
    assert (totals.looked, totals.unchanged, totals.accepted) == (1, 2, 1)
    paths[1].unlink()
    assert everything(user).unchanged == 2


def test_a_file_of_a_subagent_that_grew_counts_as_a_change(user: Path) -> None:
    path = put(user, searched())
    everything(user)
    agent = path.with_suffix("") / "subagents" / "agent-1.jsonl"
    agent.parent.mkdir(parents=True)
    overcome().write(agent)
    assert everything(user).looked == 1


def test_all_cores_and_one_give_the_same(user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        put(user, overcome(number))
    several = everything(user)
    monkeypatch.setattr(pool, "cores", lambda: 1)
    alone = everything(user, anew=True)
    assert (several.looked, several.lessons, several.rules) == (alone.looked, 6, alone.rules)
    assert alone.lessons == 0


def test_a_project_that_is_switched_off_teaches_nothing(user: Path, tmp_path: Path) -> None:
    project = tmp_path / "quiet"
    (project / ".git").mkdir(parents=True)
    (project / ".experience-disabled").touch()
    session = overcome()
    for row in session.rows:
        if "cwd" in row:
            row["cwd"] = str(project)
    put(user, session)
    totals = everything(user)
    assert (totals.switched_off, totals.lessons, totals.rejected) == (1, 0, 0)


def test_one_harvest_at_a_time(user: Path) -> None:
    with (
        cursor.alone(wait=0),
        pytest.raises(ExperienceError, match="another harvest"),
        cursor.alone(wait=0.05),
    ):
        pass


def test_a_damaged_cursor_costs_time_only(user: Path, home: Path) -> None:
    put(user, searched())
    everything(user)
    path = home / "state" / "harvest" / "cursor.jsonl"
    path.write_bytes(b'{"path": "/x", "at": [1]}\nnot json\n' + path.read_bytes()[:-9])
    assert everything(user).looked == 1


def test_killed_in_the_middle_it_goes_on_and_nothing_is_there_twice(user: Path, home: Path) -> None:
    folder = skill(user, "search-web")
    for number in range(400):
        put(user, searched(f"Nike shoes complaints last {number + 2} days"), f"-p{number % 7}")
    command = [sys.executable, str(LIB / "exp.py"), "harvest", "--all"]
    environment = {**clean_environment(user, home), "EXP_IN_VENV": "1"}
    child = subprocess.Popen(
        command, env=environment, cwd=user, stdout=subprocess.DEVNULL, start_new_session=True
    )
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and len(events(folder)) < 40 and child.poll() is None:
        time.sleep(0.01)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    done = len(events(folder))
    totals = everything(user)
    found = [event["session_id"] for event in events(folder)]
    assert len(found) == len(set(found)) == 400
    assert totals.failed == []
    assert totals.unchanged <= done or done == 400


class Strange:
    """As little as a pool may have."""

    def __init__(self) -> None:
        self.jobs = 0
        self.ended = False

    def submit(self, fn: Any, /, *args: Any) -> Future[Any]:
        self.jobs += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args))
        return future

    def shutdown(self) -> None:
        self.ended = True


def test_any_pool_will_do(user: Path) -> None:
    for number in range(5):
        put(user, overcome(number))
    strange = Strange()
    assert everything(user, make=lambda: strange).looked == 5
    assert (strange.jobs, strange.ended) == (5, True)
    assert everything(user, make=lambda: ThreadPoolExecutor(2), anew=True).looked == 5


def test_a_worker_that_dies_costs_a_sentence_and_the_next_run_mends_it(user: Path) -> None:
    class Dying(Strange):
        def submit(self, _fn: Any, /, *_args: Any) -> Future[Any]:
            raise RuntimeError("the pool is gone")

    put(user, overcome())
    totals = everything(user, make=Dying)
    assert (totals.looked, len(totals.failed)) == (0, 1)
    assert everything(user).looked == 1


@pytest.mark.parametrize("named", ["os", "no_such_module:f", "os:no_such", "os:sep"])
def test_an_executor_that_is_none_is_refused(named: str) -> None:
    with pytest.raises(UsageError, match="--executor"):
        pool.factory(named)


def test_an_archive_is_found_wherever_sessions_lie(tmp_path: Path) -> None:
    for name in (
        "a/x.jsonl",
        "b/c/y.jsonl",
        "b/c/y/subagents/agent-1.jsonl",
        "a/agent-old.jsonl",
        "note.txt",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert [path.name for path in batch.of_archive(tmp_path)] == ["x.jsonl", "y.jsonl"]
