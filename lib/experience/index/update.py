"""A few files changed: index them now. Runs inside the hook's budget, so it stays lean."""

from __future__ import annotations

import time
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.lock import locked
from experience.files.write import make_private_dir, write_atomic
from experience.hotpath import layers, record, scan, segment
from experience.index import build

#: A sweep that finds more changes than this compiles everything anew.
MANY_CHANGES = 500


def pending(layer: layers.Layer, changes: layers.Changes) -> list[scan.Entry]:
    """Entries the new delta must hold: what changed now, and what the old delta held."""
    changed = {entry.rel: entry for entry in changes.changed}
    earlier = layer.delta.manifest().keys() if layer.delta else set()
    kept = (layer.roster.entry(rel) for rel in earlier - changed.keys() - set(changes.removed))
    return sorted([*changed.values(), *filter(None, kept)], key=lambda entry: entry.rel)


def gone(layer: layers.Layer, changes: layers.Changes) -> set[str]:
    """Files of the base that are no more."""
    earlier = layer.delta.header["gone"] if layer.delta else []
    return {*earlier, *changes.removed} - {entry.rel for entry in changes.changed}


def dead_documents(layer: layers.Layer, rels: set[str]) -> list[int]:
    """Documents of the base that the delta replaces or removes."""
    if layer.base is None:
        return []
    known = layer.base.manifest()
    return sorted(known[rel][1] for rel in rels & known.keys() if known[rel][1] is not None)


def delta_bytes(layer: layers.Layer, changes: layers.Changes) -> bytes:
    entries = pending(layer, changes)
    settled = build.is_settled(entries, time.time())
    contents = build.compile_files(layer.roster, entries)
    removed = gone(layer, changes)
    total = len((layer.manifest().keys() | contents.manifest.keys()) - removed)
    header = build.header_of(layer, total, layer.seen if settled else {})
    header |= {
        "build": "",
        "base": layer.build,
        "gone": sorted(removed),
        "dead": dead_documents(layer, {*contents.manifest, *removed}),
    }
    return contents.segment(header)


def refresh(layer: layers.Layer, changes: layers.Changes) -> None:
    """Write the delta and take it into use; where it cannot be written, from memory."""
    data = delta_bytes(layer, changes)
    try:
        make_private_dir(Path(layers.index_dir()))
        write_atomic(Path(layer.path("delta")), data)
    except (ExperienceError, OSError) as error:
        record.error("index", error)
    layer.adopt(segment.Segment(data))


def sweep(layer: layers.Layer) -> int:
    """Look at every file of a large corpus and index what was edited. Returns how many were."""
    marker = Path(layer.path("swept"))
    with locked(marker, wait=0) as alone:
        if not alone:
            return 0
        write_atomic(marker, b"")
        layer.is_stale()
        changes = layer.all_changes()
        if len(changes) > MANY_CHANGES:
            build.write_base(layer)
        elif changes:
            refresh(layer, changes)
        return len(changes)
