"""Compiled patterns -> the bytes of a segment (layout: hotpath/segment.py)."""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from itertools import accumulate
from typing import Any

from experience.hotpath.segment import ANCHOR, GRAM, MAGIC, PREFIX, term_hash
from experience.index.compiler import Compiled

#: Postings of one term: as an array, numbers need four bytes each and no objects.
_row = partial(array, "I")
_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


class Postings:
    """Per term the documents that have it, those anchored there first; packed as in the segment."""

    def __init__(self) -> None:
        self.anchored: dict[str, array[int]] = defaultdict(_row)
        self.plain: dict[str, array[int]] = defaultdict(_row)

    def add(self, document: int, compiled: Compiled) -> None:
        first, anchors, plain = document << 8, compiled.anchors, self.plain
        for term, weight in compiled.terms.items():
            if term not in anchors:
                plain[term].append(first | weight)
        for term in anchors:
            self.anchored[term].append(first | ANCHOR | compiled.terms.get(term, 1))

    def sections(self) -> tuple[array[int], array[int], array[int]]:
        """(term hashes, starts, postings)."""
        by_hash: dict[int, array[int]] = {}
        for part in (self.anchored, self.plain):
            for term, row in part.items():
                key = term_hash(term)
                by_hash[key] = by_hash[key] + row if key in by_hash else row
        hashes, rows = array("I", sorted(by_hash)), array("I")
        found = [*map(by_hash.__getitem__, hashes)]
        rows.frombytes(b"".join(found))
        return hashes, array("I", accumulate(map(len, found), initial=0)), rows


class Loose:
    """Literals that no term stands for, under a gram of theirs; "" where they have none."""

    def __init__(self) -> None:
        self.by_gram: dict[str, dict[str, list[int]]] = {}

    def add(self, document: int, literals: Iterable[str]) -> None:
        for literal in literals:
            self.by_gram.setdefault(gram_of(literal), {}).setdefault(literal, []).append(document)

    def sections(self) -> tuple[array[int], list[bytes]]:
        """(hashes of the grams, their rows as JSON: [[literal, documents]])."""
        by_hash: dict[int, list[Any]] = {}
        for gram, literals in self.by_gram.items():
            by_hash.setdefault(term_hash(gram), []).extend(map(list, sorted(literals.items())))
        keys = sorted(by_hash)
        return array("I", keys), [_encode(by_hash[key]).encode("ascii") for key in keys]


def gram_of(literal: str) -> str:
    """The first letters of the longest run of ASCII letters and digits in `literal`: a text that has
    the literal has a word with them."""
    runs = "".join(char if char.isascii() and char.isalnum() else " " for char in literal).split()
    longest = max(runs, key=len, default="")
    return longest[:GRAM] if len(longest) >= GRAM else ""


class Writer:
    """Takes compiled patterns one by one and keeps of them only what is written."""

    def __init__(self) -> None:
        self.postings, self.loose = Postings(), Loose()
        self.records: list[bytes] = []
        self.always: list[int] = []

    def __len__(self) -> int:
        """How many patterns."""
        return len(self.records)

    def add(self, compiled: Compiled) -> int:
        """Number of the pattern: its document."""
        document = len(self.records)
        self.records.append(_encode(compiled.record).encode("ascii"))
        self.postings.add(document, compiled)
        self.loose.add(document, compiled.loose)
        if compiled.always:
            self.always.append(document)
        return document

    def segment(self, manifest: dict[str, list[Any]], header: dict[str, Any]) -> bytes:
        """`header`: what layers.Layer reads; counts are added here."""
        hashes, starts, rows = self.postings.sections()
        grams, literals = self.loose.sections()
        counts = {
            "patterns": len(self.records), "terms": len(hashes), "postings": len(rows), "grams": len(grams),
            "literal_bytes": sum(map(len, literals)), "record_bytes": sum(map(len, self.records)),
        }  # fmt: skip
        head = _encode({**header, "counts": counts, "always": self.always}).encode("ascii")
        numbers = (hashes, starts, rows, grams, _offsets(literals), _offsets(self.records))
        sections = [_padded(part.tobytes()) for part in numbers]
        parts = [*sections, *literals, *self.records, _encode(manifest).encode("ascii")]
        return _assemble(_padded(head, b" "), parts)


def segment_bytes(
    patterns: Iterable[Compiled], manifest: dict[str, list[Any]], header: dict[str, Any]
) -> bytes:
    writer = Writer()
    for compiled in patterns:
        writer.add(compiled)
    return writer.segment(manifest, header)


def _padded(data: bytes, fill: bytes = b"\0") -> bytes:
    return data + fill * (-len(data) % 8)


def _offsets(parts: Iterable[bytes]) -> array[int]:
    starts = array("Q", [0])
    for part in parts:
        starts.append(starts[-1] + len(part))
    return starts


def _assemble(head: bytes, parts: list[bytes]) -> bytes:
    total = PREFIX + len(head) + sum(map(len, parts))
    lengths = array("Q", [len(head), total])
    return b"".join([MAGIC, lengths.tobytes(), head, *parts])
