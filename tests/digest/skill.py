"""A skill on disk and its events, as the tests of the digest need them."""

from __future__ import annotations

import json
import os
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from experience.digest.compact import Compaction, compact_experience
from experience.digest.skills import SkillFolder

#: The day of every test that does not say otherwise.
TODAY = date(2026, 6, 30)
NAME = "search-demo"


def day(ago: int) -> str:
    """The date `ago` days before TODAY."""
    return (TODAY - timedelta(days=ago)).isoformat()


def event(ago: int = 0, number: int = 0, **more: Any) -> dict[str, Any]:
    """One event, different from those with another `number`."""
    return {"ts": f"{day(ago)}T12:00:00Z", "session_id": f"s{number}", "skill": NAME, **more}


def events(count: int, *, success: int | None = None, ago: int = 1, **more: Any) -> list[dict[str, Any]]:
    """`count` events of which the first `success` (all without it) succeeded."""
    good = count if success is None else success
    outcomes = ["success"] * good + ["failure"] * (count - good)
    return [event(ago, number, outcome=outcome, **more) for number, outcome in enumerate(outcomes)]


class Skill:
    """A skill folder with helpers; `today` is the day of its compacts."""

    def __init__(self, root: Path, name: str = NAME) -> None:
        self.folder = SkillFolder(root / name)
        self.folder.path.mkdir(parents=True)
        (self.folder.path / "SKILL.md").write_bytes(os.fsencode(f"---\nname: {name}\n---\n"))
        self.today = TODAY

    def log(self, *found: dict[str, Any] | str | bytes) -> None:
        """Append lines as somebody else would have: events, or raw text."""
        self.folder.log.parent.mkdir(exist_ok=True)
        with self.folder.log.open("ab") as file:
            for one in found:
                raw = one if isinstance(one, bytes) else str(one).encode() if isinstance(one, str) else None
                file.write((raw if raw is not None else json.dumps(one, ensure_ascii=False).encode()) + b"\n")

    def compact(self, **more: Any) -> Compaction:
        return compact_experience(self.folder, today=self.today.toordinal(), **more)

    def write(self, text: str) -> None:
        self.folder.digest.write_text(text, "utf-8")

    @property
    def text(self) -> str:
        return self.folder.digest.read_text("utf-8")

    def section(self, name: str) -> list[str]:
        """The lines of one section of the document, blank ones left out."""
        _, found, rest = self.text.partition(f"## {name}\n")
        assert found or f"## {name}" not in self.text
        return [line for line in rest.partition("\n## ")[0].splitlines() if line]
