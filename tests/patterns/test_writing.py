"""A draft as a file: what was drafted is what is read back, in both languages, by both readers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from experience.files import plain_yaml
from experience.files.frontmatter import evened, split
from experience.patterns.draft import SECTIONS, read
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Pattern, Provenance
from experience.patterns.writing import (
    document_of,
    language_of,
    patched,
    pattern_text,
    with_note,
    without_note,
)
from tests.house import ROOT
from tests.patterns.drafts import DRAFTS, draft, sound

HERE = Path("/corpus/global/docker/docker-2026-11-30-pinned.md")
SESSION = Provenance(None, "1f2e3d4c-0000-4000-8000-000000000001", "0123abcd" * 5)
NOTE = {"source": "capture", "scope": "project", "project": '/home/a b/"x"', "updates": ""}


def text(document: dict[str, Any], **more: Any) -> str:
    found, problems = read(document)
    assert found is not None, problems
    return pattern_text(found, "docker-2026-11-30-pinned", SESSION, "2026-11-30", **more)


def pattern(written: str) -> Pattern:
    found, problems = parse_bytes(written.encode(), HERE)
    assert (found is not None, problems) == (True, ()), problems
    assert found is not None
    return found


@settings(max_examples=150, deadline=None)
@given(DRAFTS)
def test_what_was_drafted_is_what_is_read_back(document: dict[str, Any]) -> None:
    found, problems = read(document)
    if found is None:
        assert problems
        return
    back = pattern(text(document))
    assert (back.name, back.severity, back.domain) == (found.name, found.severity, found.domain)
    assert (back.triggers, back.examples) == (found.triggers, found.examples)
    assert back.falsepositives == found.falsepositives
    assert [line.rstrip() for line in back.fix.split("\n")] == [
        line.rstrip() for line in found.fix.split("\n")
    ]
    assert back.provenance == SESSION
    assert (back.review_status, back.hits, back.false_positives) == ("pending", 0, 0)


@settings(max_examples=100, deadline=None)
@given(DRAFTS)
def test_the_small_reader_reads_what_we_write(document: dict[str, Any]) -> None:
    if read(document).draft is None:
        return
    front = split(text(document).encode())
    assert front is not None
    assert plain_yaml.read(evened(front.text), front.line).root is not None


def keys_of(lines: list[str]) -> list[str]:
    """Of the frontmatter."""
    return [line.split(":")[0] for line in lines[1 : lines.index("---", 1)] if line[:1].islower()]


@pytest.mark.parametrize(("language", "page"), [("en", "pattern.md"), ("es", "pattern.es.md")])
def test_headings_and_keys_are_those_of_the_template(language: str, page: str) -> None:
    template = (ROOT / "templates" / page).read_text("utf-8").splitlines()
    written = text(sound(language=language)).splitlines()
    assert [line for line in written if line.startswith("## ")] == [
        line for line in template if line.startswith("## ")
    ]
    assert keys_of(written) == keys_of(template)
    assert [line for line in written if "#" in line and ": 0" in line] == [
        line for line in template if "#" in line and ": 0" in line
    ]


def test_all_four_sections_are_read_back() -> None:
    sections = pattern(text(sound())).sections
    assert list(sections) == list(SECTIONS)
    assert sections["instead"].startswith("1. A tag and a digest.")
    assert sections["related"] == "None yet."
    assert "docker-2026-01-01-x" in pattern(text(sound(related=["docker-2026-01-01-x"]))).sections["related"]


def test_the_note_of_a_candidate_goes_without_a_trace() -> None:
    bare = text(sound())
    noted = text(sound(), note=NOTE)
    assert pattern(noted).extra["candidate"] == {key: value for key, value in NOTE.items() if value}
    assert without_note(noted) == bare
    assert without_note(with_note(bare, NOTE)) == bare
    assert without_note(bare) == bare


def test_a_pattern_becomes_the_draft_that_it_was() -> None:
    document = document_of(pattern(text(sound(language="es"))))
    assert read(document).problems == ()
    assert document["triggers"] == sound()["triggers"]
    assert document["body"]["why"] == sound()["body"]["why"]
    assert language_of(pattern(text(sound())).body) == "en"
    again = draft(**document)
    assert again.fix == draft().fix


def test_a_patch_changes_what_it_names_and_nothing_else() -> None:
    before = sound()
    after = patched(
        before, {"severity": "low", "triggers": {"none": None, "keywords": ["a b", "c d", "e f"]}}
    )
    assert (before["severity"], after["severity"]) == ("high", "low")
    assert after["triggers"] == {"keywords": ["a b", "c d", "e f"], "regex": before["triggers"]["regex"]}
    assert after["examples"] == before["examples"]
    assert patched(before, "text") == "text"


def test_a_body_that_a_person_wrote_stays_as_it_is() -> None:
    body = "# My title\n\n## Context\nMine.\n\n## Log\nAnd this.\n"
    written = pattern_text(draft(), "x", SESSION, "2026-11-30", body=body)
    assert written.endswith("---\n" + body)
    assert pattern(written).sections == {"context": "Mine."}
