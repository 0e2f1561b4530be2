"""What a verb answers: printed by the door as text, or as one JSON object with --json."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Reply:
    """`status` is the word of the first line; `data` the documented JSON object; `lines` the text.

    `code`: 0 done, 1 refused or failed, 2 wrong call.
    """

    status: str
    data: dict[str, Any] = field(default_factory=dict)
    lines: Sequence[str] = ()
    code: int = 0

    def as_json(self) -> str:
        return json.dumps({"status": self.status, **self.data}, ensure_ascii=False, indent=2)

    def as_text(self) -> str:
        return "\n".join([f"status: {self.status}", *self.lines])
