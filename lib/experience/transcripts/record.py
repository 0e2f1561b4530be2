"""One line of a transcript: what it is, when, where; whatever its fields hold (case T03)."""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass
from typing import Any

from experience.hotpath import clock
from experience.hotpath.nudges import session

#: The rows that people, the model and its tools write.
USER, ASSISTANT, SYSTEM = "user", "assistant", "system"
#: As the client writes times.
_SHAPE = re.compile(r"20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(?:\.\d{1,9})?Z", re.ASCII)
#: How copies of requests begin: counted in, every prompt would be there twice.
COPY = "api-request"

#: A row glued to a torn one begins like this: the client appends after a crash as if nothing were.
_ROW_START = b'{"parentUuid":'
_decode = json.JSONDecoder(strict=False).decode


@dataclass(frozen=True, slots=True)
class Record:
    """`row`: the parsed line; `offset`, `size`: its place in the file, in bytes."""

    row: dict[str, Any]
    offset: int = 0
    size: int = 0

    @property
    def type(self) -> str:
        return self.text_of("type")

    @property
    def uuid(self) -> str:
        return self.text_of("uuid")

    @property
    def ts(self) -> str:
        """`YYYY-MM-DDTHH:MM:SSZ`, UTC; "" where the row has no time (a `summary`, case T11)."""
        return stamp(self.row.get("timestamp"))

    @property
    def moment(self) -> str:
        """As `ts` with the fraction, to sort by; "" where there is none."""
        value = self.row.get("timestamp")
        return value if isinstance(value, str) and _SHAPE.fullmatch(value) else self.ts

    @property
    def session_id(self) -> str:
        return self.text_of("sessionId")

    @property
    def cwd(self) -> str:
        """The folder the session was in: it may change, and that of the file is ambiguous (case T12)."""
        return self.text_of("cwd")

    @property
    def is_sidechain(self) -> bool:
        """Whether a subagent wrote or was told it (case T09)."""
        return bool(self.row.get("isSidechain"))

    @property
    def message(self) -> dict[str, Any]:
        value = self.row.get("message")
        return value if isinstance(value, dict) else {}

    @property
    def content(self) -> object:
        """A string, a list of blocks, null, or anything else."""
        return self.message.get("content")

    @property
    def blocks(self) -> list[dict[str, Any]]:
        return session.blocks(self.content)

    @property
    def text(self) -> str:
        """The text of the content, blocks joined by line ends."""
        return session.plain_text(self.content)

    def text_of(self, key: str) -> str:
        """A field that is a string, else ""."""
        value = self.row.get(key)
        return value if isinstance(value, str) else ""


def stamp(value: object) -> str:
    """A time as written everywhere: of an ISO text, or of seconds or milliseconds; "" for anything else.

    A date in the future is a slip of a clock: it counts as now.
    """
    found = ""
    if isinstance(value, str):
        found = f"{value[:19]}Z" if _SHAPE.fullmatch(value) else _otherwise(value)
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e14:
        found = clock.stamp(value / 1000 if value > 1e11 else value)
    return min(found, clock.stamp(clock.now()))


def _otherwise(value: str) -> str:
    """Any other ISO time; one without a zone counts as UTC."""
    try:
        moment = dt.datetime.fromisoformat(value[:40].replace("Z", "+00:00"))
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=dt.timezone.utc)
        return f"{moment.astimezone(dt.timezone.utc):%Y-%m-%dT%H:%M:%SZ}"
    except (ValueError, OverflowError):
        return ""


def parse(data: bytes) -> dict[str, Any] | None:
    """The object of a line; None for anything else. Of a torn row with a whole one behind it, the latter."""
    row = _object(data)
    if row is None and (at := data.rfind(_ROW_START)) > 0:
        row = _object(data[at:])
    return row


def _object(data: bytes) -> dict[str, Any] | None:
    try:
        value = _decode(data.decode("utf-8", "replace").lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
