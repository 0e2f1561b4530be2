"""What a model needs to draft a pattern from the end of a session: little, redacted, the telling first.

The parts are whole entries; each part may fill its share of the limit first, then what is left is
given away in the same order. Everything is redacted before it is shortened, so that no half of a
secret is left over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from experience.hotpath.sanitize import shorten
from experience.transcripts import corrections, pastes, recoveries
from experience.transcripts.call import Call
from experience.transcripts.shown import shown
from experience.transcripts.turns import Turn, tail

#: Characters of one text, of a line of an error, of a side of an edit; lines and changes of one entry.
TEXT, LINE, SIDE = 600, 240, 160
MOST_LINES, MOST_CHANGES = 4, 4
#: Failures that are put together by what they named.
MOST_FAILURES = 300
#: Entries of one part that are made at all: more than ever fit.
MOST_ENTRIES = 60

#: Part -> the share of the limit that it may fill first; in the order of how much they tell.
SHARES = {"corrections": 0.3, "recoveries": 0.4, "errors": 0.35, "prompts": 0.2, "files": 0.1}

_TITLES = {
    "corrections": "What the user corrected or rejected",
    "recoveries": "Commands that failed and then worked",
    "errors": "Errors",
    "prompts": "What the user asked",
    "files": "Files edited",
}
#: What calls for this context is no part of it.
OUR_COMMANDS = "/exp-"
Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CaptureContext:
    """`parts`: part -> its entries, the newest first; `turns`: how many were looked at; `left_out`: of the
    first MOST_ENTRIES of each part, how many did not fit. Both forms keep to the limit it was made for.
    """

    parts: Mapping[str, Sequence[Entry]]
    turns: int
    left_out: int

    def as_dict(self) -> dict[str, Any]:
        """The documented object: a key for each part, `turns`, `left_out`."""
        return {**{part: list(rows) for part, rows in self.parts.items()}, **self._counts()}

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2)

    def as_text(self) -> str:
        lines = [f"{key}: {value}" for key, value in self._counts().items()]
        for part, rows in self.parts.items():
            if rows:
                lines += ["", f"## {_TITLES[part]}", *(line for row in rows for line in _lines_of(row))]
        return "\n".join(lines)

    def _counts(self) -> dict[str, int]:
        return {"turns": self.turns, "left_out": self.left_out}


def capture_context(path: Path, turns: int = 10, limit: int = 12_000) -> CaptureContext:
    """Of the last `turns` turns of a transcript, in at most `limit` bytes as text and as JSON."""
    found = tail(path, turns)
    entries = {part: list(islice(rows, MOST_ENTRIES)) for part, rows in _entries(found).items()}
    return _fitted(entries, len(found), limit)


def _entries(found: list[Turn]) -> dict[str, Iterator[Entry]]:
    calls = [made for turn in found for made in turn.calls if not made.is_ours]
    corrected = list(corrections.corrections(found))
    solved = recoveries.recoveries(calls)
    told = {id(failure) for recovery in solved for failure in recovery.failures}
    return {
        "corrections": map(_correction, reversed(corrected)),
        "recoveries": map(_recovery, reversed(solved)),
        "errors": _errors([made for made in calls if id(made) not in told]),
        "prompts": _prompts(found, {correction.said for correction in corrected}),
        "files": _files(found),
    }


def _correction(made: corrections.Correction) -> Entry:
    of = {"call": _call(made.of)} if made.of else {"after": shown(made.about, LINE)}
    return _entry({"kind": made.kind, "said": _typed(made.said), **of})


def _recovery(made: recoveries.Recovery) -> Entry:
    last = made.failures[-1]
    changes = [_change(change) for change in made.between[-MOST_CHANGES:]]
    return _entry(
        {
            "failed": _command(last),
            "times": len(made.failures),
            "error": shorten(last.signature, LINE),
            "lines": _lines(last),
            "changed": changes,
            "worked": _command(made.after) if made.reworded else "the same command",
        }
    )


def _errors(calls: list[Call]) -> Iterator[Entry]:
    """Each signature once, with how often, the newest first."""
    rows: dict[str, list[Call]] = {}
    failed_calls = [made for made in calls if made.failed and made.raw_lines]
    for made in reversed(failed_calls[-MOST_FAILURES:]):
        rows.setdefault(next(iter(made.faults), made.raw_lines[0]), []).append(made)
    for failed in rows.values():
        yield _entry(
            {
                "error": shorten(failed[0].signature, LINE),
                "times": len(failed),
                "call": _call(failed[0]),
                "lines": _lines(failed[0]),
            }
        )


def _prompts(found: list[Turn], told: set[str]) -> Iterator[Entry]:
    for turn in reversed(found):
        if turn.prompt and turn.prompt not in told and not turn.prompt.startswith(OUR_COMMANDS):
            yield _entry({"ts": turn.ts, "said": _typed(turn.prompt)})


def _files(found: list[Turn]) -> Iterator[Entry]:
    newest = [(path, turn.cwd) for turn in reversed(found) for path in reversed(turn.files)]
    for path, cwd in dict(newest).items():
        inside = path[len(cwd) + 1 :] if cwd and path.startswith(f"{cwd}/") else path
        yield {"path": shown(inside, LINE)}


def _typed(said: str) -> str:
    """What a person typed; of what they pasted only that they did."""
    own = pastes.without(said)
    return shown(own if own.strip() else said, TEXT)


def _command(made: Call) -> str:
    return shown(made.raw_input, TEXT)


def _call(made: Call) -> str:
    return f"{shown(made.tool, 60)}: {made.brief}"


def _lines(made: Call) -> list[str]:
    return [shorten(line, LINE) for line in made.said[:MOST_LINES]]


def _change(made: Call) -> Entry:
    if not made.path:
        return {"ran": shown(made.raw_input, LINE)}
    old, new = (shown(side, SIDE) for side in made.raw_change)
    return _entry({"edited": shown(made.path, LINE), "old": old, "new": new})


def _entry(fields: Entry) -> Entry:
    """Without what is empty."""
    return {key: value for key, value in fields.items() if value not in ("", [], {})}


def _lines_of(row: Entry) -> list[str]:
    """An entry as an item of a list; longer texts keep their lines, indented."""
    found = []
    for key, value in row.items():
        for one in value if isinstance(value, list) else [value]:
            said = (
                "; ".join(f"{name} {part}" for name, part in one.items())
                if isinstance(one, dict)
                else str(one)
            )
            found.append(f"{key}: {said}".replace("\n", "\n    "))
    return [("- " if at == 0 else "  ") + line for at, line in enumerate(found)]


def _fitted(entries: Mapping[str, list[Entry]], turns: int, limit: int) -> CaptureContext:
    parts: dict[str, list[Entry]] = {part: [] for part in SHARES}
    waiting: list[tuple[str, Entry]] = []
    left = limit - _size_of(CaptureContext(parts, turns, 999_999)) - sum(map(len, _TITLES.values())) - 60
    for part, share in SHARES.items():
        room = int(limit * share)
        for row in entries[part]:
            cost = _cost(row)
            if cost <= min(room, left):
                parts[part].append(row)
                room, left = room - cost, left - cost
            else:
                waiting.append((part, row))
    for part, row in list(waiting):
        cost = _cost(row)
        if cost <= left:
            parts[part].append(row)
            left -= cost
            waiting.remove((part, row))
    return CaptureContext(parts, turns, len(waiting))


def _cost(row: Entry) -> int:
    """Bytes that an entry takes, whichever form is longer. As JSON it is indented, at most as deep as
    inside of another object."""
    as_json = json.dumps(row, ensure_ascii=False, indent=2)
    as_text = "\n".join(_lines_of(row))
    return max(_bytes(as_json) + 6 * (as_json.count("\n") + 1) + 2, _bytes(as_text) + 1)


def _size_of(context: CaptureContext) -> int:
    return max(_bytes(context.as_json()) + 2 * context.as_json().count("\n"), _bytes(context.as_text()))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
