"""Hypothesis: frontmatter as people write it: quotes, comments, flow and block lists, any line end."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

TEXT = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cn", "Co")), min_size=1, max_size=24
)
WORD = st.from_regex(r"[a-z][a-z0-9]{0,8}(?: [a-z]{1,8}){0,2}", fullmatch=True)
COMMENT = st.sampled_from(["", "", '   # a comment, with `: ` and "quotes"', " # [not] {a list}", "  "])
HOSTILE = [
    "- x",
    "a: b",
    "x # y",
    '"',
    "'",
    "it's",
    "#x",
    "a\\b",
    "null",
    "yes",
    "",
    " a ",
    "[",
    "{",
    "&a",
    "*b",
    "x\ny",
    "\t",
    "\u2028",
    "ä: ü # 😀",
    "%",
    "@",
    "`",
    "|",
    "> x",
    "? y",
    "---",
    "\ufeff",
    "\x85",
]
ANY_TEXT = st.one_of(TEXT, st.sampled_from(HOSTILE))


def single(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def double(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


READABLE = TEXT.filter(lambda text: text.isprintable() and "\xa0" not in text)
QUOTED = st.builds(lambda style, text: style(text), st.sampled_from([single, double]), READABLE)
SCALAR = st.one_of(WORD, QUOTED, st.sampled_from(["3", "null", "2026-04-18", "a#b", "it's so"]))
ITEM = st.one_of(WORD, QUOTED)


@st.composite
def value(draw: Any, indent: str) -> list[str]:
    """The lines of `: value`, the first one behind the colon."""
    kind = draw(st.sampled_from(["scalar", "scalar", "flow", "open", "block", "text", "none", "empty"]))
    items, comment = draw(st.lists(ITEM, min_size=1, max_size=4)), draw(COMMENT)
    if kind == "scalar":
        return [" " * draw(st.integers(1, 3)) + draw(SCALAR) + comment]
    if kind == "flow":
        return [" [" + draw(st.sampled_from([", ", ",  ", " , "])).join(items) + "]" + comment]
    if kind == "open":
        return [" [" + comment, *(f"{indent}    {item},{draw(COMMENT)}" for item in items), f"{indent}  ]"]
    if kind == "block":
        dash = indent + draw(st.sampled_from(["  - ", "- ", "  -   "]))
        return [comment, *(dash + item + draw(COMMENT) for item in items)]
    if kind == "text":
        header = draw(st.sampled_from([" |", " >", " |-", " |  # kept"]))
        return [header, *(f"{indent}  {draw(WORD)}" for _ in items), *draw(st.sampled_from([[], [""]]))]
    return [" []" + comment] if kind == "empty" else [comment]


@st.composite
def frontmatter(draw: Any) -> bytes:
    """A whole file: keys `a`, `b`, ..., a table `t` with the lists `x` and `y` perhaps, and a body."""
    lines = ["---"]
    for key in draw(st.permutations(["a", "b", "hits", "l"])):
        first, *rest = draw(value(""))
        lines += [*draw(st.sampled_from([[], ["# about the next"], [""]])), f"{key}:{first}", *rest]
        if key == draw(st.sampled_from(["a", "b"])):
            lines += draw(table())
    text = "\n".join(
        [*lines, draw(st.sampled_from(["---", "--- "])), draw(st.sampled_from(["", "# Title\n\n---\nx"]))]
    )
    end, bom = draw(st.sampled_from(["\n", "\r\n"])), draw(st.sampled_from(["", "\ufeff"]))
    return str(bom + text.replace("\n", end)).encode()


@st.composite
def table(draw: Any) -> list[str]:
    if draw(st.booleans()):
        return [draw(st.sampled_from(["t: {x: [one, two]}", "t: {}", "t:", "t: null", "t: {x: [one]}  # c"]))]
    lines = ["t:" + draw(COMMENT)]
    for key in draw(st.sampled_from([["x"], ["x", "y"], ["z"]])):
        first, *rest = draw(value("  "))
        lines += [f"  {key}:{first}", *rest]
    return lines
