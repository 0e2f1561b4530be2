"""An edit changes the lines meant, and not one byte beside them."""

from __future__ import annotations

import difflib
from typing import Any

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from experience.files.frontmatter import read_tree, split
from experience.files.frontmatter_edit import EditRefused, append_items, remove_items, set_values
from tests.files.made_frontmatter import ANY_TEXT, frontmatter
from tests.house import ROOT

TEMPLATE = (ROOT / "templates" / "pattern.md").read_bytes()
MANY = settings(max_examples=120, deadline=None)


def data(raw: bytes) -> dict[str, Any]:
    front = split(raw)
    assert front is not None
    root = read_tree(front.text, 2).root
    assert root is not None
    plain = root.plain()
    assert isinstance(plain, dict)
    return plain


def readable(raw: bytes) -> dict[str, Any]:
    front = split(raw)
    assume(front is not None and read_tree(front.text, 2).root is not None)
    return data(raw)


def lines_changed(before: bytes, after: bytes) -> list[str]:
    old, new = before.split(b"\n"), after.split(b"\n")
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [f"{tag} {old[a:b]} {new[c:d]}" for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def without_line_of(raw: bytes, key: str) -> bytes:
    """All lines but those of `key`, to compare what must not have changed."""
    kept, inside = [], False
    for line in raw.replace(b"\xef\xbb\xbf", b"").split(b"\n"):
        if line.strip() and not line.startswith((b" ", b"- ")):
            inside = line.startswith(f"{key}:".encode())
        if not inside:
            kept.append(line)
    return b"\n".join(kept)


@given(frontmatter(), st.one_of(ANY_TEXT, st.integers(0, 99), st.none()))
@MANY
def test_setting_a_value(raw: bytes, value: str | int | None) -> None:
    before = readable(raw)
    try:
        after = set_values(raw, {"hits": value})
    except EditRefused:
        event("refused")
        assert isinstance(before["hits"], list) or _odd(raw)
        return
    event("edited")
    assert data(after) == {**before, "hits": "null" if value is None else str(value)}
    assert without_line_of(after, "hits").replace(b"\r", b"") == without_line_of(raw, "hits").replace(
        b"\r", b""
    )
    assert after.count(b"\r\n") == after.count(b"\n") or b"\r" not in raw


def _odd(raw: bytes) -> bool:
    """Refusals that are meant: a comment between the lines of a value."""
    return b"#" in raw


@given(frontmatter(), ANY_TEXT)
@MANY
def test_a_missing_key_is_added_and_nothing_else_changes(raw: bytes, value: str) -> None:
    before = readable(raw)
    after = set_values(raw, {"new": value})
    assert data(after) == {**before, "new": value}
    assert len(lines_changed(raw, after)) == 1
    assert lines_changed(raw, after)[0].startswith("insert")


@given(
    frontmatter(),
    st.sampled_from([("l",), ("t", "x"), ("t", "y")]),
    st.lists(ANY_TEXT, min_size=1, max_size=2),
)
@MANY
def test_appending_and_taking_out_again(raw: bytes, key: tuple[str, ...], items: list[str]) -> None:
    before = readable(raw)
    try:
        after = append_items(raw, key, items)
    except EditRefused:
        event("refused")
        return
    event("edited")
    old, new = _list_at(before, key), _list_at(data(after), key)
    assert new == [*old, *(item for item in dict.fromkeys(items) if item not in old)]
    assert {k: v for k, v in data(after).items() if k != key[0]} == {
        k: v for k, v in before.items() if k != key[0]
    }
    assert without_line_of(after, key[0]) == without_line_of(raw, key[0])
    back = remove_items(after, key, [item for item in items if item not in old])
    assert _list_at(data(back), key) == old


def _list_at(plain: dict[str, Any], key: tuple[str, ...]) -> list[str]:
    found: Any = plain
    for name in key:
        found = found.get(name, {}) if isinstance(found, dict) else {}
    if isinstance(found, str):
        return [found.strip()] if found.strip() not in ("", "null") else []
    return list(found)


@given(frontmatter(), st.data())
@MANY
def test_taking_any_items_out(raw: bytes, choice: st.DataObject) -> None:
    before = readable(raw)
    held = before.get("l")
    assume(isinstance(held, list) and held)
    assert isinstance(held, list)
    gone = choice.draw(st.lists(st.sampled_from(held), min_size=1, unique=True))
    after = remove_items(raw, ("l",), gone)
    assert data(after) == {**before, "l": [item for item in held if item not in gone]}
    assert without_line_of(after, "l") == without_line_of(raw, "l")


def test_a_comment_behind_the_value_stays() -> None:
    after = set_values(TEMPLATE, {"hits": 3, "false_positives": 1})
    assert b"hits: 3                 # incremented by /exp-saved\n" in after
    assert len(lines_changed(TEMPLATE, after)) == 2


def test_a_veto_is_added_where_triggers_is_a_block_and_where_it_is_flow() -> None:
    block = b"---\ntriggers:\n  keywords:\n    - a\n    # why\nfix: x\n---\n"
    assert append_items(block, ("triggers", "none"), ["b c"]) == block.replace(
        b"    # why\n", b'    # why\n  none:\n    - "b c"\n'
    )
    flow = b"---\ntriggers: {keywords: [a]}  # t\n---\n"
    assert (
        append_items(flow, ("triggers", "none"), ["b"])
        == b'---\ntriggers: {keywords: [a], none: ["b"]}  # t\n---\n'
    )


def test_a_table_that_lacks_is_made() -> None:
    after = append_items(b"---\nid: a\n---\nbody", ("examples", "quiet"), ["one"])
    assert after == b'---\nid: a\nexamples:\n  quiet: ["one"]\n---\nbody'


@pytest.mark.parametrize(
    "raw",
    [
        b"no frontmatter",
        b"text\n---\nhits: 1\n---\n",
        b"---\nhits: 1\n",
        b"---\nhits: &a 1\nb: *a\n---\n",
        b"---\nl:\n\t- a\nhits: 1\n---\n",
        b"---\nhits: [1\n---\n",
        b"---\n- a\n---\n",
        b"---\nhits: \xff\n---\n",
        b"---\nhits: {a: b}\n---\n",
        b'---\n{"hits": 1}\n---\n',
    ],
)
def test_what_cannot_be_edited_surely_is_refused(raw: bytes) -> None:
    with pytest.raises(EditRefused):
        set_values(raw, {"hits": 2})


@pytest.mark.parametrize(
    "raw", [b"---\nl: a, b\n---\n", b"---\nl:\n  a: b\n---\n", b"---\nl:\n  -\n    a\n---\n"]
)
def test_lists_that_are_none_are_refused(raw: bytes) -> None:
    with pytest.raises(EditRefused):
        append_items(raw, ("l",), ["c"])


def test_half_a_character_is_refused() -> None:
    with pytest.raises(EditRefused):
        set_values(TEMPLATE, {"name": "\ud800"})


def test_F10_a_file_with_lone_carriage_returns_keeps_them() -> None:
    assert (
        set_values(b"---\rhits: 1 # c\ra: b\r---\rbody", {"hits": 2}) == b"---\rhits: 2 # c\ra: b\r---\rbody"
    )
