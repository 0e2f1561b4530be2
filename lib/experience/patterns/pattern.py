"""A pattern: one past failure, as its file tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Triggers:
    """`keywords` and `regex`: any of them may match; `none`: each of them vetoes."""

    keywords: tuple[str, ...] = ()
    regex: tuple[str, ...] = ()
    none: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Examples:
    """Prompts that must match (`fire`) and must not (`quiet`)."""

    fire: tuple[str, ...] = ()
    quiet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where it comes from: at least one of `url` and `session_id` is there."""

    url: str | None = None
    session_id: str | None = None
    commit: str | None = None


@dataclass(frozen=True, slots=True)
class Pattern:
    """Every text as written. `last_seen` is 'YYYY-MM-DD' or None; `extra` holds unknown keys."""

    path: Path
    id: str
    name: str
    severity: str
    domain: str
    triggers: Triggers
    fix: str
    last_seen: str | None
    provenance: Provenance
    review_status: str
    hits: int = 0
    false_positives: int = 0
    last_save_at: str | None = None
    examples: Examples = Examples()
    related: tuple[str, ...] = ()
    falsepositives: tuple[str, ...] = ()
    preflight: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    title: str = ""
    #: Keys "context", "why", "instead", "related"; whatever the language of the headings.
    sections: dict[str, str] = field(default_factory=dict)
    body: str = ""
    #: Line of each key that is there ("fix", "triggers.regex", ...), and of the "body".
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    def line_of(self, *keys: str) -> int:
        """The line of the first of `keys` that is there, else 1."""
        return next((self.lines[key] for key in keys if key in self.lines), 1)
