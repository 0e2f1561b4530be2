"""`exp.py report --html FILE`: one page that needs nothing else, with charts and a table of all patterns."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from pathlib import Path

from experience.commands.reply import Reply
from experience.errors import ExperienceError, UsageError
from experience.events import summary, verdicts
from experience.feedback.figures import Figures
from experience.files.write import write_atomic
from experience.index import config
from experience.patterns.corpora import corpora
from experience.patterns.hidden import visible

PAGE = Path(__file__).resolve().parents[3] / "templates" / "report"
_SLOT = re.compile(r"\{\{(style|data|library|script)\}\}")
_SOURCE_MAP = re.compile(r"\n//# sourceMappingURL=\S+\s*$")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--html", metavar="FILE", default="", help="write the page to this file")
    parser.add_argument("--since", metavar="DAY", default="", help="only what the log says from this day on")


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"path", "bytes", "prompts", "patterns"}."""
    if not args.html:
        raise UsageError("report: where to? --html FILE")
    figures = gathered(str(Path.cwd()), args.since)
    data = page(figures).encode("utf-8", "replace")
    target = Path(args.html)
    if target.is_dir() or not target.absolute().parent.is_dir():
        raise ExperienceError(f"{target}: no file can be written there; name one in a folder that exists")
    path = write_atomic(target, data)
    told = {
        "path": str(path),
        "bytes": len(data),
        "prompts": figures.log.prompts,
        "patterns": len(figures.patterns),
    }
    lines = [f"{path}: {len(data) // 1024:,} KB, needs no network; open it in a browser"]
    return Reply("written", told, [visible(line) for line in lines])


def gathered(cwd: str, since: str = "") -> Figures:
    policy = config.compiled()["project_patterns"]
    patterns = [
        (place.origin, pattern)
        for place in corpora(cwd, policy)
        for pattern in place.load(keep_archived=True).patterns
    ]
    return Figures(summary.summary(since=since), verdicts.in_force(), list(patterns))


def page(figures: Figures) -> str:
    """The whole page. Data is JSON that cannot end its element."""
    document = json.dumps(figures.document(), ensure_ascii=True, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    parts: Mapping[str, str] = {
        "style": _text("style.css"),
        "data": document,
        "library": _SOURCE_MAP.sub("\n", _text("chart.umd.min.js")),
        "script": _text("script.js"),
    }
    return _SLOT.sub(lambda found: parts[found[1]], _text("page.html"))


def _text(name: str) -> str:
    try:
        return (PAGE / name).read_text("utf-8")
    except OSError as error:
        raise ExperienceError(f"{PAGE / name}: cannot be read ({error.strerror}); install anew") from error
