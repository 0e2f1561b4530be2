"""Which warning a person means: by id, the beginning or a part of one, a number of the list, or nothing."""

from __future__ import annotations

import re
from typing import NamedTuple

from experience.events import injections
from experience.events.injections import Injection
from experience.patterns import by_id
from experience.patterns.by_id import Place
from experience.patterns.pattern import Pattern
from experience.patterns.similarity import closest

#: Warnings in the list to choose from; a prompt brings at most three.
LISTED = 3
#: Ids shown where a word begins several.
SHOWN = 6
#: Letters of a part of an id, and of its beginning where more words follow: "no" begins many a sentence.
TELLING = 4


class Meant(NamedTuple):
    """`pattern` is None where its file is gone, or does not load; `injection` where none is logged.
    `by_word`: the word named it, and is not the beginning of a reason."""

    id: str
    pattern: Pattern | None
    injection: Injection | None
    by_word: bool = True


class Unclear(NamedTuple):
    """`why`: choose (one of `ids`), unknown (perhaps one of `ids`), nothing (no warning to speak of)."""

    why: str
    ids: list[str]


class Speaker(NamedTuple):
    """Who says something of a warning, where. `session` is "" outside of one."""

    session: str
    place: Place


def listed(session: str) -> list[str]:
    """The warnings to choose from, as numbered: those of the last injection if they are several, else
    the last ones of the session; without a session the last ones of any."""
    shown = injections.of_session(session) if session else injections.recent(20)
    if not shown:
        return []
    if len(shown[-1].patterns) > 1:
        return list(shown[-1].patterns)[:LISTED]
    newest = (pattern for one in reversed(shown) for pattern in one.patterns)
    return list(dict.fromkeys(newest))[:LISTED]


def meant(word: str, speaker: Speaker, *, more: str = "") -> Meant | Unclear:
    """What `word` names; "" the warning that came last in this session, if it came alone. `more`: words
    that follow; then a word that names nothing is the beginning of a sentence."""
    if not word:
        return _last(speaker)
    if word.isascii() and word.isdigit() and len(word) < 3:
        return _numbered(int(word), speaker)
    found = _named(word, speaker, sentence=bool(more))
    if isinstance(found, str):
        return _whole(found, speaker)
    is_reason = found.why == "unknown" and more and not _is_like_an_id(word)
    return _last(speaker, by_word=False) if is_reason else found


def _last(speaker: Speaker, *, by_word: bool = True) -> Meant | Unclear:
    shown = injections.of_session(speaker.session)
    if shown and len(shown[-1].patterns) == 1:
        return _whole(shown[-1].patterns[0], speaker)._replace(by_word=by_word)
    found = listed(speaker.session)
    return Unclear("choose" if found else "nothing", found)


def _numbered(number: int, speaker: Speaker) -> Meant | Unclear:
    choice = listed(speaker.session)
    if 1 <= number <= len(choice):
        return _whole(choice[number - 1], speaker)
    return Unclear("choose" if choice else "nothing", choice)


def _is_like_an_id(word: str) -> bool:
    return "-" in word and bool(re.search(r"\d", word))


def _named(word: str, speaker: Speaker, *, sentence: bool) -> str | Unclear:
    """The one id that `word` is, begins, or is part of; what this session was shown goes first."""
    shown = {pattern for one in injections.of_session(speaker.session) for pattern in one.patterns}
    lower = word.lower()
    for exact in (word, lower):
        if exact in shown or by_id.file_of(exact, speaker.place):
            return exact
    known = shown | by_id.ids(speaker.place)
    if lower in known or (sentence and len(word) < TELLING):
        return lower if lower in known else Unclear("unknown", [])
    return _fitting(lower, shown, known) or Unclear("unknown", closest(word, known))


def _fitting(word: str, shown: set[str], known: set[str]) -> str | Unclear | None:
    """One id of `shown`, else of `known`, that `word` begins, or else is a part of."""
    for fits, least in ((str.startswith, TELLING - 1), (str.__contains__, TELLING)):
        for pool in (shown, known) if len(word) >= least else ():
            hits = sorted(one for one in pool if fits(one, word))
            if len(hits) == 1:
                return hits[0]
            if hits:
                return Unclear("choose", hits[:SHOWN])
    return None


def _whole(identity: str, speaker: Speaker) -> Meant:
    found = [one for one in injections.of_session(speaker.session) if identity in one.patterns]
    found = found or injections.of_pattern(identity)
    return Meant(identity, by_id.pattern_of(identity, speaker.place), found[-1] if found else None)
