"""Swap two files in one step, where the system can: nobody sees a moment without either."""

from __future__ import annotations

import os

#: Of renameat2(2): paths are relative to the current folder; swap, do not replace.
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


def exchange(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """True when the two names have changed places; False, and nothing done, where that cannot be."""
    try:
        import ctypes

        rename = ctypes.CDLL(None).renameat2
    except (ImportError, OSError, AttributeError, TypeError):  # no Linux, or a libc without it
        return False
    return bool(rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0)
