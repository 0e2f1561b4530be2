"""PyYAML and the small reader say the same of whatever both accept."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from experience.files import composed_yaml, plain_yaml
from experience.files.frontmatter import evened, read_tree, split
from experience.files.nodes import Tree

PIECES = st.lists(
    st.sampled_from(
        ["id", "k: v\n", "k2: w\n", "t:\n  ", "- a\n", "  - b: c\n", "- ", "\n", "\n  ", "\n    ", " ", "  ",
         ": ", ":", "#", "# ", " #x", " # ", "[", "]", "{", "}", ",", ", ", '"', "'", "a", "b c",
         "|\n    x\n",
         ">\n    y\n\n    z\n", ">-\n    y\n     z\n", "|+\n   w\n\n", "null", "2026-01-02", "\t", "http://x",
         "é", "\\n", "\\", "?", "*x", "&x", "!x", "...", "---", "%", 'x: [a, "b", \'c\']\n',
         "q: {a: b, c: [d]}\n", '"C#",', "c++", "`", "@", "="]
    ),
    max_size=16,
).map("".join)  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(PIECES)
@example("-\n  k: v\n")
@example("k: >\n    y\n\n\n     z\n    a\n")
def test_what_the_small_reader_accepts_it_reads_like_pyyaml(text: str) -> None:
    small, whole = both(text)
    if small.root is not None:
        assert small == whole


def both(text: str) -> tuple[Tree, Tree]:
    text = evened(text)
    return plain_yaml.read(text, 2), composed_yaml.read(text, 2)


WORDS = st.text(st.sampled_from("abz019éñ字-_./$+#"), min_size=1, max_size=8).filter(
    lambda word: word[0] not in "-#"
)
QUOTED = st.text(st.sampled_from("ab'\"\\ #:,[]{}é\t"), max_size=12)


def double(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


SCALARS = st.one_of(WORDS, QUOTED.map(double), QUOTED.map(lambda text: "'" + text.replace("'", "''") + "'"))
LISTS = st.lists(SCALARS, max_size=4)
VALUES = st.one_of(
    SCALARS,
    LISTS.map(lambda items: f"[{', '.join(items)}]"),
    LISTS.map(lambda items: "\n" + "\n".join(f"  - {item}" for item in items) if items else "[]"),
    st.lists(st.text(st.sampled_from("ab #:-'\""), max_size=8).map(str.rstrip), min_size=1, max_size=4).map(
        lambda lines: "|\n    first\n" + "\n".join(f"    {line}".rstrip() for line in lines)
    ),
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(["id", "name", "fix", "triggers", "last_seen"]), VALUES, min_size=1))
def test_the_small_reader_reads_the_whole_subset(table: dict[str, str]) -> None:
    text = "".join(f"{key}: {value}\n" for key, value in table.items())
    small, whole = both(text)
    assert small.root is not None, (text, small.faults)
    assert small == whole


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    part = split(b"---\n" + data + b"\n---\n")
    if part is not None:
        read_tree(part.text, part.line)
        plain_yaml.read(evened(part.text), part.line)
