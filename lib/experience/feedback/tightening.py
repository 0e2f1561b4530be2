"""A pattern made quieter: a phrase that vetoes, or an example of a prompt on which it must not warn.

Tried on the live matcher before it is written: the prompt that fired must not fire again, and every
example on which the pattern fires now must still do so.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from experience.errors import ExperienceError
from experience.events import edits
from experience.events.edits import Edit
from experience.feedback import standings
from experience.files.frontmatter_edit import append_items
from experience.hotpath import background, ledger, text
from experience.index import rehearsal, trial
from experience.index.compiler import content_hash
from experience.patterns import baseline, own_edit
from experience.patterns.hidden import hidden
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Pattern
from experience.patterns.redact import redact
from experience.vocabulary import MAX_EXAMPLE_CHARS, MAX_EXAMPLES, MAX_KEYWORDS, MAX_TRIGGER_CHARS

How = Literal["none", "quiet"]
KEYS: dict[How, tuple[str, ...]] = {"none": ("triggers", "none"), "quiet": ("examples", "quiet")}
#: A phrase whose every word weighs less stands in any prompt.
TELLING = 0.1
#: Share of ordinary prompts (templates/baseline.txt) in which a phrase may stand.
ORDINARY = 0.02


class Refused(ExperienceError):
    """The edit would not do what it is for; nothing was written."""


class Tightening(NamedTuple):
    """What to add. `prompt`: the one that must not fire again, "" unknown."""

    how: How
    text: str
    prompt: str = ""


def tightening(how: How, said: str, prompt: str) -> Tightening:
    """`said` as it may be written: one line, redacted, no longer than the format allows."""
    most = MAX_TRIGGER_CHARS if how == "none" else MAX_EXAMPLE_CHARS
    kept = " ".join(redact(said).split())
    if how == "quiet" and len(kept) > most:
        kept = kept[:most].rpartition(" ")[0]
    return Tightening(how, kept, prompt)


def present(pattern: Pattern, wanted: Tightening) -> bool:
    known = pattern.triggers.none if wanted.how == "none" else pattern.examples.quiet
    return wanted.text.casefold() in {one.casefold() for one in known}


def shape_fault(pattern: Pattern, wanted: Tightening) -> str:
    """What forbids it whatever the matcher says, or ""."""
    if not wanted.text:
        return "there is no text"
    if hidden(wanted.text):
        return "it has characters that nobody sees"
    if wanted.how == "quiet":
        return f"it has {MAX_EXAMPLES} quiet examples already" * (len(pattern.examples.quiet) >= MAX_EXAMPLES)
    if len(wanted.text) > MAX_TRIGGER_CHARS:
        return f"a phrase of more than {MAX_TRIGGER_CHARS} characters"
    if len(pattern.triggers.none) >= MAX_KEYWORDS:
        return f"it has {MAX_KEYWORDS} phrases already"
    if max((background.weight(term) for term in text.distinct(wanted.text)), default=0.0) < TELLING:
        return "such words stand in any prompt: it would never warn again"
    if (share := baseline.share(wanted.text)) > ORDINARY:
        return f"it stands in {share:.0%} of ordinary prompts: it would hardly warn again"
    own = [one for one in pattern.triggers.keywords if wanted.text.casefold() in one.casefold()]
    return f"it is part of its own keyword {own[0]!r}" if own else ""


class Trial:
    """One pattern on the live matcher: `loud` are those of its own examples on which it warns now."""

    def __init__(self, pattern: Pattern, cwd: str) -> None:
        self.pattern = pattern
        self.cwd = cwd
        self._here = trial.corpora(pattern, cwd)
        self.loud = [one for one in pattern.examples.fire if self.fires(one)]

    def fires(self, prompt: str) -> bool:
        return rehearsal.silence(self.pattern, prompt, self._here) == ""

    def faults(self, after: Pattern, prompt: str) -> list[str]:
        """Why `after` is no good in its place."""
        now = trial.corpora(after, self.cwd)
        found = []
        if prompt and rehearsal.silence(after, prompt, now) == "":
            found.append("the same prompt would fire again")
        silent = (one for one in self.loud if rehearsal.silence(after, one, now) != "")
        return [*found, *(f"its own example would stay silent: {one!r}" for one in silent)]


def tightened(data: bytes, wanted: Tightening, tried: Trial) -> bytes:
    """The file's bytes with it. Raises Refused where it fails the trial."""
    if fault := shape_fault(tried.pattern, wanted):
        raise Refused(f"{wanted.text!r}: {fault}; nothing was written")
    after = append_items(data, KEYS[wanted.how], [wanted.text])
    parsed = parse_bytes(after, tried.pattern.path, keep_archived=True).pattern
    found = tried.faults(parsed, wanted.prompt) if parsed else ["the file would not load"]
    if found:
        raise Refused(f"{wanted.text!r}: {'; '.join(found)}; nothing was written")
    return after


def apply(pattern: Pattern, wanted: Tightening, injection_id: str, cwd: str) -> bool:
    """Write it, if the trial says so; False where it is there already. Verdicts and what sessions were
    shown go along: the edit is ours. Raises Refused, or ExperienceError for a file that cannot be edited."""
    if present(pattern, wanted):
        return False
    with standings.alone():
        changed = own_edit.change(
            pattern.path, lambda data, now: tightened(data, wanted, Trial(now, cwd)), KEYS[wanted.how][:1]
        )
        before, after = content_hash(changed.before), content_hash(changed.after)
        ledger.carry_over(pattern.id, before, after)
        edits.append(Edit(pattern.id, wanted.how, injection_id, before, after))
        standings.rebuild()
    return True
