"""A draft: what a model proposes as a pattern, a JSON document. All that is wrong with one is said at once.

The form is references/schemas/draft.schema.json; a test holds the two together. The sentences
here are for the model that has to mend its draft: which key, what is wrong, what to write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from experience.patterns.body import read_body
from experience.patterns.draft_form import DraftForm
from experience.patterns.pattern import Examples, Triggers
from experience.patterns.redact_span import MARK
from experience.vocabulary import SEVERITIES

KEYS = (
    "name severity domain triggers examples fix body provenance related falsepositives slug scope language"
).split()
SECTIONS = ("context", "why", "instead", "related")
SCOPES = ("global", "project")
LANGUAGES = ("en", "es")

DOMAIN = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
URL = re.compile(r"https?://\S{3,500}")
COMMIT = re.compile(r"[0-9a-f]{7,64}")
RELATED = re.compile(r"[^\W_][\w.-]{0,119}")
#: What read_body makes of what stands behind a section that keeps to itself.
_ALONE = {"related": "x"}
SLUG = re.compile(r"(?=.{1,60}$)[a-z0-9]+(?:-[a-z0-9]+){0,7}")


@dataclass(frozen=True, slots=True)
class Draft:
    """Every text without blanks around it; `body` by SECTIONS; `slug` "" where the name is to give it."""

    name: str
    severity: str
    domain: str
    triggers: Triggers
    examples: Examples
    fix: str
    body: Mapping[str, str]
    url: str | None = None
    commit: str | None = None
    related: tuple[str, ...] = ()
    falsepositives: tuple[str, ...] = ()
    slug: str = ""
    scope: str = "global"
    language: str = "en"


class Reading(NamedTuple):
    """`draft` is None as soon as there is one problem; `problems` are sentences, by key."""

    draft: Draft | None
    problems: tuple[str, ...]


def read(document: Any) -> Reading:
    """A parsed JSON document as a draft. Never raises on content."""
    form = DraftForm()
    if not isinstance(document, dict):
        return Reading(None, ("the draft must be one JSON object: {...}",))
    form.unknown(document, KEYS, "")
    provenance = form.table(document, "provenance", ("url", "commit"), needed=False)
    draft = Draft(
        name=_even(form.text(document, "name", 8, 100)),
        severity=form.choice(document, "severity", SEVERITIES, needed=True),
        domain=form.word(document, "domain", DOMAIN, "one word in small letters, such as frontend", True),
        triggers=_triggers(form.table(document, "triggers", ("keywords", "regex", "none")), form),
        examples=_examples(form.table(document, "examples", ("fire", "quiet")), form),
        fix=form.text(document, "fix", 20, 600),
        body=_body(form.table(document, "body", SECTIONS), form),
        url=form.word(provenance, "provenance.url", URL, "an http address, or leave it out") or None,
        commit=form.word(provenance, "provenance.commit", COMMIT, "a commit id, or leave it out") or None,
        related=form.texts(document, "related", 0, 10, (1, 120), RELATED),
        falsepositives=form.texts(document, "falsepositives", 0, 5, (4, 600)),
        slug=form.word(document, "slug", SLUG, "one to eight words joined by -, such as stale-chunk"),
        scope=form.choice(document, "scope", SCOPES),
        language=form.choice(document, "language", LANGUAGES),
    )
    return Reading(None if form.problems else draft, tuple(form.problems))


def _triggers(table: dict[str, Any], form: DraftForm) -> Triggers:
    keywords = form.texts(table, "triggers.keywords", 3, 20, (2, 200))
    regex = form.texts(table, "triggers.regex", 0, 5, (2, 200))
    none = form.texts(table, "triggers.none", 0, 5, (2, 200))
    form.problems += [
        f"triggers: {one!r}: a secret was taken out of it: no prompt has that, write other words"
        for one in (*keywords, *regex, *none)
        if MARK in one
    ]
    form.problems += [
        f"triggers.regex: {one!r} holds a line end: write \\n or \\s in its place"
        for one in regex
        if "\n" in one
    ]
    return Triggers(tuple(map(_even, keywords)), regex, tuple(map(_even, none)))


def _even(phrase: str) -> str:
    """On one line, with single blanks."""
    return " ".join(phrase.split())


def _examples(table: dict[str, Any], form: DraftForm) -> Examples:
    fire = form.texts(table, "examples.fire", 6, 20, (4, 600))
    quiet = form.texts(table, "examples.quiet", 2, 20, (4, 600))
    both = sorted(set(fire) & set(quiet))
    form.problems += [f"examples: {one!r} cannot be both fire and quiet" for one in both]
    return Examples(fire, quiet)


def _body(table: dict[str, Any], form: DraftForm) -> dict[str, str]:
    texts = {key: form.text(table, f"body.{key}", 1, 4000, needed=key != "related") for key in SECTIONS}
    form.problems += [
        f"body.{key}: a heading or an open code fence in it would hide what follows: take it out"
        for key, text in texts.items()
        if text
        and read_body(f"## Context\n{text}\n\n## Related patterns\nx") != ("", _ALONE | {"context": text})
    ]
    return {key: text for key, text in texts.items() if text}
