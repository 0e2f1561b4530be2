"""A pattern as bytes, for tests of the parser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from experience.patterns.parse import Parsed, parse_bytes
from experience.patterns.pattern import Pattern

PATH = Path("/corpus/global/general/x.md")


def text(**lines: str | None) -> str:
    """Frontmatter lines by key; None leaves a key out, a value replaces what stands behind the colon."""
    given: dict[str, str | None] = {
        "id": "general-2026-01-05-x",
        "name": "Something breaks",
        "severity": "med",
        "domain": "general",
        "triggers": "\n  keywords: [docker oom]",
        "fix": "Do it differently.",
        "last_seen": "2026-01-05",
        "provenance": "\n  session_id: s1",
        "review_status": "pending",
        **lines,
    }
    rows = [f"{key}: {value}" for key, value in given.items() if value is not None]
    return "\n".join(["---", *rows, "---", "# T", ""])


def parsed(**lines: str | None) -> Parsed:
    return parse_bytes(text(**lines).encode(), PATH)


def pattern(**lines: str | None) -> Pattern:
    found = parsed(**lines)
    assert found.pattern is not None, [str(problem) for problem in found.problems]
    return found.pattern


def messages(found: Any) -> str:
    return "\n".join(f"{problem.severity} {problem}" for problem in found.problems)
