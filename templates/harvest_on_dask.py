"""A pool on Dask for `exp.py harvest --executor harvest_on_dask:executor` (references/TRACE_SPEC.md)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager


@contextmanager
def executor() -> Iterator[Executor]:
    """The workers of DASK_SCHEDULER, else processes on this machine; ended with what was started here."""
    from distributed import Client

    library = os.environ.get("EXPERIENCE_LIB") or next(
        folder for folder in sys.path if os.path.isdir(os.path.join(folder, "experience"))
    )
    scheduler = os.environ.get("DASK_SCHEDULER")
    client = Client(scheduler) if scheduler else Client(processes=True, dashboard_address=None)
    with client:
        client.upload_file(__file__)  # so that they know `_find`
        client.run_on_scheduler(_find, library)
        client.run(_find, library)
        with client.get_executor() as pool:
            yield pool


def _find(library: str) -> None:
    """On the scheduler and each worker: where the package lies."""
    if library not in sys.path:
        sys.path.insert(0, library)
