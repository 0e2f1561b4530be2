"""The starter packs of templates/starter: patterns made from public pages, one folder per domain."""

from __future__ import annotations

from pathlib import Path

from experience.hotpath import scan
from experience.patterns.corpus import load
from experience.patterns.pattern import Pattern

FOLDER = Path(__file__).resolve().parents[3] / "templates" / "starter"


def domains() -> dict[str, int]:
    """Pack -> how many patterns it has; {} in a copy of lib/ alone."""
    return {
        Path(folder).name: sum(1 for _ in scan.statuses(folder, str(FOLDER)))
        for folder, _ in scan.folders(str(FOLDER), "global")
    }


def pack(domain: str) -> tuple[Pattern, ...]:
    """The patterns of one pack, by file name."""
    return load(FOLDER / domain, "project").patterns if domain in domains() else ()
