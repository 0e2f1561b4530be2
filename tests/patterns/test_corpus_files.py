"""Every sample file gets the verdict that is written beside it, from the parser and from the schema."""

from __future__ import annotations

from pathlib import Path

import pytest

from experience.checks import registry
from experience.patterns import schema
from experience.patterns.parse import parse_file
from experience.patterns.problem import Problem
from tests.corpus_files import BAD, CORPUS, GOOD, Expected, expected
from tests.house import ROOT

TEMPLATES = [ROOT / "templates" / "pattern.md", ROOT / "templates" / "pattern.es.md"]
#: Faults that a schema cannot know: dates, placeholders of free texts, keys that were comments.
BEYOND_A_SCHEMA = (
    "is no date",
    "url: '...'",
    "meant as a comment",
    "UTF-8",
    "frontmatter is never",
    "no frontmatter",
)


def everything(path: Path) -> list[Problem]:
    parsed = parse_file(path)
    return [*parsed.problems, *(registry.run(parsed.pattern) if parsed.pattern else ())]


def test_there_are_samples_and_each_bad_one_is_explained() -> None:
    assert len(GOOD) >= 8
    assert len(BAD) >= 25
    assert {row.path for row in expected()} == set(BAD)


@pytest.mark.parametrize("path", [*GOOD, *TEMPLATES], ids=lambda path: path.name)
def test_a_good_file_loads_without_a_word(path: Path) -> None:
    assert [str(problem) for problem in everything(path)] == []
    assert schema.violations(path) == []
    assert parse_file(path).pattern is not None


@pytest.mark.parametrize("row", expected(), ids=lambda row: f"{row.path.name}:{row.line}:{row.words[:12]}")
def test_a_bad_file_is_reported_with_line_and_advice(row: Expected) -> None:
    found = [(problem.line, problem.check, problem.message) for problem in everything(row.path)]
    assert any(
        line == row.line and check == row.check and row.words in message for line, check, message in found
    ), found


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name)
def test_nothing_is_said_of_a_bad_file_that_is_not_expected(path: Path) -> None:
    lines = {(row.line, row.check) for row in expected() if row.path == path}
    others = {"missing_keys.md": {(1, "XP201"), (1, "XP202")}}.get(path.name, set())
    assert {(problem.line, problem.check) for problem in everything(path)} <= lines | others


@pytest.mark.parametrize("path", [*GOOD, *BAD], ids=lambda path: path.name)
def test_the_schema_and_the_parser_agree(path: Path) -> None:
    format_problems = [
        problem
        for problem in parse_file(path, keep_archived=True).problems
        if problem.check == "format" and not any(words in problem.message for words in BEYOND_A_SCHEMA)
    ]
    assert bool(schema.violations(path)) == bool(format_problems)


def test_the_schema_is_a_schema_and_describes_each_key() -> None:
    import json

    import jsonschema

    document = json.loads(schema.PATH.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(document)
    tables = [document, *(document["properties"][key] for key in ("triggers", "provenance", "examples"))]
    described = [child for table in tables for child in table["properties"].values()]
    assert len(described) >= 20
    assert all(child.get("description") for child in described)


def test_the_mission_sample_keeps_its_comments() -> None:
    text = (CORPUS / "good" / "mission_sample.md").read_text(encoding="utf-8")
    assert text.count("# incremented by /exp-") == 2
    assert "# at least one of url/session_id REQUIRED" in text
    pattern = parse_file(CORPUS / "good" / "mission_sample.md").pattern
    assert pattern is not None
    assert (pattern.hits, pattern.false_positives, pattern.provenance.commit) == (0, 0, None)
    assert list(pattern.sections) == ["context", "why", "instead", "related"]
