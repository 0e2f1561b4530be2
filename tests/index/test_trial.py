"""A pattern tried beside the corpora before it is one: nothing is written, its examples do not flatter it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from experience.hotpath import match, query
from experience.index import trial
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Pattern, Provenance
from experience.patterns.writing import pattern_text
from tests.house import WritePattern
from tests.patterns.drafts import draft

ID = "docker-2026-11-30-pinned"


@pytest.fixture
def pattern() -> Pattern:
    text = pattern_text(draft(), ID, Provenance(None, "s1", None), "2026-11-30")
    found = parse_bytes(text.encode(), Path("/nowhere/x.md")).pattern
    assert found is not None
    return found


def everything_in(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def test_examples_that_do_as_they_say_are_no_slips(home: Path, pattern: Pattern, tmp_path: Path) -> None:
    before = everything_in(home)
    assert list(trial.slips(pattern, str(tmp_path))) == []
    assert everything_in(home) == before


def test_an_example_that_brings_no_warning_is_told_with_the_reason(
    home: Path, pattern: Pattern, tmp_path: Path
) -> None:
    examples = dataclasses.replace(pattern.examples, fire=("ok, go on", "helm chart: base image digest"))
    slips = list(trial.slips(dataclasses.replace(pattern, examples=examples), str(tmp_path)))
    assert [(slip.kind, slip.prompt) for slip in slips] == [("fire", one) for one in examples.fire]
    assert all(slip.why for slip in slips)


def test_an_example_does_not_speak_for_itself(home: Path, pattern: Pattern, tmp_path: Path) -> None:
    stray = "paint the garden fence green before winter"
    examples = dataclasses.replace(pattern.examples, fire=(*pattern.examples.fire, stray))
    flattered = dataclasses.replace(pattern, examples=examples)
    assert list(trial.slips(flattered, str(tmp_path))) == []
    held = trial.held(flattered, str(tmp_path))
    assert stray not in held
    assert len(held) >= 2


def test_it_stands_before_the_one_of_its_id_that_is_there(
    home: Path, pattern: Pattern, tmp_path: Path, write_pattern: WritePattern
) -> None:
    write_pattern(home / "global" / "docker", id=ID, keywords=["base image digest"], fix="The old text.")
    layers = trial.corpora(pattern, str(tmp_path))
    found = match.search(query.Query("is the base image digest too old"), layers)
    assert [candidate.record["fix"][:10] for candidate in found] == [pattern.fix[:10]]
