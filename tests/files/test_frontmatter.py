"""Frontmatter: cut out by lines, read as text, the same by both readers."""

from __future__ import annotations

import time
from typing import Any

import pytest

from experience.files import composed_yaml, plain_yaml
from experience.files.frontmatter import decode, evened, read_tree, split


def read(text: str) -> Any:
    """The tree of `text` as plain values; the faults when it has none."""
    tree = read_tree(text, 2)
    return tree.root.plain() if tree.root is not None else [fault.message for fault in tree.faults]


def faults(text: str) -> list[tuple[int, str]]:
    return [(fault.line, fault.message) for fault in read_tree(text, 2).faults]


@pytest.mark.parametrize(
    "text", ["created: 2026-01-02", "created: 2026-01-02T10:00:00Z", "created: 1767312000"]
)
def test_F02_dates_and_numbers_stay_text(text: str) -> None:
    assert read(text) == {"created": text.partition(": ")[2]}


@pytest.mark.parametrize("value", ["2026-13-45", "2026-02-30", "0000-00-00 25:61:00"])
def test_F03_an_impossible_date_stays_text(value: str) -> None:
    assert read(f"created: {value}\nname: x\n") == {"created": value, "name": "x"}


@pytest.mark.parametrize(
    "text",
    [
        "keywords: [no, on, off, yes, null]",
        "keywords:\n- no\n- on\n- off\n- yes\n- null",
        "keywords: [\n  no,\n  on, off,\n  yes, null\n]",
    ],
)
def test_F04_five_words_are_five_strings(text: str) -> None:
    assert read(text) == {"keywords": ["no", "on", "off", "yes", "null"]}


@pytest.mark.parametrize(
    "data",
    [
        b"Some text.\n\n---\nid: x\n---\n",
        b"\n---\nid: x\n---\n",
        b"----\nid: x\n---\n",
        b" ---\nid: x\n---\n",
        b"",
        b"---",
        b"---\nid: x\n ---\n",
    ],
)
def test_F09_a_rule_in_the_body_is_no_frontmatter(data: bytes) -> None:
    assert split(data) is None


def test_F10_line_ends_and_bom_make_no_difference() -> None:
    text = "---\nid: a\nfix: |\n  one\n  two\n---\n# T\n\nbody\n"
    bom = "\ufeff"
    spellings = [
        text,
        text.replace("\n", "\r\n"),
        bom + text,
        bom + text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
    ]
    parts = {split(spelling.encode()) for spelling in spellings}
    assert len(parts) == 1
    (part,) = parts
    assert part is not None
    assert (part.line, part.body_line, part.body) == (2, 7, "# T\n\nbody\n")


def test_F10_a_fence_may_be_followed_by_blanks_and_end_the_file() -> None:
    part = split(b"---  \nid: x\n---\t")
    assert part is not None
    assert (part.text, part.body) == ("id: x\n", "")


@pytest.mark.parametrize(
    ("text", "line"),
    [("title: a\ntitle: b", 3), ("x: 1\nt:\n  k: a\n  k: b\n", 5), ("a: 1\nb: 2\n\na: 3\n", 5)],
)
def test_F12_of_two_equal_keys_the_first_counts_and_is_reported(text: str, line: int) -> None:
    tree = read_tree(text, 2)
    assert [fault.line for fault in tree.faults] == [line]
    assert "remove one" in tree.faults[0].message
    assert tree.root is not None
    assert "a" in str(tree.root.plain()) or "1" in str(tree.root.plain())


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)
)


@pytest.mark.parametrize("text", [BOMB, "a: &x one\nb: *x\n", "a: {<<: *x}\n", "&x a: b\n"])
def test_F13_anchors_and_aliases_are_refused(text: str) -> None:
    started = time.perf_counter()
    tree = read_tree(text, 2)
    assert time.perf_counter() - started < 0.05
    assert tree.root is None
    assert tree.faults


@pytest.mark.parametrize("value", ["a && b", "**bold**", "*", "x & y", "2 * 3", '"*deploy"'])
def test_F13_stars_and_ampersands_in_a_text_are_text(value: str) -> None:
    assert read(f"k: 'x'\nfix: |\n  {value}\n") == {"k": "x", "fix": f"{value}\n"}


@pytest.mark.parametrize("text", ["title:\tx", "title: \t x", "title:\tx\t"])
def test_F14_a_tab_after_the_colon_is_a_blank(text: str) -> None:
    assert read(text) == {"title": "x"}


@pytest.mark.parametrize("text", ["k:\n\t- a\n\t- b\n", "t:\n\tk: v\n", "a: 1\n \tb: 2\n"])
def test_F14_a_tab_in_the_indentation_is_refused_by_both_readers(text: str) -> None:
    for reader in (composed_yaml.read, plain_yaml.read):
        tree = reader(evened(text), 2)
        assert tree.root is None
        assert "not with tabs" in tree.faults[0].message


@pytest.mark.parametrize(
    "text",
    [
        'x: !!python/object/apply:os.system ["touch /tmp/pwn"]',
        "x: !!python/name:os.system",
        "!!python/object/new:dict {}\n",
        "x: !important rule",
    ],
)
def test_F16_a_tag_is_never_constructed(text: str) -> None:
    tree = read_tree(text, 2)
    assert "tag" in tree.faults[0].message
    assert "put the text in quotes" in tree.faults[0].message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Fix #123 crash", "Fix #123 crash"),
        ("Fix #123 crash # a comment", "Fix #123 crash"),
        ("C# in CI", "C# in CI"),
        ("#channel", "#channel"),
        ("a ## b", "a ## b"),
        ("x #", "x"),
        ("[C#, #one, two #2]", ["C#", "#one", "two #2"]),
        ("[#one, a] # all", ["#one", "a"]),
        ("\n- #one\n- gh #42 now   # why\n", ["#one", "gh #42 now"]),
        ('"quoted # text" # comment', "quoted # text"),
        ("|\n  # kept\n  code #1\n", "# kept\ncode #1\n"),
    ],
)
def test_F18_a_hash_is_a_comment_only_between_blanks(text: str, value: object) -> None:
    for reader in (composed_yaml.read, plain_yaml.read):
        root = reader(f"title: {text}\n", 1).root
        assert root is not None
        assert root.plain() == {"title": value}


def test_F18_a_text_full_of_private_characters_keeps_them() -> None:
    assert read("title: \ue000 #1 \U000f0000 #2") == {"title": "\ue000 #1 \U000f0000 #2"}


@pytest.mark.parametrize(
    "text", ["- a", "just text", "? [a]\n: b", "[a, b]", "{[a]: b}", "a\nb: c", "--- x\n--- y"]
)
def test_F21_odd_roots_and_keys_crash_nothing(text: str) -> None:
    tree = read_tree(text, 2)
    assert tree.faults or tree.root is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name: a: b", "in quotes"),
        ("name: @you", "in quotes"),
        ("name: `x`", "in quotes"),
        ('name: "open', "never closed"),
        ('k: ["\\d"]', "backslash is written twice"),
        ("k: [a, b", "not closed"),
        ('k: "a" #b', "blank before and after"),
        ("a: b\nrubbish\n", "neither `key: value`"),
        ("a: 1\n...\nb: 2\n", "document"),
        ("a: \x00", "U+0000"),
        ("a: \ufeff", "U+FEFF"),
    ],
)
def test_a_fault_says_what_to_do(text: str, words: str) -> None:
    assert [message for _line, message in faults(text) if words in message], faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "k: " + "[" * 30_000,
        "k: " + "{a: " * 9_000,
        "- " * 30_000 + "x",
        "? " * 30_000,
        "k: " + "[" * 150 + "]" * 150,
    ],
    ids=["brackets", "braces", "dashes", "question marks", "closed"],
)
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    started = time.perf_counter()
    for reader in (composed_yaml.read, plain_yaml.read):
        assert reader(text + "\n", 1).faults
    assert time.perf_counter() - started < 0.5


def test_line_numbers_are_those_of_the_file() -> None:
    tree = read_tree("id: a\nk:\n  - one\n\n  - two\nfix: |\n  x\nlast: z\n", 2)
    assert tree.root is not None
    root = tree.root.value
    assert isinstance(root, dict)
    assert {key: node.line for key, node in root.items()} == {"id": 2, "k": 3, "fix": 7, "last": 9}
    items = root["k"].value
    assert isinstance(items, list)
    assert [item.line for item in items] == [4, 6]


def test_the_line_of_what_is_no_utf8() -> None:
    assert decode(b"a\nb\nc\xff\n")[1] == 3


def test_what_the_small_reader_refuses_is_read_by_pyyaml() -> None:
    text = "fix: one line\n  and its second\n"
    assert plain_yaml.read(text, 1).root is None
    assert read(text) == {"fix": "one line and its second"}


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("[]", []),
        ("[a b, c.d]", ["a b", "c.d"]),
        ("[\"a, b\", 'c, d', e]", ["a, b", "c, d", "e"]),
        ("[a , b]", ["a", "b"]),
        ("[a b, c] ", ["a b", "c"]),
        ("['it''s', \"\", x=1]", ["it's", "", "x=1"]),
    ],
)
def test_both_readers_read_lists_in_a_line(text: str, items: list[str]) -> None:
    for reader in (composed_yaml.read, plain_yaml.read):
        root = reader(f"k: {text}\n", 1).root
        assert root is not None
        assert root.plain() == {"k": items}
