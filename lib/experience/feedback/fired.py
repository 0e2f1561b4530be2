"""The prompt that a warning answered: no log of ours has it, so it is found in the session's transcript."""

from __future__ import annotations

from experience.events.injections import Injection
from experience.hotpath import record
from experience.transcripts import finder, reader
from experience.transcripts.record import USER
from experience.transcripts.typed import typed


def prompt_of(injection: Injection | None) -> str:
    """What the person typed, by the hash in the log; "" where the transcript is gone or lacks it."""
    path = finder.transcript_of(injection.session_id) if injection else None
    if injection is None or path is None or not injection.prompt_hash:
        return ""
    found = ""
    for row in reader.records(path, kinds=(USER,), may_matter=_is_no_result):
        said = typed(row)
        if said is None:
            continue
        for text in (said.text, row.text, said.text.strip()):
            if record.prompt_hash(text) == injection.prompt_hash:
                found = said.text
    return found


def _is_no_result(line: bytes) -> bool:
    """Results of tools are most of a transcript's bytes and are stored as the user's; in a prompt these
    quotes would be escaped."""
    return b'"tool_use_id":' not in line
