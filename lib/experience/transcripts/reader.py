"""A transcript as a stream of records, in bounded memory, whatever a crash or a new client left in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from experience.transcripts import lines, record
from experience.transcripts.record import Record

#: What `skipped` counts, beside lines.TOO_LONG.
TORN, COPIES, OTHERS = "torn", "copies of requests", "of another kind"
#: Kinds that are read where nobody says more: most bytes are attachments, which are not worth parsing.
TALK = (record.USER, record.ASSISTANT, record.SYSTEM)
#: How the client writes a copy of a request.
_COPY_START = b'{"type":"api-request'

Test = Callable[[bytes], bool]
#: Kind -> the bytes that stand in each of its lines.
Names = dict[str, bytes]


def records(
    path: Path,
    *,
    kinds: tuple[str, ...] = TALK,
    skipped: Counter[str] | None = None,
    start: int = 0,
    may_matter: Test | None = None,
) -> Iterator[Record]:
    """The rows of `kinds` in the order of the file, from byte `start` on (a line's beginning).

    `skipped` is filled with what was left out and how often. `may_matter`: a cheap test of a line's
    bytes before it is parsed. A file that is none, or vanished, has no records.
    """
    counted: Counter[str] = Counter() if skipped is None else skipped
    names = quoted(kinds)
    file = lines.open_regular(path)
    if file is None:
        return
    with file:
        for line in lines.forwards(file, counted, start):
            found = of_line(line, names, counted, may_matter)
            if found is not None:
                yield found


def of_line(
    line: lines.Line, names: Names, skipped: Counter[str], may_matter: Test | None = None
) -> Record | None:
    """The record of one line, or None, and why in `skipped`. Blank lines count as nothing.

    A kind stands in its lines as a JSON string; inside of a text the quotes would be escaped.
    """
    data = line.data
    if data.startswith(_COPY_START):
        skipped[COPIES] += 1
    elif not any(name in data for name in names.values()) or not (may_matter is None or may_matter(data)):
        skipped[OTHERS] += bool(data.strip())
    elif (row := record.parse(data)) is None:
        skipped[TORN] += 1
    elif (kind := str(row.get("type"))) in names:
        return Record(row, line.offset, len(data))
    else:
        skipped[COPIES if kind.startswith(record.COPY) else OTHERS] += 1
    return None


def quoted(kinds: tuple[str, ...]) -> Names:
    return {kind: f'"{kind}"'.encode() for kind in kinds}
