"""The starter packs: sound files, and examples that the live matcher agrees with."""

from __future__ import annotations

import argparse
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from experience.commands import explain
from experience.hotpath import layers
from experience.index import build
from experience.patterns.parse import Parsed, parse_file
from experience.patterns.pattern import Pattern
from experience.vocabulary import STARTER_DOMAINS
from tests.commands.cold import exp
from tests.house import ROOT

STARTER = ROOT / "templates" / "starter"
FEWEST_PATTERNS, FEWEST_FIRE, FEWEST_QUIET = 6, 6, 2


@cache
def parsed() -> tuple[Parsed, ...]:
    return tuple(parse_file(path) for path in sorted(STARTER.rglob("*.md")))


@cache
def patterns() -> tuple[Pattern, ...]:
    """Every pattern of every pack; a check that looks at none must fail."""
    found = tuple(one.pattern for one in parsed() if one.pattern is not None)
    assert len(found) >= FEWEST_PATTERNS * len(STARTER_DOMAINS)
    return found


@pytest.fixture
def installed(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All packs together as the global corpus, indexed; the prompts come from an empty folder."""
    shutil.copytree(STARTER, home / "global")
    assert build.write_base(layers.global_layer()) is not None
    monkeypatch.chdir(tmp_path)
    return home


def explained(prompt: str) -> dict[str, Any]:
    """What `exp.py explain --all PROMPT` says, in a session that has seen nothing."""
    data: dict[str, Any] = explain.run(argparse.Namespace(prompt=prompt, all=True, id=None, session="")).data
    return data


def verdict(pattern: Pattern, prompt: str, data: dict[str, Any]) -> str:
    """One line about one pattern and one prompt, to be read where a test failed."""
    mine = next((row for row in data["candidates"] if row["id"] == pattern.id), None)
    if mine is None:
        return f"{pattern.id}: no candidate ({data['why_not'] or 'too little shared'}) for {prompt!r}"
    pulled = ", ".join([*mine["keywords"], *mine["regex"]]) or "no trigger"
    return f"{pattern.id}: {mine['match']:.2f} {mine['why_not']} ({pulled}) for {prompt!r}"


def test_each_domain_has_its_pack() -> None:
    counts = Counter(pattern.path.parent.name for pattern in patterns())
    assert set(counts) == set(STARTER_DOMAINS)
    assert [domain for domain in STARTER_DOMAINS if counts[domain] < FEWEST_PATTERNS] == []
    assert {path.parent.parent for path in STARTER.rglob("*.md")} == {STARTER}


def test_every_file_is_read_without_a_problem() -> None:
    assert len(parsed()) == len(patterns())
    assert [str(problem) for one in parsed() for problem in one.problems] == []


def test_lint_has_nothing_to_say(installed: Path) -> None:
    ran = exp(installed, "lint", "--json")
    assert ran.document["files"] == len(patterns())
    assert ran.document["problems"] == []


def test_ids_are_unique_and_say_where_a_pattern_lies() -> None:
    counts = Counter(pattern.id for pattern in patterns())
    assert [name for name, count in counts.items() if count > 1] == []
    assert [p.id for p in patterns() if p.domain != p.path.parent.name] == []
    assert [p.id for p in patterns() if p.path.stem != p.id] == []


def test_no_pattern_pretends_to_have_been_confirmed() -> None:
    assert [p.id for p in patterns() if p.review_status != "pending" or p.hits or p.false_positives] == []


def test_every_pattern_names_the_public_page_that_says_so() -> None:
    assert [p.id for p in patterns() if not (p.provenance.url or "").startswith("https://")] == []


def test_every_related_pattern_exists() -> None:
    known = {pattern.id for pattern in patterns()}
    assert [(p.id, name) for p in patterns() for name in p.related if name not in known] == []


def test_every_pattern_has_its_four_sections() -> None:
    wanted = ["context", "why", "instead", "related"]
    assert [p.id for p in patterns() if [name for name in wanted if p.sections.get(name)] != wanted] == []


def test_every_pattern_has_examples_enough() -> None:
    assert [p.id for p in patterns() if len(set(p.examples.fire)) < FEWEST_FIRE] == []
    assert [p.id for p in patterns() if len(set(p.examples.quiet)) < FEWEST_QUIET] == []


def missed() -> Iterator[str]:
    for pattern in patterns():
        for prompt in pattern.examples.fire:
            data = explained(prompt)
            if pattern.id not in data["injected"]:
                yield verdict(pattern, prompt, data)


def noisy() -> Iterator[str]:
    for pattern in patterns():
        for prompt in pattern.examples.quiet:
            data = explained(prompt)
            if pattern.id in data["injected"]:
                yield verdict(pattern, prompt, data)


def test_every_fire_example_brings_its_own_warning(installed: Path) -> None:
    failures = list(missed())
    assert not failures, f"{len(failures)} examples stay silent:\n" + "\n".join(failures)


def test_no_quiet_example_brings_its_own_warning(installed: Path) -> None:
    failures = list(noisy())
    assert not failures, f"{len(failures)} quiet examples warn:\n" + "\n".join(failures)
