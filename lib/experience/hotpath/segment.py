"""The compiled corpus on disk, read through mmap without parsing it.

A segment is immutable: it is written whole beside the old one and renamed over it, so a reader
has the old or the new, needs no lock, and works on a read-only or network file system. Layout
(numbers in the machine's byte order; another order or FORMAT counts as no index):

    magic 8 bytes | header length u64 | total length u64 | header (JSON, padded to 8)
    term hashes u32[T], sorted | posting starts u32[T+1] | postings u32[P]
    gram hashes u32[G], sorted | literal starts u64[G+1] | record starts u64[D+1]
    literals (JSON, one list a gram) | records (JSON, one a pattern) | manifest (JSON)

A posting is document * 256 + weight byte: the low seven bits of that say how much the term says
about the pattern, the high bit that a trigger of the pattern hangs on this term (an *anchor*).
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
FORMAT = 5
MAGIC = b"XPIDX" + bytes([FORMAT, 1 if sys.byteorder == "little" else 2, 0])
ANCHOR = 0x80
WEIGHT = 0x7F
#: Letters that tell where a literal is worth searching for.
GRAM = 3
PREFIX = len(MAGIC) + 16


def term_hash(term: str) -> int:
    """32 bits; a collision costs a look at one more candidate, whose record decides."""
    return crc32(term.encode("utf-8", "replace"))


def _find(numbers: memoryview, wanted: int) -> int | None:
    """Place of a number in a sorted section."""
    at = bisect_left(numbers, wanted)
    return at if at < len(numbers) and numbers[at] == wanted else None


class Segment:
    """An opened segment. Closed by the end of the process: the hook lives for milliseconds."""

    def __init__(self, data: mmap.mmap | bytes) -> None:
        view = memoryview(data)
        header_length, total = view[len(MAGIC) : PREFIX].cast("Q")
        if bytes(view[: len(MAGIC)]) != MAGIC or total != len(view):
            raise ValueError("foreign or torn index")
        self._data = data
        self._rows: dict[str, list[Any]] | None = None
        self.header: dict[str, Any] = jsonlite.loads(
            bytes(view[PREFIX : PREFIX + header_length]).decode("utf-8")
        )
        self._at = PREFIX + header_length
        counts = self.header["counts"]
        self._hashes = self._section(view, "I", counts["terms"])
        self._starts = self._section(view, "I", counts["terms"] + 1)
        self._postings = self._section(view, "I", counts["postings"])
        self._grams = self._section(view, "I", counts["grams"])
        self._literal_starts = self._section(view, "Q", counts["grams"] + 1)
        self._records = self._section(view, "Q", counts["patterns"] + 1)
        records = self._at + counts["literal_bytes"]
        self._literals = view[self._at : records]
        self._blob = view[records : records + counts["record_bytes"]]
        self._manifest = view[records + counts["record_bytes"] :]

    def _section(self, view: memoryview, kind: Literal["I", "Q"], count: int) -> memoryview:
        """The next `count` numbers; sections start at multiples of eight bytes."""
        size = count * (4 if kind == "I" else 8)
        section: memoryview = view[self._at : self._at + size].cast(kind)
        self._at += (size + 7) // 8 * 8
        return section

    def __len__(self) -> int:
        """How many patterns."""
        return len(self._records) - 1

    def __bool__(self) -> bool:
        """True even without patterns: a delta that only takes some away is a delta."""
        return True

    def postings(self, term: str) -> memoryview | None:
        """The postings of a term, anchored ones first; None for a term no pattern has."""
        at = _find(self._hashes, term_hash(term))
        return None if at is None else self._postings[self._starts[at] : self._starts[at + 1]]

    def literals(self, gram: str) -> list[tuple[str, list[int]]]:
        """(literal, documents) of triggers that no term stands for; gram "": those without a gram."""
        at = _find(self._grams, term_hash(gram))
        if at is None:
            return []
        start, end = self._literal_starts[at], self._literal_starts[at + 1]
        found: list[tuple[str, list[int]]] = jsonlite.loads(bytes(self._literals[start:end]).decode("utf-8"))
        return found

    @property
    def has_literals(self) -> bool:
        return len(self._grams) > 0

    def record(self, document: int) -> dict[str, Any]:
        """The compiled pattern (see index/compiler.py for its keys)."""
        start, end = self._records[document], self._records[document + 1]
        record: dict[str, Any] = jsonlite.loads(bytes(self._blob[start:end]).decode("utf-8"))
        return record

    def manifest(self) -> dict[str, list[Any]]:
        """Path below the root -> [signature, document or None for a file that did not load], and
        layers.WAITS where its content is not the allowed one."""
        if self._rows is None:
            self._rows = jsonlite.loads(bytes(self._manifest).decode("utf-8"))
        return self._rows.copy()


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
