"""One pattern -> what the hook needs of it: a record and weighted terms.

The record's keys are those that `hotpath.match` and `hotpath.render` read; adding one needs a
new `segment.FORMAT`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from experience.hotpath import background, text
from experience.hotpath.scan import Entry
from experience.patterns import regexes
from experience.patterns.pattern import Pattern

#: How much a term says about a pattern, by the field it stands in; the best field counts.
FIELD_WEIGHTS = {"keyword": 100, "name": 80, "fire": 60, "fix": 40, "context": 30, "body": 15}

#: Characters of a body that are indexed; lessons say what they are about at the top.
BODY_CHARS = 4000
FIX_CHARS = 700
CONTEXT_CHARS = 300


@dataclass(frozen=True)
class Compiled:
    """`terms`: weight (1..127) -> terms; `anchors`: terms that a trigger hangs on."""

    record: dict[str, Any]
    terms: dict[int, set[str]]
    anchors: frozenset[str]
    loose: tuple[str, ...]
    always: bool


class _Says(dict[str, float]):
    """background.weight of terms met before: patterns share most of their words."""

    def __missing__(self, term: str) -> float:
        self[term] = weight = background.weight(term)
        return weight


_says = _Says()
#: Glue says nothing and would fill half of the index.
_GLUE = frozenset(term for term, weight in background.WEIGHTS.items() if weight <= 0.05)


def content_hash(pattern: Pattern) -> str:
    """Identity of what a person wrote: counters, dates and review status are left out."""
    written = (
        pattern.id, pattern.name, pattern.severity, pattern.domain, pattern.fix, pattern.body,
        pattern.triggers.keywords, pattern.triggers.regex, pattern.triggers.none,
        pattern.examples.fire, pattern.examples.quiet, pattern.related, pattern.falsepositives,
        pattern.preflight, pattern.provenance.url, pattern.provenance.session_id, pattern.provenance.commit,
    )  # fmt: skip
    return hashlib.blake2b(json.dumps(written).encode("utf-8", "replace"), digest_size=8).hexdigest()


def first_lines(value: str, limit: int) -> str:
    """The first paragraph of `value`, on one line, at most `limit` characters."""
    paragraph = value.strip().split("\n\n", 1)[0]
    return " ".join(paragraph.split())[:limit]


def example(value: str) -> list[Any]:
    """[terms joined by blanks, what they weigh in all]: enough to compare a prompt with it."""
    terms = sorted(text.distinct(value))
    return [" ".join(terms), round(sum(map(_says.__getitem__, terms)), 3)]


def keyword(value: str) -> list[str]:
    """[folded text for exact matching, its stems in order for inflected matching]."""
    return [text.fold(" ".join(value.split())), text.stems(value)]


def keywords(values: Iterable[str]) -> list[list[str]]:
    """The compiled keywords that have a letter or digit: others stand in any text (case X04)."""
    compiled = map(keyword, values)
    return [pair for pair in compiled if any(map(text.is_word_char, pair[0]))]


def anchor(terms: list[str]) -> str | None:
    """The term that says most: a trigger is looked for only where the prompt has it."""
    if len(terms) < 2:
        return terms[0] if terms else None
    return max(terms, key=lambda term: (_says[term], len(term)))


def regex_record(pattern: str) -> list[Any]:
    """[pattern, literals one of which every match contains ([] unknown), whether it may backtrack]."""
    return [pattern, list(regexes.required_literals(pattern)), regexes.risky(pattern)]


def inner_terms(literal: str) -> list[str]:
    """Terms that a prompt must have where `literal` occurs in it: the words not at its ends."""
    return [text.stem(word) for word in text.words(f"x{literal}x")[1:-1] if word.isascii()]


def record_of(pattern: Pattern, entry: Entry) -> dict[str, Any]:
    return {
        "id": pattern.id,
        "name": pattern.name,
        "severity": pattern.severity,
        "domain": pattern.domain,
        "path": entry.path,
        "signature": list(entry.signature()),
        "hash": content_hash(pattern),
        "status": pattern.review_status,
        "last_seen": pattern.last_seen,
        "url": pattern.provenance.url,
        "session_id": pattern.provenance.session_id,
        "fix": pattern.fix.strip()[:FIX_CHARS],
        "context": first_lines(pattern.sections.get("context", ""), CONTEXT_CHARS),
        "keywords": keywords(pattern.triggers.keywords),
        "none": keywords(pattern.triggers.none),
        "regex": [regex_record(value) for value in pattern.triggers.regex],
        "fire": [example(value) for value in pattern.examples.fire],
        "quiet": [example(value) for value in pattern.examples.quiet],
        "title": example(pattern.name),
        "keyword_terms": " ".join(sorted(text.distinct("\n".join(pattern.triggers.keywords)))),
    }


def weighted_terms(pattern: Pattern, record: dict[str, Any]) -> dict[int, set[str]]:
    """Weight -> terms. What the record has taken apart is not taken apart again."""
    body, context = pattern.body[:BODY_CHARS], pattern.sections.get("context", "")[:BODY_CHARS]
    fields = {
        "keyword": set(record["keyword_terms"].split()),
        "name": text.distinct(pattern.domain.replace("-", " ")).union(record["title"][0].split()),
        "fire": set(" ".join([terms for terms, _ in record["fire"]]).split()),
        "fix": text.distinct(pattern.fix),
        "context": text.distinct(context),
        "body": text.distinct(body.replace(context, "\n", 1) if context else body),
    }
    met = set(_GLUE)
    weights: dict[int, set[str]] = {}
    for field, terms in fields.items():  # the strongest field counts
        weights[FIELD_WEIGHTS[field]] = terms - met
        met |= terms
    return weights


def triggers_of(record: dict[str, Any], keywords: Iterable[str]) -> tuple[set[str], set[str], bool]:
    """(anchor terms, literals to be searched for, whether nothing tells when to look)."""
    anchors: set[str] = set()
    loose: set[str] = set()
    always = False
    for folded, stems in record["keywords"]:
        term = anchor(stems.split())
        if term and not _joins_scripts(folded):
            anchors.add(term)
        else:
            loose.add(folded)
    anchors.update(text.wholes("\n".join(keywords)))
    for _, literals, _ in record["regex"]:
        found = [anchor(inner_terms(literal)) for literal in literals]
        if found and all(found):
            anchors.update(term for term in found if term)
        else:
            loose.update(literals)
            always = always or not literals
    return anchors, loose, always


def _joins_scripts(folded: str) -> bool:
    """A short word in a script without spaces is no term of a longer run that contains it."""
    return len(folded) < 2 and text.is_unspaced(folded)


def compile_pattern(pattern: Pattern, entry: Entry) -> Compiled:
    record = record_of(pattern, entry)
    anchors, loose, always = triggers_of(record, pattern.triggers.keywords)
    return Compiled(record, weighted_terms(pattern, record), frozenset(anchors), tuple(sorted(loose)), always)
