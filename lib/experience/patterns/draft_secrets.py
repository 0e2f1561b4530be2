"""A JSON document without secrets: every text in it goes through redact, keys stay."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from experience.patterns import redact


class Clean(NamedTuple):
    """`counts`: how many of each kind were taken out."""

    document: Any
    counts: Counter[str]


def without_secrets(document: Any) -> Clean:
    counts: Counter[str] = Counter()

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            found = redact.counted(value)
            counts.update(found.counts)
            return found.text
        if isinstance(value, list):
            return [clean(item) for item in value]
        if isinstance(value, dict):
            return {key: clean(item) for key, item in value.items()}
        return value

    return Clean(clean(document), counts)
