"""Compiled patterns -> the bytes of a segment (layout: hotpath/segment.py)."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable
from typing import Any

from experience.hotpath.segment import ANCHOR, MAGIC, PREFIX, term_hash
from experience.index.compiler import Compiled


class Postings:
    """Per term hash the documents that have it, those anchored there first."""

    def __init__(self) -> None:
        self.plain: dict[int, array[int]] = {}
        self.anchored: dict[int, array[int]] = {}

    def add(self, document: int, compiled: Compiled) -> None:
        """Document and weight share one number: document * 256 + weight byte."""
        for term, weight in compiled.terms.items():
            if term not in compiled.anchors:
                self._put(self.plain, term, document << 8 | weight)
        for term in compiled.anchors:
            weight = compiled.terms.get(term, 1)
            self._put(self.anchored, term, document << 8 | ANCHOR | weight)

    @staticmethod
    def _put(into: dict[int, array[int]], term: str, packed: int) -> None:
        key = term_hash(term)
        found = into.get(key)
        if found is None:
            into[key] = array("Q", (packed,))
        else:
            found.append(packed)

    def sections(self) -> tuple[array[int], array[int], array[int], bytearray]:
        """(term hashes, starts, documents, weight bytes)."""
        hashes, starts, documents, weights = array("I"), array("I", [0]), array("I"), bytearray()
        for key in sorted(self.plain.keys() | self.anchored.keys()):
            for part in (self.anchored.get(key), self.plain.get(key)):
                for packed in part or ():
                    documents.append(packed >> 8)
                    weights.append(packed & 0xFF)
            hashes.append(key)
            starts.append(len(documents))
        return hashes, starts, documents, weights


def _padded(data: bytes, fill: bytes = b"\0") -> bytes:
    return data + fill * (-len(data) % 8)


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def loose_triggers(patterns: list[Compiled]) -> tuple[list[list[Any]], list[int]]:
    """([[literal, documents]], documents to look at on every prompt)."""
    by_literal: dict[str, list[int]] = {}
    for document, compiled in enumerate(patterns):
        for literal in compiled.loose:
            by_literal.setdefault(literal, []).append(document)
    always = [document for document, compiled in enumerate(patterns) if compiled.always]
    return [[literal, documents] for literal, documents in sorted(by_literal.items())], always


def segment_bytes(patterns: list[Compiled], manifest: dict[str, list[Any]], header: dict[str, Any]) -> bytes:
    """`header`: what layers.Layer reads; counts and loose triggers are added here."""
    postings = Postings()
    for document, compiled in enumerate(patterns):
        postings.add(document, compiled)
    hashes, starts, documents, weights = postings.sections()
    records = [_json(compiled.record) for compiled in patterns]
    loose, always = loose_triggers(patterns)
    counts = {
        "patterns": len(records), "terms": len(hashes), "postings": len(documents),
        "record_bytes": sum(map(len, records)),
    }  # fmt: skip
    head = _padded(_json({**header, "counts": counts, "loose": loose, "always": always}), b" ")
    numbers = (hashes, starts, documents, bytes(weights), _offsets(records))
    return _assemble(head, [_padded(bytes(memoryview(part))) for part in numbers], records, _json(manifest))


def _offsets(records: Iterable[bytes]) -> array[int]:
    starts = array("Q", [0])
    for record in records:
        starts.append(starts[-1] + len(record))
    return starts


def _assemble(head: bytes, sections: list[bytes], records: list[bytes], manifest: bytes) -> bytes:
    body = b"".join([head, *sections, *records, manifest])
    lengths = array("Q", [len(head), PREFIX + len(body)])
    return MAGIC + lengths.tobytes() + body
