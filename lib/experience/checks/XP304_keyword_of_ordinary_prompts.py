"""A keyword that stands in more than 2% of ordinary prompts: it is pulled by work of any kind."""

from __future__ import annotations

from collections.abc import Iterator

from experience.checks.XP301_generic_keyword import GENERIC
from experience.patterns import baseline
from experience.patterns.pattern import Pattern
from experience.patterns.problem import WARNING, Problem

ID = "XP304"
SEVERITY = WARNING

#: Share of templates/baseline.txt.
MOST = 0.02


def check(pattern: Pattern) -> Iterator[Problem]:
    for keyword in pattern.triggers.keywords:
        if keyword.casefold() in GENERIC:
            continue  # XP301 has said it
        share = baseline.share(keyword)
        if share > MOST:
            message = f"keyword {keyword!r} is in {share:.0%} of ordinary prompts: add what makes it yours"
            line = pattern.line_of("triggers.keywords", "triggers")
            yield Problem(pattern.path, line, message, ID, SEVERITY)
