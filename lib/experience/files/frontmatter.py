"""The `---` block at the start of a markdown file: cut it out, read it as text.

Everything in it is text: no dates, no booleans, no numbers (cases F02, F03, F04).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from experience.files import plain_yaml
from experience.files.nodes import Fault, Tree

FENCE = "---"
_FENCE_LINE = re.compile(r"^---[ \t]*$", re.MULTILINE)
#: What YAML forbids in a text, and halves of surrogate pairs (bytes that were no UTF-8). Hardly ever
#: needed, so it is compiled where it is.
_UNREADABLE = "[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
#: Line ends that only YAML 1.1 knows; our line numbers count `\n` alone.
_FOREIGN_BREAKS = re.compile("[\x85\u2028\u2029]")
#: A tab between a key or a dash and what follows is a blank (case F14).
_TAB_LINE = re.compile(r"^[ \t]*\t[ \t]*$", re.MULTILINE)
_TAB_AFTER_MARK = re.compile(r"^( *(?:[\w.-]+:|-))[ \t]*\t[ \t]*", re.MULTILINE)


class Frontmatter(NamedTuple):
    """`text` without the fences, starting at `line`; `body` starts at `body_line` (1-based)."""

    text: str
    line: int
    body: str
    body_line: int
    #: Line of the first byte that is no UTF-8, 0 when all is well.
    undecodable: int = 0


def decode(data: bytes) -> tuple[str, int]:
    """The text with LF line ends and without BOM, and the line that is no UTF-8 or 0 (case F10)."""
    wrong = 0
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = data.decode("utf-8", "surrogateescape")
        wrong = data.count(b"\n", 0, error.start) + 1
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix("\ufeff"), wrong


def split(data: bytes) -> Frontmatter | None:
    """Cut the frontmatter off; None unless line 1 is `---` and a later line closes it (case F09)."""
    text, wrong = decode(data)
    opening = _FENCE_LINE.match(text)
    if opening is None:
        return None
    closing = _closing(text, opening.end())
    if closing is None:
        return None
    inside = text[opening.end() + 1 : closing.start()]
    return Frontmatter(inside, 2, text[closing.end() + 1 :], inside.count("\n") + 3, wrong)


def _closing(text: str, start: int) -> re.Match[str] | None:
    """The next fence; `find` skips to it faster than a regex does."""
    while (at := text.find("\n" + FENCE, start)) >= 0:
        found = _FENCE_LINE.match(text, at + 1)
        if found:
            return found
        start = at + 1
    return None


def read_tree(text: str, first_line: int) -> Tree:
    """Read the YAML `text` whose first line is line `first_line` of its file. Never raises on content."""
    # isprintable is forty times faster than the search and refuses more than it.
    clean = text.replace("\n", " ").replace("\t", " ").isprintable()
    bad = None if clean else re.search(_UNREADABLE, text)
    if bad is not None:
        line = first_line + text.count("\n", 0, bad.start())
        return Tree(None, (Fault(line, f"the character U+{ord(bad[0]):04X} cannot stand here: remove it"),))
    tree = _read(evened(text), first_line)
    return tree._replace(faults=tuple(sorted(tree.faults))) if len(tree.faults) > 1 else tree


def evened(text: str) -> str:
    """`text` with what YAML readers disagree on taken out: tabs between words, foreign line ends."""
    if not text.isascii():
        text = _FOREIGN_BREAKS.sub(" ", text)
    if "\t" in text:
        text = _TAB_AFTER_MARK.sub(r"\1 ", _TAB_LINE.sub("", text))
    return text if text.endswith("\n") else text + "\n"


def _read(text: str, first_line: int) -> Tree:
    """By the small reader, which needs less than PyYAML to read the same. What it refuses, and what is
    wrong with that, PyYAML says where it is installed (design: decided deviation 4)."""
    tree = plain_yaml.read(text, first_line)
    if tree.root is not None:
        return tree
    try:
        from experience.files import composed_yaml
    except ImportError:
        return tree
    return composed_yaml.read(text, first_line)
