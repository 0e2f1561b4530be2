"""A corpus of any size, made up from a seed: words nobody uses, among words everybody uses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

DOMAINS = ("general", "frontend", "solana", "power-automate", "backend", "data", "infra", "mobile")
EVERYDAY = (
    "error build test file server request user data page list update fix add config deploy cache timeout "
    "query index token login form button table client hook"
).split()

TEMPLATE = """---
id: {id}
name: {name}
severity: med
domain: {domain}
triggers:
  keywords: [{keywords}]
  regex: []
examples:
  fire: [{fire}]
fix: |
  {fix}
last_seen: 2026-04-18
provenance:
  session_id: made-up
review_status: validated
hits: 0
false_positives: 0
---

# {name}

## Context

{body}
"""


class Words:
    """Rare words by the seed, everyday ones mixed in."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.rare = sorted({self._word() for _ in range(20_000)})

    def _word(self) -> str:
        syllables = self.random.randint(2, 4)
        return "".join(
            self.random.choice("bcdfghjklmnprstvw") + self.random.choice("aeiou") for _ in range(syllables)
        )

    def text(self, count: int, everyday: float) -> str:
        return " ".join(
            self.random.choice(EVERYDAY if self.random.random() < everyday else self.rare)
            for _ in range(count)
        )


def keywords(words: Words) -> list[str]:
    return [f"{words.text(1, 0)} {words.text(1, 1)}" for _ in range(3)] + [words.text(1, 0) for _ in range(3)]


def patterns(count: int, seed: int = 5) -> Iterator[tuple[str, str]]:
    """(path below the corpus root, text) of `count` patterns."""
    words = Words(seed)
    for number in range(count):
        domain = DOMAINS[number % len(DOMAINS)]
        text = TEMPLATE.format(
            id=f"{domain}-2026-01-02-made-{number}",
            name=words.text(5, 0.4),
            domain=domain,
            keywords=", ".join(keywords(words)),
            fire=", ".join(words.text(12, 0.5) for _ in range(6)),
            fix=words.text(30, 0.4),
            body=words.text(250, 0.4),
        )
        yield f"{domain}/made-{number}.md", text


def write(home: Path, count: int, seed: int = 5) -> list[str]:
    """Write the corpus below `home`/global. Returns a prompt of 20 words that matches its first pattern
    (one of its examples among glue, which passes the gate of a corpus of any size), and one of everyday
    words that matches none."""
    first = ""
    for rel, text in patterns(count, seed):
        path = home / "global" / rel
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        first = first or text
    example = first.split("fire: [", 1)[1].split(",", 1)[0]
    return [
        f"so what do you say to this: {example}?",
        "please rename the settings page, move its buttons to the top and write the tests for both forms",
    ]
