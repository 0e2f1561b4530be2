"""What a person typed, from stdin: a slash command sends it in a quoted heredoc, which no shell reads.

An argument on the command line would be the shell's to expand: `it's` breaks it, `$(...)` runs.
"""

from __future__ import annotations

import argparse
import sys

from experience.errors import UsageError

#: Characters taken; a verdict or a hint is a line or two.
MAX_CHARS = 64 * 1024


def add_stdin(parser: argparse.ArgumentParser) -> None:
    """The flag `--stdin`: `ID and the rest` come on standard input instead of as arguments."""
    parser.add_argument("--stdin", action="store_true", help="take the words from standard input")


def read(limit: int = MAX_CHARS) -> str:
    """Standard input as text, without blanks around it. Raises UsageError above `limit` characters."""
    data = sys.stdin.buffer.read(4 * limit + 1)
    said = data.decode("utf-8", "replace").strip()
    if len(said) > limit:
        raise UsageError(f"standard input: more than {limit} characters; send a shorter text")
    return said


def words(args: argparse.Namespace, given: list[str]) -> tuple[str, str]:
    """(first word, the rest) of what was typed: of stdin under --stdin, else of `given`; "" where lacking."""
    said = read() if args.stdin else " ".join(given)
    first, *rest = said.split(None, 1) or [""]
    return first, "".join(rest).strip()
