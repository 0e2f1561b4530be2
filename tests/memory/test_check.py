"""Each rule of a change-set: what it refuses, and that the sentence says what would make it valid."""

from __future__ import annotations

from typing import Any

import pytest

from experience.memory.check import Beside, Checked, check
from tests.memory.made import MEMORY, PORTS, change, changes

DEBUG = "- Debugged a flaky link check on Friday, it was DNS"


def told(checked: Checked) -> str:
    return "\n".join(map(str, checked.problems))


def refused(*listed: dict[str, Any], text: str = MEMORY, beside: Beside | None = None) -> str:
    checked = check(text, changes(*listed), beside)
    assert not checked.accepted
    assert checked.text == text
    return told(checked)


def accepted(*listed: dict[str, Any], text: str = MEMORY, beside: Beside | None = None) -> str:
    checked = check(text, changes(*listed), beside)
    assert checked.accepted, told(checked)
    return checked.text


def test_a_block_goes_and_nothing_else_changes() -> None:
    assert accepted(change("ephemeral", DEBUG)) == MEMORY.replace(DEBUG + "\n", "")


def test_an_empty_set_is_fine() -> None:
    assert accepted() == MEMORY


def test_a_merge_takes_the_place_of_its_first_block() -> None:
    merged = "- shop port: 2026-01 8080, 2026-03 9090"
    new = accepted(change("merge", *PORTS, merged=merged))
    assert new == MEMORY.replace("\n".join(PORTS), merged)


@pytest.mark.parametrize(
    ("merged", "why"),
    [
        ("- the shop listens on port 9090 since 2026-03", "loses 2026-01, 8080"),
        ("- shop: 2026-01 8080, 2026-03 9091", "loses 9090"),
        ("- shop: 2026-01 8080, 2026-03 9090, 7 times", "adds 7"),
        ("- the shop listens on port 8080 (2026-01), and from 2026-03 on it listens on port 9090 instead",
         "must be shorter"),
        ("shop: 2026-01 8080, 2026-03 9090", "must begin like its first block, with `-`"),
        ("- 2026-01 8080\n- 2026-03 9090", "one item"),
        ("- 2026-01 8080, 2026-03 9090\n\n", "blank line"),
        ("- 2026-01 8080,\n# 2026-03 9090", "no heading"),
        ("- 2026-01 8080,\u202e 2026-03 9090", "U+202E"),
    ],
)  # fmt: skip
def test_M10_a_merge_that_loses_a_fact_or_its_form_is_refused(merged: str, why: str) -> None:
    assert why in refused(change("merge", *PORTS, merged=merged))


def test_a_merge_stays_within_one_subsection() -> None:
    blocks = (DEBUG, "- Jana reviews every migration; Petr is on holiday in December")
    why = refused(
        change("merge", *blocks, merged="- Debugged DNS; Jana reviews, Petr on holiday in December")
    )
    assert "merges across sections (`### Blog` and `## People`)" in why


def test_a_merge_of_a_single_line_is_none() -> None:
    assert "two lines or more" in refused(change("merge", DEBUG, merged="- it was DNS"))


@pytest.mark.parametrize(
    ("block", "why"),
    [
        ("- debugged a flaky link check", "not in the file"),
        ("Debugged a flaky link check", "only a part of line 11"),
        ("-  Debugged a flaky link check on Friday, it was DNS", "differs from line 11 in blanks"),
        (DEBUG + "\n- Ask for money", "its line 2 (`- Ask for money`) is not line 12"),
        ("- Comments are moderated", "occurs 2 times (lines 10, 18)"),
    ],
)
def test_a_block_is_copied_to_the_character_and_occurs_once(block: str, why: str) -> None:
    assert why in refused(change("detail", block))


def test_M03_of_two_equal_lines_the_heading_says_which() -> None:
    twice = "- Comments are moderated"
    assert "under" in refused(change("detail", twice))
    new = accepted(change("detail", twice, under="## People"))
    assert new.index(twice) == MEMORY.index(twice)
    assert new.count(twice) == 1
    assert "no heading" in refused(change("detail", twice, under="## Nobody"))
    assert "not below" in refused(change("detail", twice, under="## Old idea"))


def test_blocks_may_not_overlap() -> None:
    why = refused(change("detail", DEBUG), change("detail", "- Comments are moderated\n" + DEBUG))
    assert "is in change 2 too" in why or "is in change 1 too" in why
    assert "another block of this change" in refused(change("detail", DEBUG, DEBUG))


def test_M09_pinned_lines_stay() -> None:
    assert "line 7 is pinned" in refused(change("detail", "- The shop is written in Python <!-- keep -->"))


@pytest.mark.parametrize(
    "text",
    [
        "## A <!-- keep -->\n- one\n- two\n## B\n- three\n" + "- more\n" * 3,
        "## A\n<!-- KEEP -->\n- two\n## B\n- three\n" + "- more\n" * 3,
        "## A\n- one <!--keep-->\n  - two\n- two\n## B\n- three\n" + "- more\n" * 3,
    ],
)
def test_a_pin_holds_what_belongs_to_it(text: str) -> None:
    block = "  - two" if "  - two" in text else "- two"
    assert "pinned" in refused(change("detail", block), text=text)


def test_at_most_half_may_go_and_a_user_may_ask_for_less() -> None:
    lines = [f"- fact number {number} of many\n" for number in range(10, 20)]
    text = "".join(lines)
    half = [change("detail", line) for line in lines[:5]]
    assert accepted(*half, text=text) == "".join(lines[5:])
    assert "at most 50% may go" in refused(*half, change("detail", lines[5]), text=text)
    assert "at most 20% may go" in refused(*half, text=text, beside=Beside(max_removed=0.2))


def test_a_stale_section_goes_whole() -> None:
    section = "## Old idea\n- Write it all in Rust\n- Ask for money\n"
    assert accepted(change("stale-section", section)) == MEMORY.replace(section, "")
    assert accepted(change("stale-section", section + "\n")) == MEMORY.replace(section + "\n", "")
    assert "copy it whole" in refused(change("stale-section", "## Old idea\n- Write it all in Rust"))
    assert "begins with its ##" in refused(change("stale-section", "- Ask for money"))
    assert "is a heading" in refused(change("detail", section))
    assert "is the title" in refused(change("stale-section", "# Memory"))
    assert "copy it whole" in refused(change("stale-section", section + "\n## People"))


def test_a_duplicate_quotes_the_other_file() -> None:
    others = Beside({"USER.md": "Answers: short, in Czech.\n\nOffice keys: blue folder"})
    line = "- Prefers short answers, in Czech, without headings and without emoji"

    def quoting(file: str, text: str, block: str = line) -> dict[str, Any]:
        return change("duplicate", block, quotes={"file": file, "text": text})

    accepted(quoting("USER.md", "short, in Czech."), beside=others)
    assert "is not in USER.md" in refused(quoting("USER.md", "long, in Czech"), beside=others)
    assert "none of USER.md" in refused(quoting("MEMORY.md", "short"), beside=others)
    assert "too short" in refused(quoting("USER.md", "s"), beside=others)
    assert "does not hold 2026-01, 8080" in refused(quoting("USER.md", "short", PORTS[0]), beside=others)
    assert "needs quotes" in refused(change("duplicate", line), beside=others)


def test_what_is_indented_under_a_line_goes_with_it() -> None:
    text = "- shop\n  - on port 80\n- blog\n" + "- more of it\n- and more\n"
    assert "belongs to line 1" in refused(change("detail", "- shop"), text=text)
    assert accepted(change("detail", "- shop\n  - on port 80"), text=text).startswith("- blog")
    assert accepted(change("detail", "  - on port 80"), text=text).startswith("- shop\n- blog")


@pytest.mark.parametrize(
    ("unit", "piece"),
    [
        ("```sh\n# not a heading\nmake\n```", "make\n```"),
        ("<!-- a\ncomment -->", "<!-- a"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |"),
        ("~~~\n- x\n", "~~~"),
    ],
)
def test_M16_a_structure_is_not_cut(unit: str, piece: str) -> None:
    text = "# M\n" + "- another line that is here\n- and one more of them\n\n" * 2 + unit
    assert "cuts through" in refused(change("detail", piece), text=text)
    assert accepted(change("detail", unit), text=text) == text.removesuffix(unit)


def test_a_row_of_a_table_may_go_and_the_frontmatter_may_not() -> None:
    text = "---\nname: x\n---\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"
    assert accepted(change("detail", "| 1 | 2 |"), text=text) == text.replace("| 1 | 2 |\n", "")
    assert "frontmatter" in refused(change("detail", "name: x"), text=text)


def test_a_topic_file_is_not_orphaned() -> None:
    text = "- [Deploys](deploys.md) on Tuesday\n- also see deploys.md\n- and other things, many of them\n"
    beside = Beside(topics=frozenset({"deploys.md", "unknown.md"}))
    first, second, _ = text.splitlines()
    accepted(change("detail", first), text=text, beside=beside)
    why = refused(
        change("detail", first), change("detail", second), text=text * 1 + "- x" * 40, beside=beside
    )
    assert "change 2: deploys.md would be linked from nowhere" in why
    merged = change("merge", first, second, merged="- [Deploys](deploys.md): Tuesday")
    accepted(merged, text=text, beside=beside)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_M15_line_ends_and_BOM_stay(end: str) -> None:
    text = "\ufeff" + MEMORY.replace("\n", end).removesuffix(end)
    merged = "- 2026-01: 8080,\n  2026-03: 9090"
    new = accepted(change("merge", *PORTS, merged=merged), change("detail", DEBUG), text=text)
    plain = MEMORY.replace("\n".join(PORTS), merged).replace(DEBUG + "\n", "").removesuffix("\n")
    assert new == "\ufeff" + plain.replace("\n", end)


def test_M15_one_long_line_is_not_split() -> None:
    text = "- " + "word " * 1400
    assert "only a part" in refused(change("detail", "word word"), text=text)
    assert "at most 50%" in refused(change("detail", text), text=text)


def test_everything_that_is_wrong_is_said_at_once_with_its_number() -> None:
    why = refused(
        change("nonsense", DEBUG),
        change("merge", *PORTS),
        change("detail", "- not there"),
        {"category": "detail", "original": [], "reason": "x" * 200, "note": 1},
        change("detail", DEBUG, merged="- x", quotes={"file": "a", "text": "b"}),
        "no object",  # type: ignore[arg-type]
    )
    words = (
        "category must",
        "needs merged",
        "not in the file",
        "reason has 200",
        "merged belongs",
        "write an",
    )
    for number, part in enumerate(words, 1):
        assert any(line.startswith(f"change {number}: ") and part in line for line in why.splitlines()), part
    assert "no such key 'note'" in why
    assert "quotes belongs" in why


def test_a_thousand_wrong_blocks_in_a_large_memory_are_told_in_seconds() -> None:
    text = "".join(f"- line {number % 50}\n" for number in range(80_000))
    blocks = [f"- line {number % 50}\n- line {number % 50}" for number in range(500)]
    why = refused(change("detail", *blocks, *(f"- none {number}" for number in range(500))), text=text)
    assert len(why.splitlines()) == 1000
