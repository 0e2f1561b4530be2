"""The specification and the template say what the code does."""

from __future__ import annotations

import re

from experience.digest import document, numbers
from experience.digest.entries import ACTIVE, FAILURES, PENDING, QUERIES, SECTIONS
from tests.house import ROOT

SPEC = ROOT / "references" / "DIGEST_SPEC.md"
TEMPLATE = ROOT / "templates" / "experience.md"


def test_every_number_stands_in_the_specification_with_its_value() -> None:
    told = dict(re.findall(r"^\| `([A-Z_]+)` \| ([\d.]+) \|$", SPEC.read_text("utf-8"), re.MULTILINE))
    real = {name: value for name, value in vars(numbers).items() if name.isupper()}
    assert len(real) > 20
    assert {name: float(value) for name, value in told.items()} == {k: float(v) for k, v in real.items()}


def test_the_template_is_a_document_of_ours_and_renders_to_itself() -> None:
    data = TEMPLATE.read_bytes()
    page = document.parse(data)
    assert {name: len(page.of(name)) for name in (ACTIVE, PENDING, FAILURES, QUERIES)} == {
        ACTIVE: 1, PENDING: 1, FAILURES: 2, QUERIES: 1
    }  # fmt: skip
    assert not any(page.persons.values())
    assert document.render("x", page, page.standing, page.compacted) == data


def test_the_sections_are_named_in_the_specification() -> None:
    text = SPEC.read_text("utf-8")
    assert [name for name in SECTIONS if name not in text] == []
