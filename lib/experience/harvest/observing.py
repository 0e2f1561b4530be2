"""What a stream of records tells beside the turns: sizes and citations of results, budgets, who ran it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from experience.harvest import citations
from experience.harvest.trace import Citation
from experience.hotpath.nudges import session
from experience.transcripts.record import ASSISTANT, USER, Record
from experience.transcripts.turns import MOST_CALLS

ATTACHMENT, COST = "attachment", "cost-state"
KINDS = (USER, ASSISTANT, ATTACHMENT, COST)

#: Characters of the end of an output in which a verifier says how it went.
END = 3000
#: Links of one turn that are kept.
MOST_LINKS = 5000
#: How the client says that no more may be spent, as an error of the API.
_EXHAUSTED = (
    "usage limit reached",
    "credit balance is too low",
    "budget exceeded",
    "hit your limit",
    "max budget",
)
_MAX_TURNS, _BUDGET = b"max_turns_reached", b'"budget_usd"'


class Seen(NamedTuple):
    """Of one result: characters, citations, and the end of what it said (raw, stays in memory)."""

    size: int
    links: list[Citation]
    end: str


class Observer:
    """`with_sidechains`: whether the stream is that of a subagent. Call `forget` between turns."""

    def __init__(self, *, with_sidechains: bool = False) -> None:
        self.results: dict[str, Seen] = {}
        self.skills: dict[str, str] = {}
        self.budget_error = ""
        self.entrypoint = ""
        self.last_ts = ""
        self.sidechains = False
        self._with_sidechains = with_sidechains
        self._budget = 0.0
        self._links = 0

    def through(self, records: Iterable[Record]) -> Iterator[Record]:
        """The same records, looked at."""
        for record in records:
            self._look(record)
            yield record

    def forget(self) -> None:
        self.results.clear()
        self.skills.clear()
        self._links = 0

    def _look(self, record: Record) -> None:
        if record.is_sidechain and not self._with_sidechains:
            self.sidechains = True
        elif record.type == ASSISTANT:
            self._look_at_answer(record)
        elif record.type == USER:
            self.entrypoint = self.entrypoint or record.text_of("entrypoint")
            self.last_ts = max(self.last_ts, record.ts)
            for block in record.blocks:
                if block.get("type") == "tool_result":
                    self._look_at_result(block, record.row.get("toolUseResult"))
        elif record.type == ATTACHMENT:
            self._look_at_attachment(record.row.get("attachment"))
        elif record.type == COST:
            self._look_at_cost(record.row)

    def _look_at_answer(self, record: Record) -> None:
        self.last_ts = max(self.last_ts, record.ts)
        skill = record.text_of("attributionSkill")
        if skill:
            for block in record.blocks:
                if block.get("type") == "tool_use":
                    self.skills[str(block.get("id"))] = skill
            while len(self.skills) > MOST_CALLS:
                del self.skills[next(iter(self.skills))]
        if record.row.get("isApiErrorMessage"):
            said = record.text.lower()
            if any(sign in said for sign in _EXHAUSTED):
                self.budget_error = "usage limit"

    def _look_at_result(self, block: dict[str, Any], structured: Any) -> None:
        said = session.plain_text(block.get("content"))
        links = citations.of_result(said, structured) if "http" in said or _has_links(structured) else []
        self._links += len(links)
        kept = links if self._links <= MOST_LINKS else []
        self.results[str(block.get("tool_use_id"))] = Seen(len(said), kept, said[-END:])
        if len(self.results) > MOST_CALLS:  # a turn may go on for days; of its calls the last ones count
            del self.results[next(iter(self.results))]

    def _look_at_attachment(self, found: Any) -> None:
        kind = found.get("type") if isinstance(found, dict) else None
        if kind == "max_turns_reached":
            self.budget_error = "max turns"
        elif kind == "budget_usd":
            self._budget = _number(found.get("total"))
            if self._budget and _number(found.get("used")) >= self._budget:
                self.budget_error = "budget in US dollars"

    def _look_at_cost(self, row: dict[str, Any]) -> None:
        if self._budget and _number(row.get("totalCostUSD")) >= self._budget:
            self.budget_error = "budget in US dollars"


def may_matter(line: bytes) -> bool:
    """Most bytes are attachments, of which two kinds matter."""
    return b'"type":"attachment"' not in line or _MAX_TURNS in line or _BUDGET in line


def is_of_sidechain(line: bytes) -> bool:
    return b'"isSidechain":true' in line or b'"isSidechain": true' in line


def _has_links(structured: Any) -> bool:
    return (
        isinstance(structured, dict)
        and "results" in structured
        and "http" in json.dumps(structured)[:100_000]
    )


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0
