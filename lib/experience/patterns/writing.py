"""A draft as the text of a pattern file, after templates/pattern.md and templates/pattern.es.md; and back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from experience.patterns.draft import SECTIONS, Draft
from experience.patterns.pattern import Pattern, Provenance

#: By language: the headings of SECTIONS, what stands under the last when there is nothing, and remarks.
HEADINGS = {
    "en": ("Context", "Why generic warnings miss it", "What to do instead", "Related patterns"),
    "es": (
        "Contexto",
        "Por qué warnings genéricos no lo capturan",
        "Qué hacer en su lugar",
        "Patrones relacionados",
    ),
}
NOTHING_RELATED = {"en": "None yet.", "es": "Ninguno todavía."}
REMARKS = {
    "en": ("incremented by /exp-saved", "incremented by /exp-falsepositive"),
    "es": ("lo aumenta /exp-saved", "lo aumenta /exp-falsepositive"),
}
#: The table of a candidate that says where it comes from and where it is to go; no pattern keeps it.
NOTE = "candidate"

_PLAIN = re.compile(r"[^\W\d_][\w ,./()+-]*")
_NOTE_BLOCK = re.compile(rf"^{NOTE}:[^\n]*\n(?:[ \t]+[^\n]*\n)*", re.MULTILINE)


def pattern_text(
    draft: Draft,
    identity: str,
    provenance: Provenance,
    day: str,
    *,
    note: Mapping[str, str] | None = None,
    body: str | None = None,
) -> str:
    """The whole file, `pending`. `day`: YYYY-MM-DD of last_seen. `body`: a text to keep as it is."""
    below = f"\n{body_text(draft)}" if body is None else body
    return "\n".join(["---", *_frontmatter(draft, identity, provenance, day), *_note(note), "---", below])


def _frontmatter(draft: Draft, identity: str, provenance: Provenance, day: str) -> Iterator[str]:
    saved, wrong = REMARKS[draft.language]
    yield f"id: {identity}"
    yield f"name: {_plain(draft.name)}"
    yield f"severity: {draft.severity}"
    yield f"domain: {draft.domain}"
    yield "triggers:"
    yield f"  keywords: {_flow(draft.triggers.keywords)}"
    if draft.triggers.regex:
        yield f"  regex: [{', '.join(map(_single, draft.triggers.regex))}]"
    if draft.triggers.none:
        yield f"  none: {_flow(draft.triggers.none)}"
    yield "fix: |"
    yield from (f"  {line}".rstrip() for line in _lines(draft.fix))
    yield f"last_seen: {day}"
    yield "provenance:"
    yield f"  url: {_or_null(provenance.url)}"
    yield f"  session_id: {_or_null(provenance.session_id)}"
    yield f"  commit: {_or_null(provenance.commit)}"
    yield "review_status: pending"
    yield f"hits: 0                 # {saved}"
    yield "last_save_at: null"
    yield f"false_positives: 0      # {wrong}"
    yield "examples:"
    for key, prompts in (("fire", draft.examples.fire), ("quiet", draft.examples.quiet)):
        yield f"  {key}:"
        yield from (f"    - {_double(prompt)}" for prompt in prompts)
    yield f"related: [{', '.join(draft.related)}]"
    yield "falsepositives:" if draft.falsepositives else "falsepositives: []"
    yield from (f"  - {_double(known)}" for known in draft.falsepositives)
    yield "preflight: null"


def _note(note: Mapping[str, str] | None) -> Iterator[str]:
    """Last in the frontmatter, so that it can be taken out again as one block."""
    if note:
        yield f"{NOTE}:"
        yield from (f"  {key}: {_double(value)}" for key, value in note.items() if value)


def with_note(text: str, note: Mapping[str, str]) -> str:
    """The text of a pattern as that of a candidate; `text` has a frontmatter."""
    head, fence, body = text.removeprefix("\ufeff").replace("\r\n", "\n").partition("\n---")
    return "\n".join([head, *_note(note)]) + fence + body


def without_note(text: str) -> str:
    """The text of a candidate as that of a pattern."""
    head, fence, body = text.partition("\n---")
    return _NOTE_BLOCK.sub("", head + "\n").removesuffix("\n") + fence + body


def body_text(draft: Draft) -> str:
    """Title and four sections, under the headings of the draft's language."""
    related = ", ".join(draft.related) or NOTHING_RELATED[draft.language]
    texts = {"related": related, **draft.body}
    titled = zip(HEADINGS[draft.language], SECTIONS, strict=True)
    parts = [f"# {draft.name}", *(f"## {heading}\n{texts[key]}" for heading, key in titled)]
    return "\n\n".join(parts) + "\n"


def _lines(text: str) -> list[str]:
    """Lines without blanks in front of the first: there they would set the indentation."""
    return text.strip().replace("\t", "  ").split("\n")


def _plain(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else _double(text)


def _double(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _single(text: str) -> str:
    """Regexes keep their backslashes as they are."""
    return "'" + text.replace("'", "''") + "'"


def _flow(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_double, texts))}]"


def _or_null(text: str | None) -> str:
    return "null" if text is None else _double(text)


def document_of(pattern: Pattern) -> dict[str, Any]:
    """A pattern as the draft it could have been: what `--edit` starts from."""
    triggers, examples = pattern.triggers, pattern.examples
    return {
        "name": pattern.name,
        "severity": pattern.severity,
        "domain": pattern.domain,
        "triggers": {
            "keywords": list(triggers.keywords), "regex": list(triggers.regex), "none": list(triggers.none)
        },
        "examples": {"fire": list(examples.fire), "quiet": list(examples.quiet)},
        "fix": pattern.fix,
        "body": {key: pattern.sections[key] for key in SECTIONS if pattern.sections.get(key)},
        "provenance": {"url": pattern.provenance.url, "commit": pattern.provenance.commit},
        "related": list(pattern.related),
        "falsepositives": list(pattern.falsepositives),
        "language": language_of(pattern.body),
    }  # fmt: skip


def language_of(body: str) -> str:
    """By the headings of a body; English where none is Spanish."""
    return "es" if any(f"## {heading}" in body for heading in HEADINGS["es"]) else "en"


def patched(document: Any, patch: Any) -> Any:
    """`document` with a JSON merge patch (RFC 7396): tables are merged, null takes out, all else replaces."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(document) if isinstance(document, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = patched(merged.get(key), value)
    return merged
