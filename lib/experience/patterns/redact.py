"""Take secrets and personal places out of a text before it is written anywhere (cases N07, N08, T16).

What stands around them is untouched. Each is replaced by `<redacted:kind>`, a home folder by `~`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import NamedTuple

from experience.patterns.redact_assigned import assigned
from experience.patterns.redact_blocks import private_keys
from experience.patterns.redact_commands import in_commands
from experience.patterns.redact_headers import headers
from experience.patterns.redact_places import emails, homes
from experience.patterns.redact_span import HOME, Span, marker
from experience.patterns.redact_tokens import tokens
from experience.patterns.redact_urls import urls

#: The first that finds a place names its kind.
FINDERS = (private_keys, tokens, urls, headers, in_commands, assigned, emails, homes)
#: Kinds found by their form alone: what somebody else found at their place has the better bounds.
_GUESSED = frozenset({"email", "high-entropy", HOME})
#: What is taken out may lay something else bare; three rounds are the most that was ever needed.
_MOST_ROUNDS = 8


class Redacted(NamedTuple):
    """`counts`: how many of each kind were replaced."""

    text: str
    counts: Counter[str]


def redact(text: str) -> str:
    """`text` without secrets, e-mail addresses and home folders; a second time changes nothing."""
    return counted(text).text


def counted(text: str) -> Redacted:
    """As `redact`, with what was taken out. Linear in the length of `text`."""
    counts: Counter[str] = Counter()
    for _ in range(_MOST_ROUNDS):
        spans = _found(text)
        if not spans:
            break
        counts.update(span.kind for span in spans)
        text = _replaced(text, spans)
    return Redacted(text, counts)


def _found(text: str) -> list[Span]:
    """Spans in order, none over another: those that overlap are joined."""
    sure = [(span, rank) for rank, finder in enumerate(FINDERS) for span in finder(text)]
    guessed = [found for found in sure if found[0].kind in _GUESSED]
    joined = _joined([found for found in sure if found[0].kind not in _GUESSED])
    starts = [span.start for span in joined]
    alone = [found for found in guessed if not _touched(found[0], joined, starts)]
    return sorted([*joined, *_joined(alone)])


def _joined(found: list[tuple[Span, int]]) -> list[Span]:
    joined: list[tuple[Span, int]] = []
    for span, rank in sorted(found, key=lambda one: (one[0].start, one[1])):
        if joined and span.start < joined[-1][0].end:
            before, rank_before = joined[-1]
            kind = before.kind if rank_before <= rank else span.kind
            joined[-1] = Span(before.start, max(before.end, span.end), kind), min(rank, rank_before)
        else:
            joined.append((span, rank))
    return [span for span, _ in joined]


def _touched(span: Span, others: list[Span], starts: list[int]) -> bool:
    at = bisect_left(starts, span.end) - 1
    return at >= 0 and others[at].end > span.start


def _replaced(text: str, spans: list[Span]) -> str:
    pieces: list[str] = []
    at = 0
    for span in spans:
        pieces += [text[at : span.start], "~" if span.kind == HOME else marker(span.kind)]
        at = span.end
    return "".join([*pieces, text[at:]])
