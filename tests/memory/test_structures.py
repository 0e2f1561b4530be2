"""Facts that hang together in a memory: code in items, loose items, pins before a structure, links, a not."""

from __future__ import annotations

from pathlib import Path

import pytest

from experience.memory import whose
from experience.memory.check import Beside, check
from experience.memory.whose import Memory
from tests.memory.made import change, changes

REST = "\n## Rest\n" + "- a line that stays, and one of many that are here\n" * 4


def refused(text: str, *blocks: str, merged: str = "", beside: Beside | None = None) -> str:
    one = change("merge", *blocks, merged=merged) if merged else change("detail", *blocks)
    found = check(text, changes(one), beside)
    assert not found.accepted
    assert found.text == text
    return "\n".join(map(str, found.problems))


def accepted(text: str, *blocks: str) -> str:
    found = check(text, changes(change("detail", *blocks)))
    assert found.accepted, found.problems
    return found.text


@pytest.mark.parametrize(
    ("unit", "piece"),
    [
        ("1. x\n    ```sh\n    make\n    ```\n", "    ```sh"),
        ("- ```sh\n  make\n  ```\n", "  make"),
        ("> ```\n> make it\n> ```\n", "> make it"),
        ("\t~~~\n\tmake\n\t~~~\n", "\tmake"),
    ],
)
def test_code_in_an_item_or_a_quotation_is_not_cut(unit: str, piece: str) -> None:
    text = f"# M\n{unit}- other\n{REST}"
    assert "cuts through fenced code" in refused(text, piece)
    assert accepted(text, "- other") == text.replace("- other\n", "")
    assert accepted(text, unit) == text.replace(unit, "")


@pytest.mark.parametrize("line", ["```make``` is the way", "> ```", "- ```", "    ```"])
def test_a_line_that_only_looks_like_a_fence_closes_nothing_in(line: str) -> None:
    text = f"# M\n{line}\n- other\n{REST}"
    assert accepted(text, "- other") == text.replace("- other\n", "")


def test_a_hundred_thousand_fences_that_are_never_closed_take_no_time() -> None:
    text = f"# M\n- other\n{REST}" + "- ```\n" * 100_000
    assert "at most 50%" not in accepted(text, "- other")


def test_what_belongs_to_an_item_over_a_blank_line_goes_or_stays_with_it() -> None:
    text = f"# M\n- first\n- item\n\n  more of it\n{REST}"
    assert "line 5 (`more of it`) belongs to line 3" in refused(text, "- item")
    assert accepted(text, "- item\n\n  more of it") == text.replace("- item\n\n  more of it\n", "")
    pinned = text.replace("- item", "- item <!-- keep -->")
    assert "line 5 is pinned" in refused(pinned, "  more of it")


@pytest.mark.parametrize(
    ("structure", "piece"),
    [("## Rules\n- a rule\n", "- a rule"), ("| a |\n|---|\n| 1 |\n| 2 |\n", "| 2 |")],
)
def test_a_pin_of_its_own_keeps_all_of_the_structure_that_follows(structure: str, piece: str) -> None:
    assert "is pinned" in refused(f"# M\n<!-- keep -->\n{structure}{REST}", piece)


@pytest.mark.parametrize(
    ("first", "second", "merged"),
    [
        ("- never deploy on Friday", "- deploy by hand, with Petr", "- deploy on Friday by hand, with Petr"),
        ("- nikdy nenasazovat v pátek", "- nasazuje se ručně", "- nasazovat v pátek ručně"),
        ("- deploy on Friday evenings", "- tell Petr before it", "- never deploy on Friday, tell Petr"),
        ("- enable the cache in tests", "- and the log beside it", "- disable the cache in tests, log"),
    ],
)
def test_a_merge_does_not_turn_a_line_round(first: str, second: str, merged: str) -> None:
    assert "the contrary" in refused(f"# M\n{first}\n{second}\n{REST}", first, second, merged=merged)


def test_at_most_half_to_the_character_without_a_last_line_end() -> None:
    assert "takes away 5 of 9" in refused("aaaa\nbbbb", "aaaa")
    assert accepted("aaaa\nbbbb", "bbbb") == "aaaa\n"
    assert accepted("aaaa\nbbbb\n", "aaaa") == "bbbb\n"


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("- [Deploys](topics/deploys.md) matter", "topics/deploys.md"),
        ("- [Deploys](my%20notes.md) matter", "my notes.md"),
        ('- [Deploys](data.txt "how") matter', "data.txt"),
        ("- [[deploys]] matter", "deploys.md"),
        ("- see memory/deploys.md, it matters", "deploys.md"),
        ("- see deploys.md, and not that of the archive", "deploys.md"),
    ],
)
def test_a_file_is_not_orphaned_however_it_is_linked(workspace: Memory, line: str, file: str) -> None:
    folder = workspace.path.parent
    for name in (file, "archive/deploys.md"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("how to", "utf-8")
    text = f"# M\n{line}\n- also archive/deploys.md is old\n- https://x.y/none.md, [n](none.md)\n{REST}"
    beside = whose.beside(workspace, text, 0.5)
    assert "linked from nowhere" in refused(text, line, beside=beside)
    assert not any("none" in name for name in beside.topics)


def test_a_link_that_is_no_name_of_a_file_is_no_fault(workspace: Memory) -> None:
    text = f"- [x]({'y' * 5000}.md) [z](~nobody-at-all/z.md) [n](\0.md)\n"
    assert whose.beside(workspace, text, 0.5).topics == frozenset()
    assert Path(workspace.path).is_file()
