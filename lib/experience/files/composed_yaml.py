"""Read YAML with PyYAML's composer: nodes with line numbers, nothing is ever constructed (case F16)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import yaml

from experience.files.nodes import MAX_DEPTH, Fault, Node, Tree, doubled

_Base: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

_KIND_OF = {
    yaml.ScalarNode: "tag:yaml.org,2002:str",
    yaml.SequenceNode: "tag:yaml.org,2002:seq",
    yaml.MappingNode: "tag:yaml.org,2002:map",
}
_KINDS = frozenset(_KIND_OF.values())


class Loader(_Base):  # type: ignore[misc]  # the C class has no types
    """Composes without looking at what a text resembles; that also costs a third of the time."""

    def resolve(self, kind: type[yaml.Node], _value: object, _implicit: object) -> str:
        return _KIND_OF[kind]

    def descend_resolver(self, _node: object, _index: object) -> None:
        pass

    def ascend_resolver(self) -> None:
        pass


#: `#` that is text by our rule and would be a comment, or an error, to YAML (case F18).
_TEXT_HASH = re.compile(r"(?<=[^ \t\n])#|#(?=[^ \t\n])")
_MAYBE_ANCHOR = re.compile(r"[&*](?<=[\s\[{,:?-].)[0-9A-Za-z_-]")
_BRACKET = re.compile(r"[\[\]{}]")
#: `- - - -`: one level each, all in one line.
_MAX_COMPACT = 100
_COMPACT_NESTING = re.compile(rf"(?:[-?:][ \t]+){{{_MAX_COMPACT}}}")
#: Depth of brackets beyond which the text is not handed to the C library, which recurses.
_MAX_BRACKETS = 200

_HINTS = (
    ("mapping values are not allowed", "a second `: ` in one line: put the value in quotes"),
    ("cannot start any token", "the value starts with a sign that YAML keeps for itself: put it in quotes"),
    ("while scanning a quoted scalar", "a quote is opened and never closed"),
    ("escape", "in double quotes a backslash is written twice, or use single quotes"),
    ("',' or ']'", "a list `[...]` is not closed, or a comma is missing, or text follows a closing quote"),
    ("',' or '}'", "a table `{...}` is not closed, or a comma is missing"),
    ("could not find expected ':'", "a line that is neither `key: value` nor part of a value"),
    ("document", "a line that ends or starts a YAML document: remove it"),
)
_OTHER_HINT = "indentation or quotes do not fit: compare with templates/pattern.md"


def read(text: str, first_line: int) -> Tree:
    """The tree of `text`, or the faults that kept it from being read."""
    refused = _too_deep(text, first_line)
    if refused:
        return Tree(None, (refused,))
    mark = "#"
    if "#" in text:
        mark = _unused_character(text)
        text = _TEXT_HASH.sub(mark, text)
    try:
        if text[:1] in ("&", "*") or _MAYBE_ANCHOR.search(text):
            anchored = _anchors(text, first_line)
            if anchored:
                return Tree(None, anchored)
        root = Loader(text).get_single_node()
    except yaml.YAMLError as error:
        return Tree(None, (_fault(error, text, first_line, mark),))
    if root is None:
        return Tree(Node({}, first_line))
    walk = _Walk(first_line, mark)
    node = walk.node(root, root.start_mark.line + first_line, 0)
    return Tree(node, tuple(walk.faults))


def _unused_character(text: str) -> str:
    """A character of a private area that stands for a textual `#` while YAML is read."""
    if "\ue000" not in text:
        return "\ue000"
    return next(c for c in map(chr, range(0xF0000, 0x10FFFE)) if c not in text)


def _too_deep(text: str, first_line: int) -> Fault | None:
    depth = deepest = 0
    where = 0
    if text.count("[") + text.count("{") > _MAX_BRACKETS:
        for bracket in _BRACKET.finditer(text):
            depth = depth + 1 if bracket[0] in "[{" else max(0, depth - 1)
            if depth > deepest:
                deepest, where = depth, bracket.start()
    many = sum(map(text.count, "-?:")) >= _MAX_COMPACT
    compact = _COMPACT_NESTING.search(text) if many else None
    if compact:
        where = compact.start()
    if compact or deepest > _MAX_BRACKETS:
        return Fault(first_line + text.count("\n", 0, where), _NESTED)
    return None


_NESTED = f"nested more than {MAX_DEPTH} levels deep: a pattern needs three"


def _anchors(text: str, first_line: int) -> tuple[Fault, ...]:
    """Anchors and aliases are refused before they are resolved (case F13)."""
    message = "YAML anchors and aliases (`&name`, `*name`) are refused: put the text in quotes"
    events: Iterable[Any] = yaml.parse(text, Loader=Loader)
    named = [event for event in events if getattr(event, "anchor", None)]
    return tuple(Fault(event.start_mark.line + first_line, message) for event in named[:5])


def _fault(error: yaml.YAMLError, text: str, first_line: int, mark: str) -> Fault:
    place = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    index = place.line if place is not None else 0
    lines = text.split("\n")
    index = min(index, max(0, len(lines) - 1))
    said = " ".join(filter(None, (getattr(error, "context", None), getattr(error, "problem", None))))
    said = (said or str(error).split("\n")[0]).replace(mark, "#")
    return Fault(index + first_line, f"not readable as YAML ({said}): {_hint(said, lines[index], mark)}")


def _hint(said: str, line: str, mark: str) -> str:
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "indent with blanks, not with tabs"
    if mark != "#" and mark in line:
        return "`#` starts a comment only with a blank before and after it"
    return next((hint for words, hint in _HINTS if words in said), _OTHER_HINT)


class _Walk:
    """Turns composed nodes into ours; collects what is refused on the way."""

    def __init__(self, first_line: int, mark: str) -> None:
        self.first_line = first_line
        self.mark = mark
        self.faults: list[Fault] = []

    def node(self, given: Any, line: int, depth: int) -> Node:
        if given.tag not in _KINDS:
            name = given.tag.replace(self.mark, "#").removeprefix("tag:yaml.org,2002:")
            self.faults.append(Fault(line, f"the YAML tag {name!r} is refused: put the text in quotes"))
            return Node("", line)
        kind = type(given)
        if kind is yaml.ScalarNode:
            value = given.value
            return Node(value.replace(self.mark, "#") if self.mark in value else value, line)
        if depth >= MAX_DEPTH:
            self.faults.append(Fault(line, _NESTED))
            return Node("", line)
        if kind is yaml.MappingNode:
            return Node(self.table(given, depth + 1), line)
        start = self.first_line
        return Node([self.node(item, item.start_mark.line + start, depth + 1) for item in given.value], line)

    def table(self, given: Any, depth: int) -> dict[str, Node]:
        table: dict[str, Node] = {}
        for key, value in given.value:
            line = key.start_mark.line + self.first_line
            if type(key) is not yaml.ScalarNode or key.tag not in _KINDS:
                self.faults.append(Fault(line, "a key must be plain text"))
                continue
            name = key.value.replace(self.mark, "#") if self.mark in key.value else key.value
            if name in table:
                self.faults.append(doubled(name, line, table[name].line))
                continue
            table[name] = self.node(value, line, depth)
        return table
