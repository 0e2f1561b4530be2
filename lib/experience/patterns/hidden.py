"""Characters that a reader does not see and a model does: control, bidi, zero-width, tags."""

from __future__ import annotations

import re

#: Joiners (U+200C, U+200D) stay: scripts and emoji need them. Tab and line end are layout.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e01ef]"
)


def hidden(text: str) -> re.Match[str] | None:
    """The first hidden character of `text`."""
    return None if text.isascii() and text.isprintable() else _HIDDEN.search(text)


def visible(text: str) -> str:
    """`text` with each hidden character written out, so that it can be shown on a terminal."""
    return _HIDDEN.sub(lambda found: f"\\u{{{ord(found[0]):X}}}", text)
