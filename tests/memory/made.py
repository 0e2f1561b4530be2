"""Memories and change-sets for tests."""

from __future__ import annotations

from typing import Any

MEMORY = """# Memory

## Projects
### Shop
- 2026-01: the shop listens on port 8080
- 2026-03: the shop listens on port 9090
- The shop is written in Python <!-- keep -->
- Deploys go out on Tuesdays, by hand, after the smoke test has passed
### Blog
- Comments are moderated
- Debugged a flaky link check on Friday, it was DNS

## Old idea
- Write it all in Rust
- Ask for money

## People
- Comments are moderated
- Jana reviews every migration; Petr is on holiday in December
- Prefers short answers, in Czech, without headings and without emoji
- Keeps the keys of the office and the list of suppliers in the blue folder
"""


def change(category: str, *original: str, **more: Any) -> dict[str, Any]:
    return {"category": category, "original": list(original), "reason": "no longer true", **more}


def changes(*listed: dict[str, Any]) -> dict[str, Any]:
    return {"changes": list(listed)}


PORTS = ("- 2026-01: the shop listens on port 8080", "- 2026-03: the shop listens on port 9090")
