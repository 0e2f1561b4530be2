"""One file -> one Pattern and all that is wrong with it, as references/PATTERN_SPEC.md says."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path
from typing import Any, NamedTuple

from experience.files.frontmatter import FENCE, decode, read_tree, split
from experience.files.read import Unreadable, read_regular
from experience.patterns.body import read_body
from experience.patterns.form import PLACEHOLDER, Form, Table
from experience.patterns.pattern import Examples, Pattern, Provenance, Triggers
from experience.patterns.problem import ERROR, WARNING, Problem
from experience.patterns.regexes import check_regex
from experience.vocabulary import (
    MAX_EXAMPLE_CHARS,
    MAX_EXAMPLES,
    MAX_KEYWORDS,
    MAX_PATTERN_BYTES,
    MAX_REGEXES,
    MAX_TRIGGER_CHARS,
    REVIEW_STATUSES,
    SEVERITIES,
)

KEYS = frozenset(
    "id name severity domain triggers fix last_seen provenance review_status hits last_save_at"
    " false_positives examples related falsepositives preflight".split()
)
TRIGGER_KEYS = frozenset({"keywords", "regex", "none"})
EXAMPLE_KEYS = frozenset({"fire", "quiet"})
PROVENANCE_KEYS = frozenset({"url", "session_id", "commit"})

#: Used in file names and on command lines.
ID = re.compile(r"[^\W_][\w.-]{0,119}")
DOMAIN = re.compile(r"[^\W_][\w.-]{0,63}")
DEFAULT_DOMAIN = "general"
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})(?:[T ].*)?$", re.ASCII)


class Parsed(NamedTuple):
    """`pattern` is None when the file is not loaded; `problems` are in the order of their lines."""

    pattern: Pattern | None
    problems: tuple[Problem, ...]


def parse_file(path: Path, *, keep_archived: bool = False) -> Parsed:
    """Read `path`; what cannot be read is a problem, never an exception."""
    try:
        data = read_regular(path, MAX_PATTERN_BYTES)
    except Unreadable as error:
        return Parsed(None, (Problem(path, 1, str(error), "format"),))
    return parse_bytes(data, path, keep_archived=keep_archived)


def parse_bytes(data: bytes, path: Path, *, keep_archived: bool = False) -> Parsed:
    """Never raises on content. An archived pattern is left out, with a warning, unless `keep_archived`."""
    form = Form(path)
    table, body, body_line = _tree(data, form)
    pattern = None
    if table is not None:
        form.lines["body"] = body_line
        pattern = _pattern(table, body, form)
    if pattern is not None and pattern.review_status == "archived" and not keep_archived:
        message = "archived: never injected; exp.py restore uses it again"
        form.problems.append(Problem(path, pattern.line_of("review_status"), message, "archived", WARNING))
        pattern = None
    return Parsed(pattern, tuple(sorted(form.problems, key=lambda problem: problem.line)))


def _tree(data: bytes, form: Form) -> tuple[Table | None, str, int]:
    """(the frontmatter's table or None, body, line of the body)."""
    if len(data) > MAX_PATTERN_BYTES:
        form.error(1, f"{len(data):,} bytes are too many: keep it below {MAX_PATTERN_BYTES:,}")
        return None, "", 1
    front = split(data)
    if front is None:
        form.error(*_no_frontmatter(data))
        return None, "", 1
    if front.undecodable:
        form.error(front.undecodable, "not UTF-8: save the file as UTF-8")
        return None, "", 1
    tree = read_tree(front.text, front.line)
    form.problems += [Problem(form.path, line, message, "yaml", ERROR) for line, message in tree.faults]
    if tree.root is None:
        return None, "", 1
    if not isinstance(tree.root.value, dict):
        form.error(front.line, "the frontmatter must be `key: value` lines: see templates/pattern.md")
        return None, "", 1
    return tree.root.value, front.body, front.body_line


def _no_frontmatter(data: bytes) -> tuple[int, str]:
    text, wrong = decode(data)
    if wrong:
        return wrong, "not UTF-8: save the file as UTF-8"
    if text.split("\n", 1)[0].rstrip() == FENCE:
        return 1, "the frontmatter is never closed: write a line `---` behind it"
    return 1, "no frontmatter: line 1 must be `---`, see templates/pattern.md"


def _pattern(table: Table, body: str, form: Form) -> Pattern | None:
    """The pattern, or None when it has no usable id, no provenance or no trigger."""
    found_id = _id(table, form)
    provenance = _provenance(table, form)
    triggers = _triggers(table, form)
    title, sections = read_body(body)
    name = _required(table, "name", form) or title or found_id or ""
    examples = form.table(table, "examples")
    values: dict[str, Any] = {
        "name": " ".join(name.split()),
        "severity": _choice(table, "severity", SEVERITIES, "med", form),
        "domain": _domain(table, form),
        "fix": _required(table, "fix", form) or "",
        "last_seen": _last_seen(table, form),
        "review_status": _choice(table, "review_status", REVIEW_STATUSES, "pending", form),
        "hits": form.count(table, "hits"),
        "false_positives": form.count(table, "false_positives"),
        "last_save_at": form.text(table, "last_save_at"),
        "examples": Examples(_prompts(examples, "fire", form), _prompts(examples, "quiet", form)),
        "related": form.texts(table, "related", commas=True),
        "falsepositives": form.texts(table, "falsepositives"),
        "preflight": _preflight(table, form),
        "extra": form.unknown(table, KEYS),
    }
    form.unknown(examples, EXAMPLE_KEYS, "examples.")
    if found_id is None or provenance is None or triggers is None:
        return None
    return Pattern(
        path=form.path, id=found_id, triggers=triggers, provenance=provenance,
        title=title, sections=sections, body=body, lines=form.lines, **values,
    )  # fmt: skip


def _line(table: Table, key: str) -> int:
    node = table.get(key)
    return node.line if node is not None else 1


def _required(table: Table, key: str, form: Form) -> str | None:
    before = len(form.problems)
    value = form.text(table, key)
    if value is None and len(form.problems) == before:
        form.error(_line(table, key), f"{key}: {'is empty' if key in table else 'is missing'}: fill it in")
    return value


def _id(table: Table, form: Form) -> str | None:
    value = _required(table, "id", form)
    if value is None or ID.fullmatch(value):
        return value
    form.error(_line(table, "id"), "id: at most 120 letters, digits, `-`, `_` and `.`, such as"
               " frontend-2026-04-18-stale-chunk")  # fmt: skip
    return None


def _domain(table: Table, form: Form) -> str:
    value = _required(table, "domain", form)
    if value is None or DOMAIN.fullmatch(value):
        return value or DEFAULT_DOMAIN
    message = f"domain: {value[:40]!r} is no folder name: one word such as power-automate"
    form.error(_line(table, "domain"), message)
    return DEFAULT_DOMAIN


def _choice(table: Table, key: str, choices: tuple[str, ...], default: str, form: Form) -> str:
    value = _required(table, key, form)
    if value is None or value in choices:
        return value or default
    if value.casefold() in choices:
        form.warning(_line(table, key), f"{key}: write it in small letters, {value.casefold()}")
        return value.casefold()
    message = f"{key}: {value[:40]!r} is not one of {', '.join(choices)}; {default} is used"
    form.error(_line(table, key), message)
    return default


def _triggers(table: Table, form: Form) -> Triggers | None:
    given = form.table(table, "triggers")
    limits = {"prefix": "triggers.", "longest": MAX_TRIGGER_CHARS}
    keywords = form.texts(given, "keywords", commas=True, most=MAX_KEYWORDS, **limits)  # type: ignore[arg-type]
    regexes = form.texts(given, "regex", most=MAX_REGEXES, **limits)  # type: ignore[arg-type]
    none = form.texts(given, "none", commas=True, most=MAX_KEYWORDS, **limits)  # type: ignore[arg-type]
    form.unknown(given, TRIGGER_KEYS, "triggers.")
    usable = tuple(regex for regex in regexes if _usable(regex, given, form))
    if keywords or usable:
        return Triggers(keywords, usable, none)
    form.error(_line(table, "triggers"), "triggers: no keyword and no usable regex: it could never fire")
    return None


def _usable(regex: str, given: Table, form: Form) -> bool:
    reason = check_regex(regex)
    if reason:
        node = given["regex"]
        items = node.value if isinstance(node.value, list) else [node]
        line = next((item.line for item in items if item.value == regex), node.line)
        message = f"triggers.regex: {regex!r} is left out: {reason}"
        form.problems.append(Problem(form.path, line, message, "regex"))
    return not reason


def _provenance(table: Table, form: Form) -> Provenance | None:
    """Anti-fabrication: without url and session_id the pattern is rejected (mission)."""
    given = form.table(table, "provenance")
    url, session, commit = (form.text(given, key, "provenance.") for key in ("url", "session_id", "commit"))
    form.unknown(given, PROVENANCE_KEYS, "provenance.")
    for key, value in (("url", url), ("session_id", session)):
        if value == PLACEHOLDER:
            form.warning(_line(given, key), f"provenance.{key}: {PLACEHOLDER!r} is a placeholder: replace it")
    if url is None and session is None:
        message = "provenance: url or session_id is needed: where was it learned?"
        form.error(_line(table, "provenance"), message)
        return None
    return Provenance(url, session, commit)


def _prompts(examples: Table, key: str, form: Form) -> tuple[str, ...]:
    return form.texts(examples, key, "examples.", most=MAX_EXAMPLES, longest=MAX_EXAMPLE_CHARS)


def _last_seen(table: Table, form: Form) -> str | None:
    """'YYYY-MM-DD' of a real date (the date of a time stamp); anything else is noted (case F03)."""
    value = form.text(table, "last_seen")
    if value is None:
        return None
    found = _DATE.match(value)
    try:
        return dt.date.fromisoformat(found[1] if found else "").isoformat()
    except ValueError:
        form.warning(_line(table, "last_seen"), f"last_seen: {value[:40]!r} is no date: write YYYY-MM-DD")
        return None


def _preflight(table: Table, form: Form) -> dict[str, Any] | None:
    if "preflight" not in table:
        return None
    plain = {key: node.plain() for key, node in form.table(table, "preflight").items()}
    return plain or None
