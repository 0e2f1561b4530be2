"""A person's lines stay, ours are bounded, the same input gives the same bytes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.digest import document
from experience.digest.entries import SECTIONS, Entry, parse
from experience.digest.numbers import MAX_LINES
from tests.digest.skill import NAME, Skill, day, event, events

OURS = "- sort by date — seen=3, success=3, last_verified=2026-06-29"


def test_the_template_is_followed(skill: Skill) -> None:
    skill.log(
        *events(3, key="", winning_pattern="sort by date", good_query="{brand} 避雷"),
        *events(3, ago=2, failure_pattern="times out", user_feedback="rejected"),
        event(3, 99, user_correction="No, the other shop"),
    )
    skill.compact()
    assert skill.text == (
        f"# {NAME} experience\n\n"
        f"## Active Rules\n{OURS}\n\n"
        "## Failure Modes\n"
        "- No, the other shop — seen=1, last_verified=2026-06-27\n"
        "- times out — seen=3, last_verified=2026-06-28\n\n"
        "## Good Query Patterns\n- `{brand} 避雷` — seen=3\n\n"
        "## Last Compacted\n"
        "- 2026-06-30, from 7 events, promoted 1 rules, archived raw events before 2026-06-27.\n"
    )


def test_the_missions_own_sample_is_read_as_ours(skill: Skill) -> None:
    """Headings with the comments of the template, footers and the last line as the mission writes them."""
    skill.write(
        "# search-demo experience\n\n## Active Rules        # ≤ 20 entries\n"
        f"- sort by date — seen=5, success=4, last_verified={day(9)}\n\n"
        f"## Failure Modes       # ≤ 15 entries\n- times out — seen=4, last_verified={day(8)}\n\n"
        "## Good Query Patterns # ≤ 20 templates\n- `{brand} 避雷` — seen=7\n\n"
        "## Last Compacted\n"
        "- 2026-06-20, from 37 events, promoted 3 rules, archived raw events before 2026-05-20.\n"
    )
    skill.log(event(1, 1, good_query="{brand} 避雷"))
    skill.compact()
    assert "#  " not in skill.text
    assert "≤" not in skill.text
    assert skill.section("Active Rules") == [f"- sort by date — seen=5, success=4, last_verified={day(9)}"]
    assert skill.section("Good Query Patterns") == ["- `{brand} 避雷` — seen=1"]
    assert len(skill.section("Last Compacted")) == 1


PERSONS = """# My own title

Read this first.

## Active Rules
- Always ask for the year.
  It matters.
- sort by date — seen=3, success=3, last_verified=2026-06-29

## Notes of mine
- a — b
```
## Failure Modes
```

## Failure Modes
A paragraph.

## Last Compacted
- I compacted this by hand.
"""


def test_a_line_without_our_footer_is_a_persons_and_is_kept(skill: Skill) -> None:
    skill.write(PERSONS)
    skill.log(
        *events(3, winning_pattern="sort by date"), *events(3, failure_pattern="x", user_correction="y")
    )
    skill.compact()
    for line in filter(str.strip, PERSONS.splitlines()):
        assert line in skill.text.splitlines()
    assert skill.section("Active Rules")[:2] == ["- Always ask for the year.", "  It matters."]
    assert skill.text.count("## Failure Modes\n") == 2  # one inside the person's fence
    assert skill.compact().status == "unchanged"


def test_the_same_input_gives_the_same_bytes(skill: Skill, home: object) -> None:
    skill.log(*events(5, winning_pattern="b"), *events(4, winning_pattern="a"))
    skill.compact()
    first = skill.text
    skill.folder.digest.unlink()
    lines = skill.folder.log.read_bytes().splitlines(keepends=True)
    skill.folder.log.write_bytes(b"".join(reversed(lines)))
    skill.compact()
    assert skill.text == first


def test_where_no_other_line_changes_the_file_is_untouched_also_on_the_next_day(skill: Skill) -> None:
    skill.log(*events(3, winning_pattern="sort by date"))
    skill.compact()
    before = skill.folder.digest.stat()
    skill.today += timedelta(days=3)
    assert skill.compact().status == "unchanged"
    after = skill.folder.digest.stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_caps_of_20_15_20_and_10(skill: Skill) -> None:
    for number in range(30):
        many = 3 + number
        skill.log(*events(many, winning_pattern=f"rule {number}", good_query=f"{{q}} {number}"))
        skill.log(
            *events(many, ago=number % 20, failure_pattern=f"failure {number}", user_feedback="rejected")
        )
    skill.write(
        "## Pending Revalidation\n"
        + "".join(f"- old {n} — seen=3, success=2, last_verified={day(35 + n)}\n" for n in range(14))
    )
    done = skill.compact()
    sizes = [len(skill.section(name)) for name in SECTIONS]
    assert sizes == [20, 10, 15, 20, 1]
    assert skill.section("Active Rules")[0].startswith("- rule 29 — seen=32")
    assert "rule 9" in done.dropped
    assert "20 entries are the most" in done.why["rule 9"]
    assert "old 13" in done.dropped


def persons(lines: int) -> str:
    """A document whose rest is exactly `lines` lines of a person's, in a section of their own."""
    return "## Mine\n" + "".join(f"note {n}\n" for n in range(lines))


def filled(skill: Skill, lines: int) -> None:
    skill.write(persons(lines))
    skill.log(
        *events(3, winning_pattern="rule a"),
        *events(4, winning_pattern="rule b"),
        *events(3, good_query="query {a}"),
        *events(3, ago=4, failure_pattern="old failure", user_feedback="rejected"),
        *events(3, ago=2, failure_pattern="new failure", user_feedback="rejected"),
        event(9, 77, user_correction="a correction"),
    )
    skill.folder.digest.write_text(
        f"## Pending Revalidation\n- cold — seen=3, success=2, last_verified={day(40)}\n\n" + persons(lines)
    )


#: Lines of the document of `filled` beside the person's notes.
REST = 21


@pytest.mark.parametrize(
    ("over", "gone"),
    [
        (0, []),
        (1, ["cold"]),  # its section goes with it: three lines
        (3, ["cold"]),
        (4, ["cold", "old failure"]),
        (5, ["cold", "old failure", "new failure"]),
        (6, ["cold", "old failure", "new failure", "rule a"]),
        (7, ["cold", "old failure", "new failure", "rule a", "rule b"]),
        (8, ["cold", "old failure", "new failure", "rule a", "rule b", "query {a}"]),
        (9, ["cold", "old failure", "new failure", "rule a", "rule b", "query {a}", "a correction"]),
    ],
)
def test_the_ceiling_of_120_lines_drops_in_order(skill: Skill, over: int, gone: list[str]) -> None:
    filled(skill, MAX_LINES - REST + over)
    done = skill.compact()
    assert sorted(done.dropped) == sorted(gone)
    assert not done.over
    if not over:
        assert skill.text.count("\n") == MAX_LINES
    assert skill.text.count("\n") <= MAX_LINES


def test_a_person_who_wrote_more_than_120_lines_keeps_them_and_is_told(skill: Skill) -> None:
    filled(skill, 200)
    done = skill.compact()
    assert done.over
    assert "rule b" in done.dropped
    assert skill.text.count("note ") == 200


LINES = st.text(alphabet=st.sampled_from("ab#-`~ {}—=1,\t"), max_size=30) | st.sampled_from(
    [*(f"## {name}" for name in SECTIONS), "## Other", "# T", "```", "- a — seen=3", OURS, ""]
)


@settings(deadline=None)
@given(st.lists(LINES, max_size=25))
def test_any_document_keeps_every_line_of_a_persons_and_settles(lines: list[str]) -> None:
    page = document.parse("\n".join(lines).encode())
    once = document.render("x", page, page.standing, page.compacted)
    again = document.parse(once)
    assert document.render("x", again, again.standing, again.compacted) == once
    kept = once.decode().splitlines()
    for block in (page.preamble, *page.persons.values(), *page.others):
        assert all(line in kept for line in block)
    mine = [line for line in lines if line.strip() and not _is_ours(line)]
    assert all(line in kept for line in mine)


def _is_ours(line: str) -> bool:
    return line.startswith("## ") or any(parse(name, line) for name in SECTIONS[:-1])


@given(st.sampled_from(SECTIONS[:4]), st.text(max_size=60), st.integers(0, 999), st.integers(0, 999))
def test_what_we_write_is_read_back(section: str, text: str, seen: int, success: int) -> None:
    from experience.digest import wording

    shown = (wording.shown_query if section == SECTIONS[3] else wording.shown)(text)
    if not shown.strip("` "):
        return
    entry = Entry(section, shown, seen, success if section in SECTIONS[:2] else 0, 739_000)
    read = parse(section, entry.line())
    assert read is not None
    assert read.line() == entry.line()
    assert read.normal == entry.normal
