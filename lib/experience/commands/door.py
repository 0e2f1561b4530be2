"""`exp.py VERB`: find the verb, run it, print its reply, decide the exit code."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path
from typing import NoReturn, Protocol, cast

from experience.commands.reply import Reply
from experience.errors import ExperienceError, UsageError
from experience.hotpath import record
from experience.vocabulary import VERSION

#: Verb -> (module in this room, one line of help). The README table is tested against it.
VERBS: dict[str, tuple[str, str]] = {
    "status": ("status", "what is in the corpus, what fired lately, which switches are on"),
    "list": ("list_patterns", "the patterns of the corpus, one a line"),
    "show": ("show", "one pattern, with what the tool knows of it"),
    "explain": ("explain", "why each candidate does or does not fire on a prompt"),
    "similar": ("similar", "the patterns nearest to one: duplicates, contraries"),
    "saved": ("saved", "a warning prevented a failure: count it"),
    "falsepositive": ("falsepositive", "a warning did not apply: count it, and keep it quiet next time"),
    "verdict": ("verdict", "what was said of warnings; --undo takes the last of it back"),
    "archive": ("archive", "never inject a pattern again; the file stays"),
    "restore": ("restore", "use an archived pattern again"),
    "capture": ("capture", "record a failure: context, draft, approval"),
    "onboard": ("onboard", "five starter patterns of a domain, one at a time"),
    "candidates": ("candidates", "the drafts that wait for approval"),
    "event": ("event", "add an event to a skill's log, from standard input"),
    "compact": ("compact", "promote what a skill's events say into its digest"),
    "digest": ("digest", "what a skill learned, as a model gets it before it uses the skill"),
    "harvest": ("harvest", "what sessions taught: events of skills, candidates; one, a batch, or nightly"),
    "memory": ("memory", "condense a MEMORY.md by proposals that are checked; nights, undo"),
    "tune": ("tune", "what would make warnings quieter, with evidence; --apply, --undo"),
    "report": ("report", "one HTML page with charts and a table of all patterns"),
    "preflight": ("preflight", "what was looked up for patterns that ask for it first"),
    "mine": ("mine", "lessons that recur across projects, and which one to make global"),
    "lint": ("lint", "check pattern files; every problem as path:line: message"),
    "trust": ("trust", "look at a repository's patterns and allow them, or take that back"),
    "log": ("log", "what the hook did: warnings, what held others back, nudges"),
    "index": ("index", "compile the corpus for the hook"),
    "doctor": ("doctor", "does it live? what is wrong, and the command that mends it"),
    "install": ("install", "set up the hook and the commands (install.sh runs it)"),
    "uninstall": ("uninstall", "take out what install put in; the corpus stays"),
}


class Verb(Protocol):
    """What a module of this room offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> Reply: ...


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.prog}: {message}; try {self.prog} --help")


def load(verb: str) -> Verb:
    return cast(Verb, importlib.import_module(f"experience.commands.{VERBS[verb][0]}"))


def overview() -> str:
    width = max(map(len, VERBS))
    rows = [f"  {name:{width}}  {help_line}" for name, (_, help_line) in VERBS.items()]
    return "\n".join(["usage: exp.py VERB ... (exp.py VERB --help tells more)", "", *rows])


def parser_of(verb: str, module: Verb) -> Parser:
    parser = Parser(prog=f"exp.py {verb}", description=VERBS[verb][1])
    parser.add_argument("--json", action="store_true", help="answer with one JSON object")
    parser.add_argument("--session", metavar="ID", default=None, help="the client's session id")
    module.add_arguments(parser)
    return parser


def run(arguments: list[str]) -> Reply:
    if arguments[:1] == ["--version"]:
        return Reply("ok", {"version": VERSION}, [VERSION])
    if not arguments or arguments[0] not in VERBS:
        wrong = f"unknown verb {arguments[0]!r}" if arguments else "no verb given"
        raise UsageError(f"exp.py: {wrong}; exp.py --help lists the verbs")
    verb, rest = arguments[0], arguments[1:]
    module = load(verb)
    return module.run(parser_of(verb, module).parse_args(rest))


def check_folder() -> None:
    """Verbs look for the project of the current folder."""
    try:
        Path.cwd()
    except OSError as error:
        raise ExperienceError(
            f"the current folder is gone ({error.strerror}): cd to one that exists"
        ) from error


def failed(error: ExperienceError, as_json: bool) -> int:
    status = "usage" if isinstance(error, UsageError) else "error"
    if as_json:
        print(json.dumps({"status": status, "error": str(error)}, ensure_ascii=False))
    else:
        print(f"status: {status}", flush=True)
        print(str(error), file=sys.stderr)
    return error.exit_code


def use_utf8() -> None:
    """Any path or pattern can be printed, whatever the locale says; lone surrogates escaped."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def main(arguments: list[str]) -> int:
    use_utf8()
    if arguments and arguments[0] in ("-h", "--help", "help"):
        print(overview())
        return 0
    as_json = "--json" in arguments
    try:
        check_folder()
        reply = run(arguments)
        print(reply.as_json() if as_json else reply.as_text(), flush=True)
        return reply.code
    except ExperienceError as error:
        return failed(error, as_json)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:  # the one place that meets a bug: it is logged, then named
        record.error(f"exp.py {arguments[0]}", error)
        kind = f"{type(error).__name__}: {error}"
        return failed(ExperienceError(f"unexpected {kind}; logged in {record.error_log()}"), as_json)
