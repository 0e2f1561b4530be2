"""What the standard library's own regex parser says about a regex, walked for two questions."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Iterable, Iterator
from typing import Any

_parser: Any = importlib.import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse")

#: From this many repetitions on a bounded repeat is as good as unbounded.
MANY = 16
#: Two repeats of nearly anything (`.*`) are cubic on an unlucky text, unless bounded by this.
MAX_WIDE = 2
WIDE_BOUND = 100

_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_SINGLES = ("LITERAL", "NOT_LITERAL", "ANY", "IN", "CATEGORY", "RANGE")
_PROBE_CHARACTERS = [*map(chr, range(9, 14)), *map(chr, range(32, 127)), *"éж字"]
_PROBES = frozenset(_PROBE_CHARACTERS)


def parse(text: str) -> Any:
    """The parse tree. Raises re.error, OverflowError, ValueError or RecursionError on a bad regex."""
    return _parser.parse(text)


def _name(operator: Any) -> str:
    name: str = operator.name
    return name


def _parts(operator: str, argument: Any) -> list[Any]:
    """The sequences inside one item of a sequence."""
    if operator in _REPEATS:
        return [argument[2]]
    if operator == "SUBPATTERN":
        return [argument[3]]
    if operator == "BRANCH":
        return list(argument[1])
    if operator in ("ASSERT", "ASSERT_NOT"):
        return [argument[1]]
    if operator == "GROUPREF_EXISTS":
        return [part for part in argument[1:] if part is not None]
    return [argument] if operator == "ATOMIC_GROUP" else []


def _items(sequence: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """All items of a sequence and of what lies inside it."""
    for operator, argument in sequence:
        name = _name(operator)
        yield name, argument
        for part in _parts(name, argument):
            yield from _items(part)


def _is_long(name: str, argument: Any) -> bool:
    return name in _REPEATS and int(argument[1]) >= MANY


def may_backtrack(tree: Any) -> bool:
    """True for nested repeats, alternatives that overlap in a repeat, neighbours that share characters."""
    long_ones = [argument[2] for name, argument in _items(tree) if _is_long(name, argument)]
    if not long_ones:
        return False
    if any(_nests(body) for body in long_ones) or (len(long_ones) > 1 and _touching(tree)):
        return True
    wide = [arg for name, arg in _items(tree) if _is_long(name, arg) and int(arg[1]) > WIDE_BOUND]
    return sum(len(_first(arg[2])) > len(_PROBE_CHARACTERS) // 2 for arg in wide) >= MAX_WIDE


def _nests(body: Any) -> bool:
    """Whether the body of a repeat can split the same text in several ways."""
    for name, argument in _items(body):
        if _is_long(name, argument) or name == "GROUPREF":
            return True
        if name in _REPEATS and argument[0] != argument[1] and len(body) == 1:
            return True
        if name == "BRANCH" and _overlap(argument[1]):
            return True
    return False


def _overlap(branches: Iterable[Any]) -> bool:
    seen: set[str] = set()
    for branch in branches:
        first = _first(branch)
        if not branch.getwidth()[0] or first & seen:
            return True
        seen |= first
    return False


def _touching(sequence: Any) -> bool:
    """Two long repeats with nothing obligatory between them that can eat the same characters."""
    before: set[str] = set()
    for operator, argument in sequence:
        name = _name(operator)
        if any(_touching(part) for part in _parts(name, argument)):
            return True
        if _is_long(name, argument):
            own = _first(argument[2])
            if own & before:
                return True
            before = own | (before if argument[0] == 0 else set())
        elif name not in ("AT", "ASSERT", "ASSERT_NOT") and _least(name, argument):
            before = set()
    return False


def _least(name: str, argument: Any) -> int:
    """Characters that an item takes at least."""
    if name in _SINGLES:
        return 1
    if name in _REPEATS:
        return int(argument[0]) and int(argument[2].getwidth()[0])
    return min((int(part.getwidth()[0]) for part in _parts(name, argument)), default=0)


def _first(sequence: Any) -> set[str]:
    """Probe characters with which a match of the sequence can begin."""
    first: set[str] = set()
    for operator, argument in sequence:
        name = _name(operator)
        if name in _SINGLES:
            return first | _taken(name, tuple(argument) if name == "IN" else argument)
        if name == "GROUPREF":
            return set(_PROBE_CHARACTERS)
        if name not in ("ASSERT", "ASSERT_NOT"):
            for part in _parts(name, argument):
                first |= _first(part)
        if _least(name, argument):
            return first
    return first


@functools.lru_cache(maxsize=4096)
def _taken(name: str, argument: Any) -> frozenset[str]:
    """Probe characters that an item of one character takes; `argument` of a set as a tuple."""
    if name == "IN":
        listed = [(_name(operator), value) for operator, value in argument]
        inside = frozenset[str]().union(*(_taken(kind, value) for kind, value in listed if kind != "NEGATE"))
        return _PROBES - inside if any(kind == "NEGATE" for kind, _ in listed) else inside
    return frozenset(c for c in _PROBE_CHARACTERS if _takes(name, argument, c))


def _takes(name: str, argument: Any, character: str) -> bool:
    if name == "LITERAL":
        return chr(argument).casefold() == character.casefold()
    if name == "NOT_LITERAL":
        return chr(argument) != character
    if name == "RANGE":
        return any(argument[0] <= ord(c) <= argument[1] for c in {character, character.swapcase()})
    if name == "CATEGORY":
        return _in_category(_name(argument), character)
    return True


def _in_category(name: str, character: str) -> bool:
    inside = (
        character.isdigit()
        if name.endswith("DIGIT")
        else character.isspace()
        if name.endswith("SPACE")
        else character.isalnum() or character == "_"
    )
    return inside != ("NOT_" in name)


def required_literals(tree: Any) -> tuple[str, ...]:
    """See regexes.required_literals."""
    sets: list[tuple[str, ...]] = [(run,) for run in _runs(tree) if _says(run)]
    sets += [literals for branches in _alternatives(tree) if (literals := _one_of(branches))]
    return max(sets, key=lambda literals: min(map(_says, literals)), default=())


def _says(literal: str) -> int:
    """How much finding a literal narrows down: blanks are everywhere."""
    return len(literal) - literal.count(" ")


def _runs(tree: Any) -> list[str]:
    runs = [""]
    _collect(tree, runs)
    return runs


def _one_of(branches: list[Any]) -> tuple[str, ...]:
    """A literal of each branch, or () if one branch has none."""
    literals = [max(_runs(branch), key=_says) for branch in branches]
    return tuple(sorted(set(literals))) if all(map(_says, literals)) else ()


def _alternatives(sequence: Any) -> Iterator[list[Any]]:
    """The branches of each alternation that every match goes through."""
    for operator, argument in sequence:
        name = _name(operator)
        if name == "BRANCH":
            yield _parts(name, argument)
        elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
            yield from _alternatives(_parts(name, argument)[0])


def _collect(sequence: Any, runs: list[str]) -> None:
    """Append to the last run while characters are certain; open a new one where they are not."""
    for operator, argument in sequence:
        name = _name(operator)
        if name in ("AT", "ASSERT", "ASSERT_NOT"):
            continue
        letter = _certain(name, argument)
        if letter:
            runs[-1] += letter
        elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
            _collect(_parts(name, argument)[0], runs)
        else:
            runs.append("")
            if name in _REPEATS and argument[0] > 0:
                _collect(argument[2], runs)
                runs.append("")


def _certain(name: str, argument: Any) -> str:
    """The one ASCII character (lower case) that the item stands for, else ''."""
    if name == "IN":
        letters = {_certain(_name(operator), value) for operator, value in argument}
        return letters.pop() if len(letters) == 1 else ""
    if name != "LITERAL" or not 32 <= argument < 127:
        return ""
    return chr(argument).lower()
