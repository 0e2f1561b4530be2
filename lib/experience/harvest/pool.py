"""Many transcripts on all cores, or on any pool that is like those of concurrent.futures."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from experience.errors import ExperienceError, UsageError

Job = TypeVar("Job")
Result = TypeVar("Result")
#: Jobs that are handed out for each worker: results are taken as they come, and none pile up.
AHEAD = 4
#: Workers that are assumed of a pool that does not say.
WORKERS = 32


class Pool(Protocol):
    """What is asked of a pool: `submit`, and `shutdown` or a context that ends it."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]: ...


def cores() -> int:
    """Processors that this process may use."""
    counted = getattr(os, "sched_getaffinity", None)
    return len(counted(0)) if counted else os.cpu_count() or 1


def factory(named: str) -> Callable[[], Pool]:
    """`module:factory`, a function without arguments that makes a pool. The current folder is looked in."""
    module, _, name = named.partition(":")
    if not module or not name.isidentifier():
        raise UsageError(f"--executor {named}: write module:factory, such as harvest_on_dask:executor")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ImportError as error:
        raise UsageError(
            f"--executor {named}: {error}; it is imported by {sys.executable}, from here or its packages"
        ) from error
    if not callable(found):
        raise UsageError(f"--executor {named}: {module} has no function {name}")
    return cast(Callable[[], Pool], found)


@contextmanager
def opened(make: Callable[[], Pool]) -> Iterator[Pool]:
    """A pool of the caller's, ended as it likes to be."""
    made = make()
    if isinstance(made, AbstractContextManager):
        with made as pool:
            yield cast(Pool, pool)
        return
    try:
        yield made
    finally:
        getattr(made, "shutdown", nullcontext)()


def local(jobs: int) -> Pool:
    """Processes on this machine's cores, no more than there are jobs."""
    return ProcessPoolExecutor(max(1, min(cores(), jobs)), mp_context=get_context("spawn"))


def results(
    jobs: Sequence[Job], work: Callable[[Job], Result], pool: Pool | None
) -> Iterator[tuple[Job, Result | None, str]]:
    """(job, result, "") or (job, None, why it failed) in the order in which they are done."""
    if pool is None:
        yield from (_tried(job, lambda job=job: work(job)) for job in jobs)  # type: ignore[misc]
        return
    ahead = AHEAD * getattr(pool, "_max_workers", WORKERS // AHEAD)
    waiting: dict[Future[Any], Job] = {}
    left = iter(jobs)
    while True:
        for job in left:
            waiting[_submitted(pool, work, job)] = job
            if len(waiting) >= ahead:
                break
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield _tried(waiting.pop(future), future.result)


def _submitted(pool: Pool, work: Callable[[Job], Result], job: Job) -> Future[Any]:
    """A pool that lost a worker takes nothing more: each job says so for itself."""
    try:
        return pool.submit(work, job)
    except RuntimeError as error:
        failed: Future[Any] = Future()
        failed.set_exception(error)
        return failed


def _tried(job: Job, result: Callable[[], Result]) -> tuple[Job, Result | None, str]:
    """One transcript that cannot be read must not cost the others."""
    try:
        return job, result(), ""
    except (
        OSError,
        ValueError,
        ArithmeticError,
        LookupError,
        TypeError,
        AttributeError,
        RuntimeError,
        MemoryError,
        ExperienceError,
    ) as error:
        return job, None, f"{type(error).__name__}: {error}"
