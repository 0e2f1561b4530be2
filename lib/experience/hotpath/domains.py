"""Which domains a prompt is about: by their names, and by the vocabulary of their patterns.

Evidence, never a door: a prompt that names no domain is matched against all of them, and
`general` and the project's own patterns are always at home.
"""

from __future__ import annotations

from experience.hotpath import query, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from experience.hotpath.candidate import Candidate

#: Patterns of these are never strangers.
EVERYWHERE = ("general",)


def is_named(domain: str, asked: query.Query) -> bool:
    """Whether the prompt has the name of the domain, as a phrase of stems."""
    return f" {text.stems(domain.replace('-', ' '))} " in asked.stems


def shares(candidates: list[Candidate]) -> dict[str, float]:
    """Domain -> its share in [0, 1] of the evidence that all candidates have."""
    totals: dict[str, float] = {}
    for candidate in candidates:
        domain = candidate.record["domain"]
        totals[domain] = totals.get(domain, 0.0) + candidate.features["attained"]
    whole = sum(totals.values()) or 1.0
    return {domain: total / whole for domain, total in totals.items()}


def detect(candidates: list[Candidate], asked: query.Query) -> dict[str, float]:
    """Domain -> how much the prompt seems to be about it, in [0, 1]."""
    return {
        domain: 1.0 if domain in EVERYWHERE or is_named(domain, asked) else share
        for domain, share in shares(candidates).items()
    }
