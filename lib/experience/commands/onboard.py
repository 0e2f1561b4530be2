"""`exp.py onboard`: a quarter of an hour to five patterns worth having, and one that is seen to work."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Iterable
from pathlib import Path

from experience.commands import (
    capture_context,
    drafting,
    free_text,
    onboarding,
    onboarding_progress,
    provenance,
)
from experience.commands.drafting import Ask
from experience.commands.onboarding_progress import Progress
from experience.commands.reply import Reply
from experience.commands.typed import script, session_of, typed
from experience.errors import UsageError
from experience.hotpath import ledger, query, upkeep, warn
from experience.hotpath.render import EXP
from experience.index import update
from experience.patterns import candidates, starter
from experience.patterns.lifecycle import slugged
from experience.patterns.pattern import Pattern
from experience.patterns.redact import redact

#: The page whose drafting guide an interview needs, and where that begins.
IN_PAGE = "--session ${CLAUDE_SESSION_ID}"
GUIDE, GUIDE_START = Path(__file__).resolve().parents[3] / "commands" / "exp-capture.md", "**Draft**"
QUESTIONS = (
    "What broke, and how did you notice?",
    "What had you asked for, in your words, before it broke?",
    "What was the cause, and what do you do now instead?",
)
WHAT = "WHAT HAPPENED"
STEPS = ("take", "skip", "edit", "stop")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "a domain; DOMAIN: what happened; take, skip, edit WISH, stop"
    parser.add_argument("words", nargs="*", metavar="WORD", help=about)
    free_text.add_stdin(parser)
    parser.add_argument("--edit", metavar="ID", help="change the offered pattern by the JSON on stdin")
    parser.add_argument("--anyway", action="store_true", help="with --edit: although an example slips")


def run(args: argparse.Namespace) -> Reply:
    """`data` by status: choose {"packs", "under_way"}; offer, editing, problems: see onboarding, drafting;
    interview {"domain", "patterns", "drafts", "questions"}; story {"domain", "story", "nearest", "domains"};
    finished {"taken", "prompt", "warning"}."""
    ask = Ask(str(Path.cwd()), session_of(args.session), onboarding.SOURCE, args.anyway)
    progress = onboarding_progress.load()
    if args.edit:
        return onboarding.edit(progress, args.edit, drafting.document_in(free_text.read()), ask)
    first, rest = free_text.words(args, args.words)
    if first in STEPS:
        return _decision(first, rest, progress, ask)
    said = f"{first} {rest}".strip()
    if not said:
        return onboarding.offer(progress, ask) if progress.current else choose(progress)
    domain, _, story = said.partition(":")
    _refuse_slip(domain.strip())
    return _domain(slugged(domain), story.strip(), progress, ask)


def _refuse_slip(word: str) -> None:
    """A mistyped step is no domain. Raises UsageError."""
    known = [*STEPS, *starter.domains()]
    near = [] if word in known else difflib.get_close_matches(word, known, n=1, cutoff=0.75)
    if near and slugged(word) not in known:
        raise UsageError(f"{word!r}: did you mean {near[0]}?")
    if not re.search(r"\w", word):
        raise UsageError("name a domain first: `rust: what happened`")


def _decision(step: str, rest: str, progress: Progress, ask: Ask) -> Reply:
    if step == "stop":
        return finished(progress, ask)
    if not progress.current:
        raise UsageError("nothing is on offer: name a domain first, such as power-automate")
    if step == "edit":
        return onboarding.editing(progress, progress.current, rest)
    identity = rest or progress.current
    done = onboarding.take(progress, identity, ask) if step == "take" else onboarding.skip(progress, identity)
    progress, said = done
    return onboarding.offer(progress, ask, (said,)) if progress.current else finished(progress, ask, (said,))


def choose(progress: Progress) -> Reply:
    packs = starter.domains()
    lines = ["Starter packs:", *(f"  {name}: {count} patterns" for name, count in packs.items())]
    lines += ["Any other domain: an interview about what went wrong there.", ""]
    lines.append(f"  {typed('exp-onboard', 'DOMAIN', 'onboard DOMAIN')}")
    return Reply("choose", {"packs": packs, "under_way": progress.domain}, lines)


def _domain(domain: str, story: str, progress: Progress, ask: Ask) -> Reply:
    if domain in starter.domains() and not story:
        if progress.domain != domain or not progress.current:
            progress = onboarding.begin(domain, ask)
        return onboarding.offer(progress, ask) if progress.current else finished(progress, ask)
    if progress.domain != domain and not progress.current:  # an offer that is under way stays
        onboarding_progress.save(Progress(domain))
    return _story(domain, story, ask) if story else interview(domain, ask)


def interview(domain: str, ask: Ask) -> Reply:
    """A domain without a pack: the user tells, the model drafts."""
    known = len(_of_domain(domain, ask))
    drafts = [one.id for one in candidates.stock().candidates if one.pattern.domain == domain]
    waiting = f"{len(drafts)} draft{'s' * (len(drafts) != 1)} waiting for approval"
    lines = [f"{domain}: {known} of {onboarding.OFFERED} patterns, {waiting}", ""]
    lines += ["One failure at a time:", *(f"  - {question}" for question in QUESTIONS), ""]
    lines.append(f"  {typed('exp-onboard', f'{domain}: {WHAT}', f'onboard {domain}: {WHAT}')}")
    lines.append(f"  {typed('exp-onboard', 'stop', 'onboard stop')}")
    data = {"domain": domain, "patterns": known, "drafts": drafts, "questions": list(QUESTIONS)}
    return Reply("interview", data, lines)


def _story(domain: str, story: str, ask: Ask) -> Reply:
    """What a draft of this failure needs, with the guide of the capture command."""
    told = redact(story)
    near = capture_context.nearest(told, ask.cwd)
    known = capture_context.domains(drafting.known_patterns(ask.cwd))
    lines = [f"domain: {domain}", f"story: {told}", *capture_context.nearest_lines(near)]
    lines += ["", *guide(ask.session)]
    data = {"domain": domain, "story": told, "nearest": near, "domains": known}
    return Reply("story", data, lines)


def guide(session: str) -> list[str]:
    """How to draft, as the page of the capture command says it; nothing in a copy of lib/ alone.

    In a page the client fills in the session; here nobody would.
    """
    try:
        page = GUIDE.read_text("utf-8")
    except OSError:
        return []
    _, start, text = page.partition(GUIDE_START)
    told = f"--session {session}" if provenance.SESSION_ID.fullmatch(session) else ""
    text = (start + text).replace(IN_PAGE, told).replace(EXP, script("exp-onboard"))
    return text.rstrip().splitlines()


def _of_domain(domain: str, ask: Ask) -> list[Pattern]:
    known = drafting.known_patterns(ask.cwd)
    return [one for one in known if one.domain == domain and one.review_status != "archived"]


def finished(progress: Progress, ask: Ask, before: tuple[str, ...] = ()) -> Reply:
    """A prompt to try, and the warning that it brings now, from the live corpus."""
    mine = _of_domain(progress.domain, ask)
    taken = [one for one in mine if one.id in progress.taken or not progress.offered]
    prompt, warning = shown(taken, ask.cwd)
    data = {"taken": [one.id for one in taken], "prompt": prompt, "warning": warning}
    lines = [*before, f"{progress.domain or 'no domain'}: in force of this round: {len(taken)}"]
    if prompt:
        lines += [
            "",
            "Try it in a new session, type:",
            f"  {prompt}",
            "",
            "The model will read:",
            "",
            warning,
        ]
    return Reply("finished", data, lines)


def shown(taken: Iterable[Pattern], cwd: str) -> tuple[str, str]:
    """(prompt, warning) of the first example in one line that brings its own pattern; ("", "") for none."""
    keeper = upkeep.Upkeep(update.refresh, start=lambda _option, _cwd: None)
    for pattern in taken:
        for prompt in (one for one in pattern.examples.fire if "\n" not in one):
            found = warn.judged(query.Query(prompt), cwd, keeper, ledger.Ledger(""))
            rendered = warn.rendered(found.ranked)
            if pattern.id in [one.record["id"] for one in rendered.shown]:
                return prompt, rendered.model
    return "", ""
