"""`exp.py index`: compile the corpus for the hook, all of it."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from experience.commands.reply import Reply
from experience.feedback import standings
from experience.index import build, reach, update


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--detached", action="store_true", help="as the hook starts it, in the background")
    parser.add_argument("--sweep", action="store_true", help="only what was edited, in a large corpus")
    parser.add_argument("--at", metavar="FOLDER", default="", help="instead of the current folder's project")


@contextmanager
def progress_bar(title: str) -> Iterator[build.Progress]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield build.silent
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def sweep(cwd: str) -> Reply:
    """`data`: {"edited"}: files whose edits were found."""
    edited = sum(update.sweep(layer) for layer in reach.layers_for(cwd))
    return Reply("swept", {"edited": edited}, [f"{edited} edited files indexed"])


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"indexed": [{"corpus", "patterns", "files"}], "seconds"}."""
    cwd = args.at or str(Path.cwd())
    if args.sweep:
        return sweep(cwd)
    started = time.perf_counter()
    indexed = []
    for layer in reach.layers_for(cwd):
        with progress_bar(f"index {layer.name}") as progress:
            contents = build.write_base(layer, progress)
        if contents is None:
            return Reply("busy", {"corpus": layer.name}, ["another process is indexing; nothing to do"])
        indexed.append(
            {"corpus": layer.root, "patterns": len(contents.patterns), "files": len(contents.manifest)}
        )
    standings.refresh()
    seconds = round(time.perf_counter() - started, 3)
    lines = [f"{row['patterns']} of {row['files']} files indexed: {row['corpus']}" for row in indexed]
    return Reply("indexed", {"indexed": indexed, "seconds": seconds}, [*lines, f"{seconds:.2f} s"])
