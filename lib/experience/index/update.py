"""A few files changed: index them now. Runs inside the hook's budget, so it stays lean."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from experience.errors import ExperienceError
from experience.files.write import make_private_dir, write_atomic
from experience.hotpath import layers, record, scan, segment
from experience.index import build
from experience.index.writer import segment_bytes


def pending(layer: layers.Layer, changes: layers.Changes) -> list[scan.Entry]:
    """Entries the new delta must hold: what changed now, and what the old delta held."""
    if layer.delta is None:
        return changes.changed
    earlier = set(layer.delta.manifest()).union(entry.rel for entry in changes.changed)
    return [entry for entry in scan.files(layer.root, layer.layout) if entry.rel in earlier]


def gone(layer: layers.Layer, changes: layers.Changes) -> list[str]:
    earlier = layer.delta.header["gone"] if layer.delta else []
    return sorted({*earlier, *changes.removed})


def dead_documents(layer: layers.Layer, rels: set[str]) -> list[int]:
    """Documents of the base that the delta replaces or removes."""
    if layer.base is None:
        return []
    known = layer.base.manifest()
    return sorted(known[rel][1] for rel in rels & known.keys() if known[rel][1] is not None)


def delta_bytes(layer: layers.Layer, changes: layers.Changes) -> bytes:
    started = time.time()
    total = len(scan.files(layer.root, layer.layout))
    entries = pending(layer, changes)
    header: dict[str, Any] = build.header_of(layer, total, build.is_settled(entries, started))
    contents = build.compile_files(entries)
    removed = gone(layer, changes)
    header |= {
        "build": "",
        "base": layer.build,
        "gone": removed,
        "dead": dead_documents(layer, {*contents.manifest, *removed}),
    }
    return segment_bytes(contents.patterns, contents.manifest, header)


def refresh(layer: layers.Layer, changes: layers.Changes) -> None:
    """Write the delta and take it into use; where it cannot be written, from memory."""
    data = delta_bytes(layer, changes)
    try:
        make_private_dir(Path(layers.index_dir()))
        write_atomic(Path(layer.path("delta")), data)
    except (ExperienceError, OSError) as error:
        record.error("index", error)
    layer.adopt(segment.Segment(data))
