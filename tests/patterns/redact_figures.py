"""Recall and false positives of the redaction on labelled strings, by kind.

    python tests/patterns/redact_figures.py [FILE]

A row of the file is `{kind, before, secret, after}` or `{"kind": "innocent", "text": ...}`. Secrets are
made up and kept in pieces, so that no scanner takes this repository for a leak.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
CASES = HERE / "redact_cases.jsonl"
FRESH = HERE / "redact_fresh.jsonl"
PLACEHOLDER = r"(?:<redacted:[a-z0-9-]+>|~)"


class Figures(NamedTuple):
    """`missed` and `wrong`: the texts of the secrets that stayed and of the innocents that were changed."""

    secrets: Counter[str]
    found: Counter[str]
    innocents: int
    missed: list[str]
    wrong: list[str]

    @property
    def recall(self) -> float:
        return sum(self.found.values()) / sum(self.secrets.values())

    @property
    def false_positives(self) -> float:
        return len(self.wrong) / self.innocents


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def whole(row: dict[str, Any]) -> str:
    if row["kind"] == "innocent":
        return "".join(row["text"])
    return str(row["before"]) + "".join(row["secret"]) + str(row["after"])


def taken_out(row: dict[str, Any], result: str) -> bool:
    """All of the secret is gone, and what stands around it is as it was."""
    return re.fullmatch(re.escape(row["before"]) + PLACEHOLDER + re.escape(row["after"]), result) is not None


def figures(path: Path, redact: Callable[[str], str]) -> Figures:
    result = Figures(Counter(), Counter(), 0, [], [])
    innocents = 0
    for row in rows(path):
        text = whole(row)
        after = redact(text)
        if row["kind"] == "innocent":
            innocents += 1
            result.wrong.extend([f"{text} -> {after}"] if after != text else [])
            continue
        result.secrets[row["kind"]] += 1
        if taken_out(row, after):
            result.found[row["kind"]] += 1
        else:
            result.missed.append(f"{row['kind']}: {text} -> {after}")
    return result._replace(innocents=innocents)


def main() -> int:
    sys.path.insert(0, str(HERE.parent.parent / "lib"))
    from experience.patterns.redact import redact

    for path in [Path(name) for name in sys.argv[1:]] or [CASES, FRESH]:
        got = figures(path, redact)
        print(f"{path.name}")
        for kind, count in got.secrets.items():
            print(f"  {kind:<12} {got.found[kind]:>3} of {count}")
        print(f"  recall {got.recall:.3f} of {sum(got.secrets.values())}")
        print(f"  false positives {got.false_positives:.3f} of {got.innocents}")
        for text in (*got.missed, *got.wrong):
            print(f"    {text!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
