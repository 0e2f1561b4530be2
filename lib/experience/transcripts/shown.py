"""Text of a transcript made fit to be shown or kept: no control characters, no secrets, short.

Redacted first, shortened then: of a secret that is cut in two, neither half looks like one.
"""

from __future__ import annotations

from experience.hotpath import sanitize
from experience.patterns.redact import redact

#: Characters of a raw text that are kept for being shown; more than any text that is shown has.
RAW = 2000
_KEY = "-----BEGIN"


def bounded(raw: str, most: int = RAW) -> str:
    """At most `most` characters, no word cut in two: half a secret would not be recognised.

    One that is a single word is left out whole.
    """
    if len(raw) <= most:
        return raw
    cut = raw[:most]
    return cut[: max(cut.rfind(" "), cut.rfind("\n"), cut.rfind("\t"), 0)]


def shown(raw: str, limit: int) -> str:
    """`raw` bounded, in plain characters, redacted, and at most `limit` characters; a cut is visible."""
    text = sanitize.plain(bounded(raw))
    start = text.rfind(_KEY)
    if (
        start >= 0 and "-----END" not in text[start:]
    ):  # a key whose end was cut off is no key to anybody's eyes
        text = f"{text[:start]}\u2026"
    return sanitize.shorten(redact(text).strip(), limit)
