"""Which triggers of one compiled pattern a prompt pulls: keywords, regexes, vetoes."""

from __future__ import annotations

from experience.hotpath import query, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from experience.hotpath.candidate import Candidate

#: Characters of the prompt that a regex is run on.
REGEX_CHARS = 20_000
#: Seconds for one regex, and for all regexes of one prompt.
ONE_REGEX, ALL_REGEXES = 0.05, 0.25


def keyword_hits(keywords: list[list[str]], asked: query.Query) -> list[tuple[str, str, float]]:
    """(keyword, its stems, quality): 1.0 as written, 0.85 inflected or joined by other signs."""
    hits = []
    for folded, stems in keywords:
        if query.occurs(folded, asked.folded):
            hits.append((folded, stems, 1.0))
        elif asked.terms.issuperset(stems.split()) and _may_inflect(folded) and f" {stems} " in asked.stems:
            hits.append((folded, stems, 0.85))
    return hits


def _may_inflect(folded: str) -> bool:
    """A sign at an edge is part of the word: `c++` is not the plural of `c`."""
    return text.is_word_char(folded[0]) and text.is_word_char(folded[-1])


def is_vetoed(record: dict[str, Any], asked: query.Query) -> bool:
    """Whether a phrase of `triggers.none` stands in the prompt: it is about something else."""
    return bool(keyword_hits(record["none"], asked))


class RegexGuard:
    """Runs untrusted regexes on a prompt within a bounded time.

    The engine looks for signals while it runs, so an interval timer can end a runaway match.
    Without one (Windows, or not in the main thread) only regexes run that lint proved harmless.
    """

    def __init__(self) -> None:
        self.left = ALL_REGEXES
        try:
            import _signal  # type: ignore[import-not-found]  # signal itself imports enum

            self._signal: Any = _signal if hasattr(_signal, "setitimer") else None
        except ImportError:
            self._signal = None

    def try_all(self, candidate: Candidate, asked: query.Query) -> None:
        """Fill `regexes` with those that match. `re` is imported only when a literal is there."""
        candidate.regexes = [
            pattern
            for pattern, literals, risky in candidate.record["regex"]
            if _may_match(literals, asked) and self._search(pattern, risky, candidate, asked)
        ]

    def _search(self, pattern: str, risky: bool, candidate: Candidate, asked: query.Query) -> bool:
        if self.left <= 0 or (risky and self._signal is None):
            return False
        import re
        import time

        started = time.monotonic()
        try:
            return self._timed(re, pattern, asked.raw[:REGEX_CHARS])
        except (TimeoutError, re.error, RecursionError, OverflowError):
            candidate.gave_up = True
            return False
        finally:
            self.left -= time.monotonic() - started

    def _timed(self, re: Any, pattern: str, subject: str) -> bool:
        if self._signal is None:
            return re.search(pattern, subject, re.IGNORECASE) is not None
        try:
            before = self._signal.signal(self._signal.SIGALRM, _out_of_time)
        except ValueError:  # not the main thread: a caller of ours with its own limits
            return re.search(pattern, subject, re.IGNORECASE) is not None
        self._signal.setitimer(self._signal.ITIMER_REAL, min(ONE_REGEX, self.left))
        try:
            return re.search(pattern, subject, re.IGNORECASE) is not None
        finally:
            self._signal.setitimer(self._signal.ITIMER_REAL, 0)
            self._signal.signal(self._signal.SIGALRM, before)


def _may_match(literals: list[str], asked: query.Query) -> bool:
    return not literals or any(literal in asked.folded for literal in literals)


def _out_of_time(*_: object) -> None:
    raise TimeoutError
