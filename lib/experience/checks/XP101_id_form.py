"""The id is not `<domain>-YYYY-MM-DD-<slug>`: two patterns will want the same one sooner or later."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP101"
SEVERITY = WARNING

_FORM = re.compile(r"(?P<domain>.+)-(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})-(?P<slug>[^\W_][\w.-]*)")


def check(pattern: Pattern) -> Iterator[Problem]:
    found = _FORM.fullmatch(pattern.id)
    if found and found["domain"] == pattern.domain and _is_date(found["date"]):
        return
    form = f"{pattern.domain}-YYYY-MM-DD-<slug>, such as {pattern.domain}-2026-04-18-stale-chunk"
    yield Problem(pattern.path, pattern.line_of("id"), f"id: the form is {form}", ID, SEVERITY)


def _is_date(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True
