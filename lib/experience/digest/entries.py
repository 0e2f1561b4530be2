"""One generated bullet: its words and its footer, written and read back."""

from __future__ import annotations

import re
from dataclasses import dataclass

from experience.digest import days, wording

ACTIVE, PENDING, FAILURES, QUERIES, COMPACTED = (
    "Active Rules", "Pending Revalidation", "Failure Modes", "Good Query Patterns", "Last Compacted",
)  # fmt: skip
#: In the order of the document.
SECTIONS = (ACTIVE, PENDING, FAILURES, QUERIES, COMPACTED)

_FOOTER = re.compile(
    r"- (?P<text>.+) \u2014 seen=(?P<seen>\d{1,7})(?:, success=(?P<success>\d{1,7}))?"
    r"(?:, last_verified=(?P<last>\d{4}-\d\d-\d\d))?\s*",
    re.ASCII,
)


@dataclass(frozen=True)
class Entry:
    """`last` is a day, 0 where the footer has none (queries). `is_correction`: a user's own words."""

    section: str
    text: str
    seen: int
    success: int = 0
    last: int = 0
    is_correction: bool = False

    @property
    def normal(self) -> str:
        return wording.normal(self.text)

    def line(self) -> str:
        if self.section == QUERIES:
            return f"- `{self.text}` \u2014 seen={self.seen}"
        success = f", success={self.success}" if self.section in (ACTIVE, PENDING) else ""
        return f"- {self.text} \u2014 seen={self.seen}{success}, last_verified={days.written(self.last)}"


def parse(section: str, line: str) -> Entry | None:
    """The entry that we wrote into `section`; None for a person's line. A date to come counts as it is."""
    match = _FOOTER.fullmatch(line)
    if match is None:
        return None
    text, seen, success = match["text"], int(match["seen"]), int(match["success"] or 0)
    if section == QUERIES:
        return Entry(section, text.strip().strip("`").strip(), seen) if not match["last"] else None
    last = days.of_date(match["last"] or "")
    wants_success = section in (ACTIVE, PENDING)
    if last is None or wants_success != (match["success"] is not None):
        return None
    return Entry(section, text.strip(), seen, success, last)
