"""Regexes of triggers: may one be used, may it run away, which text must be there for it to match.

The verdicts are the same on every Python from 3.10: what only newer ones accept is refused
by reading the text (cases X02, X03, X04, X08).
"""

from __future__ import annotations

import functools
import re
import warnings
from typing import Any

from experience.patterns import regex_tree

_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[a-zA-Z<>]+|[*+?}]\+|[\s\S]", re.DOTALL)
_SUSPECT = re.compile(r"[*+?}]\+|\(\?[a-zA-Z<>]|\\[pP]\{")
_FLAGS = re.compile(r"\(\?[aiLmsux]+\)")
#: Texts on which an empty match shows that a trigger would fire on anything.
_PROBES = ("", "a", "a b", ".")
_CATEGORY = re.compile(r"\\[pP]\{")


@functools.lru_cache(maxsize=4096)
def check_regex(text: str) -> str | None:
    """Why this regex is refused, or None when it can be used.

    Refused: what does not compile on every supported Python, and what matches an empty text
    (it would fire on every prompt).
    """
    return _foreign(text) or _broken(text)


def _foreign(text: str) -> str | None:
    """Spellings of other dialects, or of some Python versions only."""
    if not _SUSPECT.search(text):
        return None
    start = 0
    while flags := _FLAGS.match(text, start):
        start = flags.end()
    for token in _TOKEN.finditer(text, start):
        reason = _foreign_token(token[0], text, token.start())
        if reason:
            return reason
    return None


def _foreign_token(token: str, text: str, at: int) -> str | None:
    if len(token) == 2 and token[1] == "+" and token[0] in "*+?}":
        return f"`{token}` means different things to different Pythons: write `\\+` for a plus sign"
    if token.startswith("(?>"):
        return "atomic groups `(?>` need Python 3.11: use `(?:`"
    if token.startswith("(?<") and text[at + 3 : at + 4] not in ("=", "!"):
        return "a named group is written `(?P<name>...)`"
    if token.startswith("(?") and _FLAGS.match(text, at):
        return "a flag such as `(?i)` stands at the very start (case is ignored anyway)"
    if _CATEGORY.match(text, at) and token[0] == "\\":
        return "`\\p{...}` is not known to Python: use `\\w`, `[^\\W\\d_]` for letters"
    return None


def _broken(text: str) -> str | None:
    parsed, reason = _read(text)
    if parsed is None or (parsed.getwidth()[0] > 0 and "(?<" not in text):
        return reason
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled = re.compile(text, re.IGNORECASE)
    except _REFUSED as error:
        return _no_regex(error)
    if any((found := compiled.search(probe)) and not found[0] for probe in _PROBES):
        return "it matches an empty text and would fire on every prompt: make some part obligatory"
    return None


_REFUSED = (re.error, OverflowError, ValueError, RecursionError)


def _no_regex(error: Exception) -> str:
    return f"no valid regex ({error}): correct it, or put a backslash before signs meant as such"


@functools.lru_cache(maxsize=64)
def _read(text: str) -> tuple[Any, str | None]:
    """(the parse tree, None), or None and what is wrong. A regex is asked three questions in a row."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", FutureWarning)
            return regex_tree.parse(text), None
    except FutureWarning:
        what = "`[[`, `--`, `&&`, `~~`, `||` in a set will change their meaning"
        return None, f"{what}: put a backslash before them"
    except _REFUSED as error:
        return None, _no_regex(error)


@functools.lru_cache(maxsize=4096)
def risky(text: str) -> bool:
    """Whether the regex may take very long on an unlucky text; True when in doubt."""
    tree = _read(text)[0]
    try:
        return tree is None or regex_tree.may_backtrack(tree)
    except RecursionError:
        return True


@functools.lru_cache(maxsize=4096)
def required_literals(text: str) -> tuple[str, ...]:
    """Literals (ASCII, lower case) one of which each match contains; () unknown.

    `cassert|JSIConverter` -> both. Compare with the casefolded prompt: the long s and the Kelvin
    sign match `s` and `k` too.
    """
    tree = _read(text)[0]
    try:
        return () if tree is None else regex_tree.required_literals(tree)
    except RecursionError:
        return ()
