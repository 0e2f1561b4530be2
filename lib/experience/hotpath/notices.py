"""A line that a worker leaves for the user: shown with the next prompt, once.

`state/notice` holds it. Who takes the file away may show it; a line that is torn or strange is dropped.
"""

from __future__ import annotations

import os

from experience.hotpath import ledger, places
from experience.hotpath.sanitize import one_line
from experience.vocabulary import USER_BUDGET


def path() -> str:
    return os.path.join(places.state_dir(), "notice")


def taken() -> str:
    """The line, or "": none, or another hook was faster."""
    try:
        with open(path(), "rb") as file:
            line = file.read(4 * USER_BUDGET).decode("utf-8", "replace")
    except OSError:
        return ""
    return one_line(line, USER_BUDGET) if ledger.take(path()) else ""
