"""Read the subset of YAML that PATTERN_SPEC.md describes, where PyYAML is missing.

Everything it accepts it reads as PyYAML does (tests compare the two); the rest it refuses
with a line: values over several lines without `|`, anchors, tags, odd keys.
"""

from __future__ import annotations

import re

from experience.files.nodes import MAX_DEPTH, Fault, Node, Tree, doubled
from experience.files.plain_scalars import COMMENT, Unread, block, header_of, plain, quoted, uncommented

#: Most lines: nothing in the text that YAML knows. The rest of this file need not look at them.
_EASY_TEXT = r"([^\W_](?:[^#:]*[^#:\s])?)"
_EASY_PAIR = re.compile(rf" *(\w[\w.-]*): {_EASY_TEXT}")
_EASY_DASH = re.compile(rf" *- {_EASY_TEXT}")
_KEY = re.compile(r"(\w[\w. -]{0,99}?) *:(?= |$)")
_DASH = re.compile(r"- +(?=[^\s#])|- *(?=$)|- +(?=#)")
_SAYS_NOTHING = ("", "\t", "#")  # so a line may begin that is blank, a comment or an error
_EASY_ITEM = re.compile(r"""(?:\w[\w ./()$+=-]*(?<! )|"[^"\\]*"|'[^']*')""")
_EASY_LIST = re.compile(rf"\[(?:{_EASY_ITEM.pattern}(?:, {_EASY_ITEM.pattern})*)?\]")
_FLOW_PLAIN = re.compile(
    r"(?:[^\s,\[\]{}&*!|>'\"%@`?:#-]|[-#](?=[^\s,\[\]{}]))"
    r"(?:[^\s,\[\]{}:?]|:(?=[\w/.])|[ \t]+(?=[\w\"'(/.$<>=+*&-]|#\S))*"
)
_FLOW_KEY = re.compile(r"(\w[\w. -]{0,99}?) *: ")
_FLOW_BLANK = re.compile(r"(?:[ \t\n]+|(?:(?<=[ \t\n])#(?=[ \t\n])[^\n]*))*")


def read(text: str, first_line: int) -> Tree:
    """The tree of `text`, or the fault that stopped the reading."""
    reader = _Reader(text, first_line)
    try:
        root = reader.root()
    except Unread as error:
        return Tree(None, (Fault(reader.line(), f"{error} (install PyYAML for all of YAML)"),))
    return Tree(root, tuple(reader.faults))


class _Reader:
    def __init__(self, text: str, first_line: int) -> None:
        self.lines = text.split("\n")[:-1]
        self.first_line = first_line
        self.at = 0
        self.faults: list[Fault] = []

    def line(self) -> int:
        return min(self.at, max(0, len(self.lines) - 1)) + self.first_line

    def indent(self) -> int:
        """Blanks before the next line that says something; -1 at the end."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            rest = line.lstrip(" ")
            if rest[:1] not in _SAYS_NOTHING:
                return len(line) - len(rest)
            if rest.startswith("\t") and rest.strip(" \t"):
                raise Unread("indent with blanks, not with tabs")
            if rest.strip(" \t") and not COMMENT.match(rest):
                return len(line) - len(rest)
            self.at += 1
        return -1

    def easy(self, form: re.Pattern[str]) -> re.Match[str] | None:
        """The match of the current line, if all of it has the form."""
        return form.fullmatch(self.lines[self.at]) if self.at < len(self.lines) else None

    def root(self) -> Node:
        start = self.indent()
        if start < 0:
            return Node({}, self.first_line)
        node = self.nested(start, 0)
        if self.indent() >= 0:
            raise Unread("the indentation does not fit the lines above")
        return node

    def nested(self, indent: int, depth: int) -> Node:
        if depth >= MAX_DEPTH:
            raise Unread(f"nested more than {MAX_DEPTH} levels deep: a pattern needs three")
        line = self.line()
        if _DASH.match(self.lines[self.at], indent):
            return Node(self.items(indent, depth), line)
        return Node(self.table(indent, depth), line)

    def table(self, indent: int, depth: int) -> dict[str, Node]:
        table: dict[str, Node] = {}
        found = indent
        while True:
            easy = self.easy(_EASY_PAIR)
            if easy and easy.start(1) == indent:
                name, node = easy[1], Node(easy[2], self.at + self.first_line)
                self.at += 1
            elif (found := self.indent()) == indent:
                name, node = self.pair(indent, depth)
            else:
                break
            line = node.line
            if name in table:
                self.faults.append(doubled(name, line, table[name].line))
            else:
                table[name] = node
        if found > indent:
            raise Unread("a value goes on in the next line: use `|`")
        return table

    def pair(self, indent: int, depth: int) -> tuple[str, Node]:
        """The key in the current line and its value; moves on behind it."""
        line, number = self.lines[self.at], self.at + self.first_line
        key = _KEY.match(line, indent)
        if key is None:
            item = _DASH.match(line, indent)
            raise Unread("a list item among keys" if item else "a line that is not `key: value`")
        node = self.value(line[key.end() :], indent, depth, in_table=True)
        node.line = number
        return key[1], node

    def items(self, indent: int, depth: int) -> list[Node]:
        items: list[Node] = []
        while True:
            easy = self.easy(_EASY_DASH)
            if easy and easy.start(1) == indent + 2:
                items.append(Node(easy[1], self.at + self.first_line))
                self.at += 1
                continue
            if (found := self.indent()) != indent:
                break
            line = self.lines[self.at]
            dash = _DASH.match(line, indent)
            if dash is None:
                break
            number, rest = self.at + self.first_line, line[dash.end() :]
            if rest.startswith("-") and _DASH.match(rest):
                raise Unread("a list directly in a list item")
            if ":" in rest and _KEY.match(rest):
                self.lines[self.at] = " " * dash.end() + rest
                items.append(Node(self.table(dash.end(), depth + 1), number))
            else:
                items.append(self.value(rest, indent, depth, in_table=False))
        if found > indent:
            raise Unread("a value goes on in the next line: use `|`")
        return items

    def value(self, rest: str, indent: int, depth: int, *, in_table: bool) -> Node:
        """The value that begins with `rest` in the current line; moves on behind it."""
        text, line = rest.lstrip(" \t"), self.at + self.first_line
        if not uncommented(rest):
            return self.below(indent, depth, in_table)
        if text[0] in "|>":
            return Node(self.block(text, indent), line)
        if text[0] in "[{":
            items = self.easy_list(text)
            return Node(self.flow(text, depth) if items is None else items, line)
        if text[0] in "\"'":
            scalar, end = quoted(text)
            self.finish(text[end:])
            return Node(scalar, line)
        scalar = plain(rest)
        self.at += 1
        return Node(scalar, line)

    def finish(self, tail: str) -> None:
        if uncommented(tail):
            raise Unread("text behind the end of the value (a comment needs a blank before and after `#`)")
        self.at += 1

    def easy_list(self, text: str) -> list[Node] | None:
        """The list in one line that `text` is when all of it is words and texts in quotes without escapes."""
        if not _EASY_LIST.fullmatch(text):
            return None
        line = self.at + self.first_line
        self.at += 1
        quotes = '"' in text or "'" in text
        items = _EASY_ITEM.findall(text) if quotes or len(text) == 2 else text[1:-1].split(", ")
        return [Node(item[1:-1] if item[0] in "\"'" else item, line) for item in items]

    def below(self, indent: int, depth: int, in_table: bool) -> Node:
        line = self.line()
        self.at += 1
        following = self.indent()
        dash = following >= 0 and _DASH.match(self.lines[self.at], following)
        if following > indent or (in_table and following == indent and dash):
            return self.nested(following, depth + 1)
        return Node("", line)

    def block(self, header: str, indent: int) -> str:
        header_of(header)
        self.at += 1
        start = self.at
        numbers = range(start, len(self.lines))
        first = next((self.lines[n] for n in numbers if self.lines[n].strip(" ")), "")
        width = max(indent + 1, len(first) - len(first.lstrip(" ")))
        taken: list[str] = []
        said = False
        for line in map(self.lines.__getitem__, numbers):
            own = len(line) - len(line.lstrip(" "))
            if own < width and line.strip(" "):
                break
            if not said and own > width and not line.strip(" "):
                raise Unread("a blank line is indented deeper than the text: remove its blanks")
            taken.append(line[width:])
            said = said or bool(taken[-1])
        self.at = start + len(taken)
        return block(header, taken)

    def flow(self, text: str, depth: int) -> list[Node] | dict[str, Node]:
        closed = sum(map(text.count, "[{")) <= sum(map(text.count, "]}"))
        source = "\n".join([text, *([] if closed else self.lines[self.at + 1 :]), ""])
        flow = _Flow(source, self.line())
        try:
            node = flow.collection(depth)
        except Unread:
            self.at += source.count("\n", 0, flow.at)
            raise
        self.at += source.count("\n", 0, flow.at)
        self.finish(source[flow.at : source.index("\n", flow.at)])
        return node


class _Flow:
    """`[a, "b"]` and `{a: b}`, over one or several lines."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.at = 0
        self.counted = (0, line)

    def line(self) -> int:
        """The line of `at`, counted on from where it was last asked for."""
        start, line = self.counted
        self.counted = (self.at, line + self.text.count("\n", start, self.at))
        return self.counted[1]

    def blank(self) -> str:
        """Skip blanks and comments; the character that follows, '' at the end."""
        found = _FLOW_BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def collection(self, depth: int) -> list[Node] | dict[str, Node]:
        if depth >= MAX_DEPTH:
            raise Unread(f"nested more than {MAX_DEPTH} levels deep: a pattern needs three")
        opening = self.text[self.at]
        self.at += 1
        return self.items(depth) if opening == "[" else self.table(depth)

    def items(self, depth: int) -> list[Node]:
        items: list[Node] = []
        while self.blank() != "]":
            items.append(Node(self.value(depth), self.line()))
            self.separator("]")
        self.at += 1
        return items

    def table(self, depth: int) -> dict[str, Node]:
        table: dict[str, Node] = {}
        while self.blank() != "}":
            key = _FLOW_KEY.match(self.text, self.at)
            if key is None or key[1] in table:
                raise Unread("in `{...}` write each `key: value` once")
            self.at, line = key.end(), self.line()
            self.blank()
            table[key[1]] = Node(self.value(depth), line)
            self.separator("}")
        self.at += 1
        return table

    def separator(self, closing: str) -> None:
        sign = self.blank()
        if sign == ",":
            self.at += 1
        elif sign != closing:
            raise Unread(f"a comma or `{closing}` is missing, or text follows a closing quote")

    def value(self, depth: int) -> str | list[Node] | dict[str, Node]:
        sign = self.text[self.at : self.at + 1]
        if sign and sign in "[{":
            return self.collection(depth + 1)
        if sign and sign in "\"'":
            scalar, self.at = quoted(self.text, self.at)
            return scalar
        found = _FLOW_PLAIN.match(self.text, self.at)
        if found is None:
            raise Unread("an item is missing, or starts with a sign of YAML's own: put it in quotes")
        self.at = found.end()
        return found[0]
