"""A pattern's text without what tells of the project it was learned in: names, paths, secrets."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from experience.files.read import Unreadable, read_regular
from experience.patterns.redact import redact

_REMOTE = re.compile(r"^\s*url\s*=\s*\S*?[/:]([\w.-]+)/([\w.-]+?)(?:\.git)?/?\s*$", re.MULTILINE)
#: Absolute paths, those below home, and relative ones of two parts or more; never a part of an address.
_PATH = re.compile(
    r"(?<![\w:/.<])(?:~|\.{1,2})?/(?:[\w.@+-]+/)*[\w.@+-]{2,}|(?<![\w:/.@-])[\w.-]+/(?:[\w.-]+/)+[\w.-]+"
)
#: Names that any project may have; to take them out of a sentence would only spoil it.
_COMMON = frozenset(
    "src lib app apps work code main master test tests docs project projects repo home".split()
)
#: Letters of a name that is looked for.
SHORTEST = 3


def names_of(root: Path) -> set[str]:
    """What a project is called: its folder, and owner and name of its remotes."""
    found = {root.name}
    try:
        text = read_regular(root / ".git" / "config", 64 * 1024).decode("utf-8", "replace")
    except Unreadable:
        text = ""
    for owner, name in _REMOTE.findall(text):
        found |= {owner, name}
    return {name for name in found if len(name) >= SHORTEST and name.casefold() not in _COMMON}


def anonymous(text: str, names: Collection[str]) -> str:
    """`text` with secrets, paths and these names replaced."""
    kept = _PATH.sub("<path>", redact(text))
    for name in sorted(names, key=len, reverse=True):
        kept = _named(name).sub("the project", kept)
    return kept


def tells(text: str, names: Collection[str]) -> list[str]:
    """The names that stand in `text`."""
    return [name for name in sorted(names) if _named(name).search(text)]


def _named(name: str) -> re.Pattern[str]:
    """The name with any of the signs that join words: `my-shop`, `my_shop`, `MyShop`."""
    parts = [re.escape(part) for part in re.split(r"[-_.\s]+", name) if part]
    return re.compile(rf"(?<![A-Za-z0-9]){r'[-_. ]?'.join(parts)}(?![A-Za-z0-9])", re.IGNORECASE)
