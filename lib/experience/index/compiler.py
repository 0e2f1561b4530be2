"""One pattern -> what the hook needs of it: a record and weighted terms.

The record's keys are those that `hotpath.match` and `hotpath.render` read; adding one needs a
new `segment.FORMAT`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from experience.hotpath import background, clock, text
from experience.hotpath.scan import Entry
from experience.index import terms
from experience.patterns import regexes
from experience.patterns.pattern import Pattern
from experience.patterns.preflight import wish

try:  # as in hotpath/record.py: hashlib brings OpenSSL, and the hook indexes an edit
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

#: How much a term says about a pattern, by the field it stands in; the best field counts.
FIELD_WEIGHTS = {"keyword": 100, "name": 80, "fire": 60, "fix": 40, "context": 30, "body": 15}

#: Characters of a body that are indexed; lessons say what they are about at the top.
BODY_CHARS = 4000
FIX_CHARS = 700
CONTEXT_CHARS = 300


class Compiled(NamedTuple):
    """`terms`: term -> weight (1..127); `anchors`: terms that a trigger hangs on."""

    record: dict[str, Any]
    terms: dict[str, int]
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
_GLUE = {term for term, weight in background.WEIGHTS.items() if weight <= 0.05}


def content_hash(pattern: Pattern) -> str:
    """Identity of what a person wrote: counters, dates and review status are left out."""
    written = (
        pattern.id, pattern.name, pattern.severity, pattern.domain, pattern.fix, pattern.body,
        pattern.triggers.keywords, pattern.triggers.regex, pattern.triggers.none,
        pattern.examples.fire, pattern.examples.quiet, pattern.related, pattern.falsepositives,
        pattern.preflight, pattern.provenance.url, pattern.provenance.session_id, pattern.provenance.commit,
    )  # fmt: skip
    return blake2b(json.dumps(written).encode("utf-8", "replace"), digest_size=8).hexdigest()


def first_lines(value: str, limit: int) -> str:
    """The first paragraph of `value`, on one line, at most `limit` characters."""
    paragraph = value.strip().split("\n\n", 1)[0]
    return " ".join(paragraph.split())[:limit]


def example(words: Iterable[str]) -> list[Any]:
    """[terms joined by blanks, what they weigh in all]: enough to compare a prompt with it."""
    found = sorted(text.distinct_of(words))
    return [" ".join(found), round(sum(map(_says.__getitem__, found)), 3)]


def keywords(values: Iterable[str], words: Iterable[list[str]]) -> list[list[str]]:
    """[folded text for exact matching, its stems in order for inflected matching] of each that has
    a letter or digit: others stand in any text (case X04)."""
    compiled = zip(values, words, strict=True)
    return [[text.fold(" ".join(value.split())), text.stems_of(found)] for value, found in compiled if found]


def anchor(found: list[str]) -> str | None:
    """The term that says most: a trigger is looked for only where the prompt has it."""
    if len(found) < 2:
        return found[0] if found else None
    return max(found, key=lambda term: (_says[term], len(term)))


def regex_record(pattern: str) -> list[Any]:
    """[pattern, literals one of which every match contains ([] unknown), whether it may backtrack]."""
    return [pattern, list(regexes.required_literals(pattern)), regexes.risky(pattern)]


def inner_terms(literal: str) -> list[str]:
    """Terms that a prompt must have where `literal` occurs in it: the words not at its ends."""
    return [text.stem(word) for word in text.words(f"x{literal}x")[1:-1] if word.isascii()]


def words_of(pattern: Pattern) -> terms.Words:
    """Every word of `pattern`, by field. The context is part of the body and counts as context only."""
    body, context = pattern.body[:BODY_CHARS], pattern.sections.get("context", "")[:BODY_CHARS]
    return terms.words_by_field(
        {
            "keyword": pattern.triggers.keywords,
            "none": pattern.triggers.none,
            "name": (pattern.name, pattern.domain),
            "fire": pattern.examples.fire,
            "quiet": pattern.examples.quiet,
            "fix": (pattern.fix,),
            "context": (context,),
            "body": (body.replace(context, "\n", 1) if context else body,),
        }
    )


def confirmed(pattern: Pattern) -> str:
    """The day somebody last met the failure or was saved from it, "" unknown."""
    days = [value[:10] for value in (pattern.last_seen, pattern.last_save_at) if value]
    return max((day for day in days if clock.day_number(day) is not None), default="")


def preflight(pattern: Pattern) -> list[Any] | None:
    """[what to look up, seconds that a finding is fresh]."""
    wanted = wish(pattern)
    return [wanted.query, wanted.ttl] if wanted else None


def record_of(pattern: Pattern, entry: Entry, words: terms.Words) -> dict[str, Any]:
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
        "confirmed": confirmed(pattern),
        "url": pattern.provenance.url,
        "session_id": pattern.provenance.session_id,
        "fix": pattern.fix.strip()[:FIX_CHARS],
        "context": first_lines(pattern.sections.get("context", ""), CONTEXT_CHARS),
        "keywords": keywords(pattern.triggers.keywords, words["keyword"]),
        "none": keywords(pattern.triggers.none, words["none"]),
        "regex": [regex_record(value) for value in pattern.triggers.regex],
        "fire": [*map(example, words["fire"])],
        "quiet": [*map(example, words["quiet"])],
        "preflight": preflight(pattern),
        "title": example(words["name"][0]),
        "keyword_terms": " ".join(sorted(text.distinct_of(chain.from_iterable(words["keyword"])))),
    }


def triggers_of(record: dict[str, Any], words: Sequence[list[str]]) -> tuple[set[str], set[str], bool]:
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
    anchors.update(terms.wholes(chain.from_iterable(words)))
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
    return compile_patterns([(pattern, entry)])[0]


def compile_patterns(given: Sequence[tuple[Pattern, Entry]]) -> list[Compiled]:
    """Step by step for all: what one step needs stays in the processor's caches, a fifth of the time."""
    words = [words_of(pattern) for pattern, _ in given]
    records = [record_of(*one, said) for one, said in zip(given, words, strict=True)]
    weights = [terms.weighed(said, FIELD_WEIGHTS, _GLUE) for said in words]
    triggers = [triggers_of(record, said["keyword"]) for record, said in zip(records, words, strict=True)]
    return [
        Compiled(record, weighed, frozenset(anchors), tuple(sorted(loose)), always)
        for record, weighed, (anchors, loose, always) in zip(records, weights, triggers, strict=True)
    ]
