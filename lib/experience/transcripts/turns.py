"""A session turn by turn: what a person asked, what the model tried, and what it said in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from experience.transcripts import call, lines, reader
from experience.transcripts.call import Call
from experience.transcripts.record import ASSISTANT, USER, Record
from experience.transcripts.typed import REASON, typed, without_ours

#: Calls of one turn that are kept, the last ones; characters of its final text and of its prompt.
MOST_CALLS, ANSWER, PROMPT_CHARS = 5000, 8000, 256 * 1024
#: Bytes read from the end of a file in search of turns, and bytes of rows that are parsed.
MOST_READ, MOST_PARSED = 512 << 20, 12 << 20
_TALK = reader.quoted((USER, ASSISTANT))


@dataclass(slots=True)
class Turn:
    """`kind`: typed.PROMPT or typed.COMMAND; "" for what came before any prompt. `answer`: the last text
    that the model said. `interrupted`: a person stopped it. `dropped`: calls beyond MOST_CALLS."""

    prompt: str = ""
    kind: str = ""
    ts: str = ""
    session_id: str = ""
    cwd: str = ""
    calls: list[Call] = field(default_factory=list)
    answer: str = ""
    interrupted: bool = False
    dropped: int = 0

    @property
    def files(self) -> list[str]:
        """Files that it edited or wrote, each once, in the order of their first edit."""
        return list(
            dict.fromkeys(made.path for made in self.calls if made.path and made.outcome == call.WORKED)
        )

    def add(self, made: Call) -> None:
        self.calls.append(made)
        if len(self.calls) > MOST_CALLS:
            del self.calls[0]
            self.dropped += 1


def turns(records: Iterable[Record], *, sidechains: bool = False) -> Iterator[Turn]:
    """The turns of a stream of records. `sidechains`: also what subagents did, as in their own files."""
    turn, pending = Turn(), dict[str, Call]()
    for record in records:
        if record.is_sidechain and not sidechains:
            continue
        said = typed(record)
        if said is not None and said.kind != REASON:
            if turn.kind or turn.calls or turn.answer:
                yield turn
            turn = Turn(said.text[:PROMPT_CHARS], said.kind, record.ts, record.session_id, record.cwd)
            pending.clear()
        else:
            _take(turn, record, pending)
    if turn.kind or turn.calls or turn.answer:
        yield turn


def _take(turn: Turn, record: Record, pending: dict[str, Call]) -> None:
    if record.type == ASSISTANT:
        _take_answer(turn, record)
        for block in record.blocks:
            made = call.of_block(block, record)
            if made is not None:
                turn.add(made)
                pending[str(block.get("id"))] = made
    elif record.type == USER:
        for block in record.blocks:
            if block.get("type") == "tool_result":
                made = pending.pop(str(block.get("tool_use_id")), None)
                if made is not None:
                    made.take_result(block, record)
        if record.text.startswith("[Request interrupted by user"):
            turn.interrupted = True


def _take_answer(turn: Turn, record: Record) -> None:
    """What the client says in the model's place, of errors of the API, is no answer."""
    said = record.text
    if said.strip() and not record.row.get("isApiErrorMessage"):
        turn.answer = without_ours(said)[-ANSWER:].strip()


def tail(path: Path, turns: int = 10) -> list[Turn]:
    """The last turns of a transcript of any size, oldest first: only its end is read."""
    return list(_turns_of(last_records(path, turns)))[-turns:] if turns > 0 else []


_turns_of = turns


def last_records(path: Path, turns: int) -> list[Record]:
    """The talk of the main chain from the prompt that began the last `turns` turns, oldest first."""
    file = lines.open_regular(path)
    if file is None:
        return []
    found: list[Record] = []
    prompts = parsed = 0
    with file:
        for line in lines.backwards(file, MOST_READ):
            record = reader.of_line(line, _TALK, Counter(), _is_of_main_chain)
            if record is None or record.is_sidechain:
                continue
            found.append(record)
            parsed += record.size
            said = typed(record)
            prompts += said is not None and said.kind != REASON
            if prompts == turns or parsed > MOST_PARSED:
                break
    return found[::-1]


def _is_of_main_chain(line: bytes) -> bool:
    return b'"isSidechain":true' not in line
