"""Is this command our hook? Told by the path it runs, never by a key of our own (cases S10, S21, S30)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

#: How every spelling of our command has ended, whatever stands before.
TAIL = "experience-layer/hooks/claude-code.sh"

#: Programs that only carry the hook: they run it, wait for it, or swallow its input.
_CARRIERS = frozenset("bash sh zsh dash exec env command nice nohup timeout gtimeout time".split())
_FILLERS = frozenset("cat true false : exit [ test [[ cd".split())
_KEYWORDS = frozenset("if then else elif fi { } !".split())
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_SEPARATOR = re.compile(r"[;&|()\n]+")

#: Written by installers that forgot to quote: one path, perhaps with blanks or an apostrophe in it.
_UNQUOTED = re.compile(
    r"""(?:(?:/usr/bin/env\s+)?(?:/bin/|/usr/bin/)?(?:bash|sh|exec)\s+)?["']?"""
    r"(?:~|\$\{?HOME\}?|/|[A-Za-z]:)(?:(?!\s[~$/\"'])[^;&|<>\n])*" + re.escape("/" + TAIL) + r"""["']?\s*"""
)


def is_ours(command: str, hook: Path) -> bool:
    """Whether a command of settings.json does nothing but run our hook.

    A command that also does something of the user's is theirs (`mentions` tells of it).
    """
    try:
        programs = list(_programs(command))
    except ValueError:  # quotes that do not pair
        programs = []
    hooks = [word for word in programs if _is_hook(word, hook)]
    if hooks and all(word in hooks or _is_harmless(word) for word in programs):
        return True
    return _UNQUOTED.fullmatch(command.replace("\\", "/").strip()) is not None


def mentions(command: str) -> bool:
    return TAIL in command.replace("\\", "/")


def _is_harmless(word: str) -> bool:
    name = word.rpartition("/")[2]
    return name in _CARRIERS or name in _FILLERS or name in _KEYWORDS


def _is_hook(path: str, hook: Path) -> bool:
    if re.search(r"[;&|]\s", path):  # a whole script after `bash -c`
        return False
    if path.replace("\\", "/").endswith("/" + TAIL) or path == TAIL:
        return True
    for start in ("~", "$HOME", "${HOME}"):
        if path.startswith(start + "/"):
            path = str(Path.home()) + path[len(start) :]
    return path.endswith("/claude-code.sh") and _same(Path(path), hook)


def _same(one: Path, other: Path) -> bool:
    try:
        return one == other or one.samefile(other)
    except (OSError, ValueError):
        return False


def _programs(command: str) -> Iterator[str]:
    """The words of a shell command that name a program which runs; `$f` is what `f=` said.

    The arguments of a carrier count as programs until one is named: `timeout 5 bash X` runs X.
    """
    assigned: dict[str, str] = {}
    expected, redirected = True, False
    for word in _lexer(command):
        if _SEPARATOR.fullmatch(word):
            expected, redirected = True, False
        elif not word.strip("<>&|"):
            redirected = True
        elif redirected:
            redirected = False
        elif expected and _ASSIGNMENT.match(word):
            name, _, value = word.partition("=")
            assigned[name] = value
        elif expected and not _is_option(word):
            program = assigned.get(word.strip("${}"), word) if word.startswith("$") else word
            yield program
            expected = program.rpartition("/")[2] in _CARRIERS | _KEYWORDS


def _lexer(command: str) -> Iterator[str]:
    lexer = shlex.shlex(command, posix=True, punctuation_chars="();<>|&")
    lexer.whitespace_split = True
    lexer.commenters = ""
    return lexer


def _is_option(word: str) -> bool:
    return word.startswith("-") or re.fullmatch(r"[0-9]+[smhd]?", word) is not None
