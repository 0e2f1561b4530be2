"""`exp.py status`: does it live, what does it hold, what did it do lately."""

from __future__ import annotations

import argparse
import textwrap
from collections import Counter
from pathlib import Path
from typing import Any

from experience.commands import held_back, lately
from experience.commands.painting import painted
from experience.commands.reply import Reply
from experience.errors import ExperienceError
from experience.events import log, summary, verdicts
from experience.hotpath import places, switches
from experience.index import config
from experience.installation.doctor.finding import ERROR, WARNING, Finding
from experience.installation.doctor.registry import examine
from experience.installation.doctor.surroundings import Surroundings
from experience.installation.layout import layout
from experience.patterns import candidates
from experience.patterns.corpora import corpora
from experience.vocabulary import LOG_ERRORS, LOG_INJECTIONS

#: Rows of the last injections and errors.
RECENT = 5
#: Columns of a line, as far as names and paths allow.
WIDTH = 80
#: How a verdict stands in a row of the last warnings.
TOLD = {"saved": "saved", "falsepositive": "wrong"}
#: Findings of exp.py doctor that are shown here too.
SICK = (ERROR, WARNING)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def corpus_rows(policy: str) -> list[dict[str, Any]]:
    """One row a corpus: where, patterns by domain and by review status, files that did not load."""
    rows = []
    for place in corpora(str(Path.cwd()), policy):
        loaded = place.load(keep_archived=True)
        rows.append(
            {
                "origin": place.origin,
                "path": str(place.root),
                "patterns": len(loaded.patterns),
                "domains": dict(sorted(Counter(pattern.domain for pattern in loaded.patterns).items())),
                "statuses": dict(sorted(Counter(p.review_status for p in loaded.patterns).items())),
                "failed": loaded.failed,
                "waiting": place.waiting(),
            }
        )
    return rows


def wrapped(line: str) -> list[str]:
    """At most WIDTH columns where words allow; commands and paths stay whole."""
    return textwrap.wrap(
        line, WIDTH, subsequent_indent=" " * 9, break_long_words=False, break_on_hyphens=False
    )


def corpus_lines(rows: list[dict[str, Any]], policy: str) -> list[str]:
    lines = []
    why = "switched off by config.yaml" if policy == "never" else "not allowed: exp.py trust"
    for row in rows:
        domains = ", ".join(f"{domain} {count}" for domain, count in row["domains"].items())
        counted = f"{row['patterns']} pattern{'s' * (row['patterns'] != 1)}"
        lines += wrapped(f"{row['origin']:8} {counted}: {domains or row['path']}")
        states = ", ".join(f"{count} {state}" for state, count in row["statuses"].items())
        lines += [f"{'':9}{states}"] * (len(row["statuses"]) > 1)
        if row["waiting"]:
            are = "is" if row["waiting"] == "1" else "are"
            lines.append(f"{'':8} {row['waiting']} more {are} {why}")
        if row["failed"]:
            lines.append(f"{'':8} {row['failed']} file{'s' * (row['failed'] != 1)} did not load: exp.py lint")
    return lines


def with_verdicts(recent: list[dict[str, Any]], said: list[verdicts.Verdict]) -> list[dict[str, Any]]:
    """Rows of the log with "verdicts": {id: saved or falsepositive} of those that were judged."""
    judged = {one.warning: one.kind for one in said}
    return [
        {**row, "verdicts": {
            str(identity): judged[identity, str(row.get("injection_id"))]
            for identity in row["patterns_injected"] if (identity, str(row.get("injection_id"))) in judged
        }}
        for row in recent
    ]  # fmt: skip


def candidate_lines(count: int) -> list[str]:
    drafts = "1 draft waits" if count == 1 else f"{count} drafts wait"
    return [f"drafts   {drafts} for approval: exp.py candidates"] if count else []


def injection_lines(recent: list[dict[str, Any]], prompts: int, fired: int, *, whole: bool) -> list[str]:
    more = "" if whole else "the last "
    lines = [f"prompts  {more}{prompts} evaluated, {fired} with a warning"]
    for row in recent:
        said = row["verdicts"]
        for number, identity in enumerate(row["patterns_injected"]):
            ts = str(row.get("ts", "?"))[:16].replace("T", " ") if not number else ""
            lines.append(f"{'':9}{ts:16}  {TOLD.get(said.get(str(identity), ''), ''):5}  {identity}")
    return lines


def error_lines(errors: log.Tail) -> list[str]:
    if not errors.rows:
        return ["errors   none"]
    last = errors.rows[-RECENT:]
    lines = [f"errors   {len(errors.rows)} logged; the last ones:"]
    for row in last:
        what = " ".join(str(row.get(key, "")) for key in ("where", "error", "at", "detail"))
        lines.append(f"         {row.get('ts', '?')}  {what.strip()}")
    return lines


def finding_lines(findings: list[Finding]) -> list[str]:
    """What `exp.py doctor` found wrong, and what mends it."""
    lines = []
    for one in findings:
        lines += wrapped(f"doctor   {one.level}: {one.cause}")
        lines += [f"{'':9}-> {one.mend}"] if one.mend else []
    return lines or ["doctor   found nothing wrong"]


def unreadable(count: int) -> str:
    return "1 line cannot be read and is" if count == 1 else f"{count} lines cannot be read and are"


def settings() -> tuple[config.Config, str]:
    """The settings in force and what is wrong with config.yaml, or "": then the hook has the defaults too."""
    try:
        return config.load(), ""
    except ExperienceError as error:
        return config.Config(), str(error)


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"home", "corpora": [corpus_rows], "prompts", "fired", "recent", "errors", "bad_lines",
    "off", "project_patterns", "config" (what is wrong with it), "findings" (errors and warnings of
    exp.py doctor), "verdicts" (held_back.verdicts), "lately" (lately.figures), "candidates" (how many wait)}.
    `prompts`, `fired`, `recent` and `errors` are those of the logs' tails. references/STATUS.md has all
    keys."""
    chosen, broken = settings()
    policy = chosen.project_patterns
    rows = corpus_rows(policy)
    injections, errors = log.tail(LOG_INJECTIONS), log.tail(LOG_ERRORS)
    fired = [row for row in injections.rows if isinstance(row.get("patterns_injected"), list)]
    fired = [row for row in fired if row["patterns_injected"]]
    off = switches.off_because(str(Path.cwd()))
    bad = injections.bad + errors.bad
    judged = verdicts.in_force()
    said = held_back.verdicts(policy, judged)
    recent = with_verdicts(fired[-RECENT:], judged)
    figures = lately.figures(summary.summary(since=lately.since()), judged)
    waiting = len(candidates.stock().candidates)
    findings = [one for one in examine(Surroundings(layout(), str(Path.cwd()))) if one.level in SICK]
    data = {
        "home": places.home(), "corpora": rows, "prompts": len(injections.rows), "fired": len(fired),
        "recent": recent, "errors": errors.rows[-RECENT:], "bad_lines": bad, "off": off,
        "project_patterns": policy, "config": broken,
        "findings": [{"level": one.level, "cause": one.cause, "mend": one.mend} for one in findings],
        "verdicts": said, "lately": figures, "candidates": waiting,
    }  # fmt: skip
    lines = [
        f"home     {places.home()}",
        *([f"config   {broken}"] if broken else []),
        *corpus_lines(rows, policy),
        *candidate_lines(waiting),
        *injection_lines(recent, len(injections.rows), len(fired), whole=injections.whole),
        *held_back.lines(said),
        *lately.lines(figures),
        *error_lines(errors),
        *([f"logs     {unreadable(bad)} skipped"] if bad else []),
        *finding_lines(findings),
        f"switch   {'off: ' + off if off else 'on here'}",
    ]
    return Reply("off" if off else "on", data, painted(lines))
