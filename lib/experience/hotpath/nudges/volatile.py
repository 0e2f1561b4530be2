"""Text without what differs from run to run: numbers, times, identifiers, temporary folders, quotes."""

from __future__ import annotations

from experience.hotpath import sanitize

_QUOTES = str.maketrans("", "", "'\"`\u2018\u2019\u201c\u201d")
_HEX = frozenset("0123456789abcdef-")
#: Folders whose next part is made up on each run, and how many parts that are.
_TEMPORARY = (("/var/folders/", 3), ("/tmp/", 1), ("/temp/", 1), ("\\temp\\", 1))  # noqa: S108
NUMBER = "#"


def stable(line: str) -> str:
    """`line` in lower case with `#` for every volatile part."""
    words = sanitize.clean(line).lower().translate(_QUOTES).split()
    return " ".join(_stable_word(word) for word in words)


def stable_command(command: str) -> str:
    """As `stable`, but numbers inside names stay: test_1.py is not test_2.py."""
    words = sanitize.clean(command).translate(_QUOTES).split()
    return " ".join(_stable_argument(word) for word in words)


def _stable_word(word: str) -> str:
    word = _without_temporary(word)
    if not any(map(str.isdigit, word)):
        return word
    pieces = "".join(char if char.isalnum() or char == "-" else f" {char} " for char in word).split()
    return _squeezed("".join(map(_stable_piece, pieces)))


def _stable_piece(piece: str) -> str:
    if len(piece) >= 20 and _HEX.issuperset(piece):
        return NUMBER
    return "-".join(map(_stable_atom, piece.split("-")))


def _stable_atom(atom: str) -> str:
    """`7d9f8b` and `x2k4z` are made up, `ts2345` is a name with a number."""
    switches = sum(atom[at - 1].isdigit() != atom[at].isdigit() for at in range(1, len(atom)))
    if atom.isdigit() or (len(atom) >= 5 and switches >= 2) or (len(atom) >= 7 and _is_hex(atom)):
        return NUMBER
    return _squeezed("".join(NUMBER if char.isdigit() else char for char in atom))


def _is_hex(atom: str) -> bool:
    return _HEX.issuperset(atom) and any(map(str.isdigit, atom))


def _squeezed(word: str) -> str:
    """`#.#` and `##` are one number: 3.2s is 12s."""
    for long in ("##", "#.#", "#:#", "#-#", "#,#"):
        while long in word:
            word = word.replace(long, NUMBER)
    return word


def _without_temporary(word: str) -> str:
    for folder, parts in _TEMPORARY:
        before, found, after = word.partition(folder)
        if found:
            sign = folder[-1]
            rest = after.split(sign)[parts:]
            return sign.join([before + folder + NUMBER, *rest])
    return word


def _stable_argument(word: str) -> str:
    word = _without_temporary(word)
    if not any(map(str.isdigit, word)):
        return word
    for sign in "=:":
        if sign in word:
            return sign.join(map(_stable_argument, word.split(sign)))
    bare = word.replace(".", "").replace("-", "").replace(",", "")
    if bare.isdigit() or (len(word) >= 7 and _is_hex(word.lower())):
        return NUMBER
    return word
