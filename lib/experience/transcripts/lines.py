"""Lines of files of any size, forwards or from the end, in bounded memory.

A transcript may have gigabytes and single lines of hundreds of megabytes (case T04): such a line is
passed over in blocks, never held.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

#: Bytes read at once, and bytes of the longest line that is looked at: parsed, it may take ten times that.
BLOCK, LINE_CAP = 1 << 20, 8 << 20
TOO_LONG = "longer than a record may be"
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class Line(NamedTuple):
    """`offset`: where `data` begins in the file."""

    offset: int
    data: bytes


def open_regular(path: Path) -> IO[bytes] | None:
    """None for what is no regular file or cannot be read; never waits for a writer."""
    try:
        descriptor = os.open(path, _FLAGS)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    return os.fdopen(descriptor, "rb", buffering=BLOCK)


def piece(path: Path, offset: int, size: int) -> bytes:
    """A few bytes of a file; b"" where they are not there any more."""
    try:
        descriptor = os.open(path, _FLAGS)
    except OSError:
        return b""
    try:
        return os.pread(descriptor, size, offset)
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def forwards(file: IO[bytes], skipped: Counter[str], start: int = 0) -> Iterator[Line]:
    """Every line from `start` on, without its end. Those above LINE_CAP are counted in `skipped`."""
    file.seek(start)
    offset = start
    while data := file.readline(LINE_CAP):
        length = len(data)
        if data.endswith(b"\n") or length < LINE_CAP:
            yield Line(offset, data)
        else:
            skipped[TOO_LONG] += 1
            del data
            length += _rest_of_line(file)
        offset += length


def _rest_of_line(file: IO[bytes]) -> int:
    """Pass over what is left of a line; how many bytes that were."""
    passed = 0
    while piece := file.readline(BLOCK):
        passed += len(piece)
        if piece.endswith(b"\n"):
            break
    return passed


def backwards(file: IO[bytes], most: int) -> Iterator[Line]:
    """Lines from the last one to the first, until `most` bytes were read."""
    end = file.seek(0, os.SEEK_END)
    stop = max(0, end - most)
    cut: list[bytes] = []  # the beginning of the line met last is still to come; its pieces, last first
    held = 0
    while end > stop:
        start = max(stop, end - BLOCK)
        block = os.pread(file.fileno(), end - start, start)
        first, *others = block.split(b"\n")
        if others:
            last = others.pop()
            if held + len(last) <= LINE_CAP:
                yield Line(end - len(last), b"".join([last, *reversed(cut)]))
            at = end - len(last) - 1
            for data in reversed(others):
                at -= len(data)
                yield Line(at, data)
                at -= 1
            cut, held = [], 0
        held += len(first)
        cut = [*cut, first] if held <= LINE_CAP else []
        end = start
    if cut and end == 0:
        yield Line(0, b"".join(reversed(cut)))
