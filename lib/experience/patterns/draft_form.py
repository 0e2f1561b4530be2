"""Typed values out of a draft's JSON; what does not fit is noted in a sentence, and nothing raises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from experience.patterns.hidden import hidden
from experience.patterns.similarity import did_you_mean

#: What samples show where a text is to be filled in.
PLACEHOLDERS = frozenset({"...", "…", "<...>", "TODO"})
#: Characters of a faulty text that are quoted.
QUOTED = 40


class DraftForm:
    """One draft being read: `problems` grow. A dotted name is looked up by its last part."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def unknown(self, table: dict[str, Any], known: Sequence[str], prefix: str) -> None:
        for key in table:
            if key not in known:
                near = did_you_mean(key, known) or f"; known are {', '.join(known)}"
                self.problems.append(f"{prefix}{key[:QUOTED]}: no such key{near}")

    def table(
        self, document: dict[str, Any], key: str, known: Sequence[str], *, needed: bool = True
    ) -> dict[str, Any]:
        """A nested object; {} when it is absent or none, which is noted where it is needed."""
        value = document.get(key)
        if isinstance(value, dict):
            self.unknown(value, known, f"{key}.")
            return value
        if needed or key in document:
            self.problems.append(f"{key}: write an object with {', '.join(known)}")
        return {}

    def text(self, table: dict[str, Any], name: str, least: int, most: int, *, needed: bool = True) -> str:
        key = name.rpartition(".")[2]
        if key not in table:
            if needed:
                self.problems.append(f"{name}: is missing: write a text")
            return ""
        return self._checked(table[key], name, (least, most))

    def word(
        self, table: dict[str, Any], name: str, form: re.Pattern[str], wanted: str, needed: bool = False
    ) -> str:
        """A text of one form; "" when it is absent or null."""
        value = table.get(name.rpartition(".")[2])
        if value is None and not needed:
            return self._absent(table, name)
        if isinstance(value, str) and form.fullmatch(value.strip()):
            return self._checked(value, name, (1, 600))
        self.problems.append(f"{name}: {self._shown(value)}: write {wanted}")
        return ""

    def _absent(self, table: dict[str, Any], name: str) -> str:
        """A null says "none" only of what a pattern itself may lack."""
        if name.rpartition(".")[2] in table and "." not in name:
            self.problems.append(f"{name}: null: write a text, or leave the key out")
        return ""

    def choice(self, table: dict[str, Any], key: str, choices: Sequence[str], *, needed: bool = False) -> str:
        """One of `choices`; the first where it is absent and not needed."""
        value = table.get(key)
        if value in choices:
            return str(value)
        if needed or key in table:
            self.problems.append(f"{key}: {self._shown(value)}: write one of {', '.join(choices)}")
        return choices[0]

    def texts(
        self,
        table: dict[str, Any],
        name: str,
        fewest: int,
        most: int,
        length: tuple[int, int],
        form: re.Pattern[str] | None = None,
    ) -> tuple[str, ...]:
        """A list of texts; doubles count once."""
        key = name.rpartition(".")[2]
        value = table.get(key)
        if not isinstance(value, list):
            if fewest or key in table:
                self.problems.append(f'{name}: write a list of {fewest} to {most} texts: ["...", "..."]')
            return ()
        checked = (self._checked(item, f"{name}[{at}]", length, form) for at, item in enumerate(value))
        found = dict.fromkeys(checked)
        if not fewest <= len(found) <= most:
            self.problems.append(f"{name}: {len(found)} different ones: write {fewest} to {most}")
        return tuple(found)

    def _checked(
        self, value: Any, name: str, length: tuple[int, int], form: re.Pattern[str] | None = None
    ) -> str:
        """`value` with plain line ends and no blanks around it; "" when it is no such text."""
        text = value.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(value, str) else ""
        least, most = length
        if not isinstance(value, str):
            self.problems.append(f"{name}: {self._shown(value)}: write a text")
        elif text in PLACEHOLDERS:
            self.problems.append(f"{name}: {text!r} is a placeholder: write the real text")
        elif not least <= len(text) <= most:
            self.problems.append(f"{name}: {len(text)} characters: write {least} to {most}")
        elif found := hidden(text):
            self.problems.append(f"{name}: holds the hidden character U+{ord(found[0]):04X}: take it out")
        elif form and not form.fullmatch(text):
            self.problems.append(f"{name}: {self._shown(value)}: write the id of a pattern")
        return text

    @staticmethod
    def _shown(value: Any) -> str:
        return "is missing" if value is None else f"{str(value)[:QUOTED]!r} does not do"
