"""The compiled corpus on disk, read through mmap without parsing it.

A segment is immutable: it is written whole beside the old one and renamed over it, so a reader
has the old or the new, needs no lock, and works on a read-only or network file system. Layout
(numbers in the machine's byte order; another order or FORMAT counts as no index):

    magic 8 bytes | header length u64 | total length u64 | header (JSON, padded to 8)
    term hashes u32[T], sorted | posting starts u32[T+1] | documents u32[P] | weights u8[P]
    record starts u64[D+1] | records (JSON, one a pattern) | manifest (JSON)

A posting's weight byte: the low seven bits say how much the term says about the pattern, the
high bit that a trigger of the pattern hangs on this term (an *anchor*).
"""

from __future__ import annotations

import mmap
import os
import sys
from binascii import crc32
from bisect import bisect_left

from experience.hotpath import jsonlite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

#: Raise on every change of the layout, of the records, or of text.py.
FORMAT = 2
MAGIC = b"XPIDX" + bytes([FORMAT, 1 if sys.byteorder == "little" else 2, 0])
ANCHOR = 0x80
WEIGHT = 0x7F
PREFIX = len(MAGIC) + 16


def term_hash(term: str) -> int:
    """32 bits; a collision costs a look at one more candidate, whose record decides."""
    return crc32(term.encode("utf-8", "replace"))


class Segment:
    """An opened segment. Closed by the end of the process: the hook lives for milliseconds."""

    def __init__(self, data: mmap.mmap | bytes) -> None:
        view = memoryview(data)
        header_length, total = view[len(MAGIC) : PREFIX].cast("Q")
        if bytes(view[: len(MAGIC)]) != MAGIC or total != len(view):
            raise ValueError("foreign or torn index")
        self._data = data
        self.header: dict[str, Any] = jsonlite.loads(
            bytes(view[PREFIX : PREFIX + header_length]).decode("utf-8")
        )
        self._at = PREFIX + header_length
        counts = self.header["counts"]
        self._hashes = self._section(view, "I", counts["terms"])
        self._starts = self._section(view, "I", counts["terms"] + 1)
        self._documents = self._section(view, "I", counts["postings"])
        self._weights = self._section(view, "B", counts["postings"])
        self._records = self._section(view, "Q", counts["patterns"] + 1)
        self._blob = view[self._at : self._at + counts["record_bytes"]]
        self._manifest = view[self._at + counts["record_bytes"] :]

    def _section(self, view: memoryview, kind: Literal["B", "I", "Q"], count: int) -> memoryview:
        """The next `count` numbers; sections start at multiples of eight bytes."""
        size = count * {"B": 1, "I": 4, "Q": 8}[kind]
        section: memoryview = view[self._at : self._at + size].cast(kind)
        self._at += (size + 7) // 8 * 8
        return section

    def __len__(self) -> int:
        """How many patterns."""
        return len(self._records) - 1

    def __bool__(self) -> bool:
        """True even without patterns: a delta that only takes some away is a delta."""
        return True

    def postings(self, term: str) -> tuple[memoryview, memoryview] | None:
        """(documents, weight bytes) of a term, or None for a term no pattern has."""
        wanted = term_hash(term)
        at = bisect_left(self._hashes, wanted)
        if at == len(self._hashes) or self._hashes[at] != wanted:
            return None
        start, end = self._starts[at], self._starts[at + 1]
        return self._documents[start:end], self._weights[start:end]

    def record(self, document: int) -> dict[str, Any]:
        """The compiled pattern (see index/compiler.py for its keys)."""
        start, end = self._records[document], self._records[document + 1]
        record: dict[str, Any] = jsonlite.loads(bytes(self._blob[start:end]).decode("utf-8"))
        return record

    def manifest(self) -> dict[str, list[Any]]:
        """Path below the root -> [signature, document or None for a file that did not load], and
        layers.WAITS where its content is not the allowed one."""
        manifest: dict[str, list[Any]] = jsonlite.loads(bytes(self._manifest).decode("utf-8"))
        return manifest


def read(path: str) -> Segment | None:
    """The segment at `path`; None if there is none, or it is torn or of another format."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return None
    try:
        return Segment(mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    finally:
        os.close(descriptor)
