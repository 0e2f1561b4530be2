"""What people paste: whole in a prompt of a transcript, a placeholder in the client's history."""

from __future__ import annotations

import re
from pathlib import Path

from experience.files.read import Unreadable, read_regular
from experience.hotpath import places

#: Bytes of one pasted text that are read.
MOST = 1 << 20
#: `[Pasted text #1 +59 lines]`, `[Image #2]`, `[...Truncated text #1 +10 lines...]`
_PLACEHOLDER = re.compile(r"\[(?:Pasted text|Image|\.\.\.Truncated text) #(\d{1,6})[^\]\n]{0,40}\]")
_OPENING, _CLOSING = "<pasted_content", "</pasted_content"
_HASH = re.compile(r"[0-9A-Za-z]{8,128}")


def without(prompt: str) -> str:
    """`prompt` as it was typed: no pasted text, no placeholder of one."""
    kept, at = [], 0
    while (start := prompt.find(_OPENING, at)) >= 0 and (closing := prompt.find(_CLOSING, start)) >= 0:
        kept.append(prompt[at:start])
        end = prompt.find(">", closing)
        at = end + 1 if end >= 0 else len(prompt)
    prompt = " ".join([*kept, prompt[at:]])
    return _PLACEHOLDER.sub(" ", prompt) if "[" in prompt else prompt


def filled_in(display: str, pasted: object) -> str:
    """`display` of a history entry with the pasted texts in the places of their placeholders.

    `pasted`: {"1": {"type": "text", "content": ...} or {"contentHash": ...}}, the latter a file in the
    client's paste-cache. One that is gone, and an image, leaves a blank.
    """
    if not isinstance(pasted, dict) or not pasted:
        return display
    return _PLACEHOLDER.sub(lambda found: _content(pasted.get(found[1])), display)


def _content(entry: object) -> str:
    if not isinstance(entry, dict) or entry.get("type") != "text":
        return " "
    content, name = entry.get("content"), entry.get("contentHash")
    if isinstance(content, str):
        return content
    if not isinstance(name, str) or not _HASH.fullmatch(name):
        return " "
    try:
        data = read_regular(Path(places.config_dir()) / "paste-cache" / f"{name}.txt", MOST)
    except Unreadable:
        return " "
    return data.decode("utf-8", "replace")
