"""Names that a model gives to winning patterns: only the name is taken, and only one that reveals nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from experience.errors import UsageError
from experience.patterns.hidden import hidden
from experience.patterns.redact import redact

#: Characters of a name.
FEWEST, MOST = 4, 120
#: Lower-case words, placeholders such as <brand>, and what joins them; no number, address, path or sentence.
_NAME = re.compile(r"[^\W\d_A-Z][^\W\d A-Z]*(?:(?: | \+ |/|-|, | -> )(?:<\w+>|[^\W\d_A-Z][^\W\dA-Z]*))*")
_LINE = re.compile(r"(\S{1,40})[ \t]+(\S.*)")


def read(said: str) -> dict[str, str]:
    """Lines `ID name`; a line `ID` alone, and an empty one, name nothing. Raises UsageError that names every
    line that does not do."""
    found: dict[str, str] = {}
    faults = []
    for line in filter(None, map(str.strip, said.splitlines())):
        parts = _LINE.fullmatch(line)
        why = _fault(parts[2]) if parts else ""
        if why:
            faults.append(f"{line[:60]!r}: {why}")
        elif parts:
            found[parts[1].rstrip(":=")] = parts[2].strip()
    if faults:
        raise UsageError(f"harvest --names: {'; '.join(faults)}. Nothing was written")
    return found


def _fault(name: str) -> str:
    if not FEWEST <= len(name) <= MOST:
        return f"a name has {FEWEST} to {MOST} characters"
    if hidden(name) or redact(name) != name:
        return "holds what must not be written"
    if not _NAME.fullmatch(name):
        return "parts in small letters, such as `brand + pain word + recent window`, no numbers or names"
    return ""


def refuse_unknown(names: Mapping[str, str], known: Iterable[str]) -> None:
    """Raises UsageError for an id that no lesson has."""
    have = sorted(known)
    for one in names:
        if one not in have:
            raise UsageError(
                f"harvest --names: no lesson {one!r}; there are {', '.join(have) or 'none'}. Nothing was"
                " written"
            )
