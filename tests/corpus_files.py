"""The sample files of tests/corpus: good ones, bad ones, and what is said of each bad one."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.house import ROOT

CORPUS = ROOT / "tests" / "corpus"
GOOD = sorted((CORPUS / "good").rglob("*.md"))
BAD = sorted((CORPUS / "bad").rglob("*.md"))


class Expected(NamedTuple):
    """A row of bad/expected.txt: `words` stand in the message."""

    path: Path
    line: int
    check: str
    words: str


def _row(line: str) -> Expected:
    file, number, check, words = line.split("|")
    return Expected(CORPUS / "bad" / file, int(number), check, words)


def expected() -> list[Expected]:
    lines = (CORPUS / "bad" / "expected.txt").read_text(encoding="utf-8").splitlines()
    return [_row(line) for line in lines if line and not line.startswith("#")]
