"""The text below the frontmatter: its title, and its four sections in either language."""

from __future__ import annotations

import re
import unicodedata

_HEADINGS = {
    "context": ("contexto", "context"),
    "why": ("por que warnings genericos no lo capturan", "why generic warnings miss it"),
    "instead": ("que hacer en su lugar", "what to do instead"),
    "related": ("patrones relacionados", "related patterns"),
}
_SECTION_OF = {heading: key for key, headings in _HEADINGS.items() for heading in headings}
#: Begins with the line end, which the regex engine finds fast.
_MARK = re.compile(r"\n {0,3}(?:(```+|~~~+)|(#{1,2})[ \t]+(.*))")


def folded(heading: str) -> str:
    """A heading without accents, case, closing signs and double blanks: how headings are compared."""
    bare = heading.casefold()
    if not bare.isascii():
        bare = "".join(c for c in unicodedata.normalize("NFKD", bare) if not unicodedata.combining(c))
    return " ".join(bare.strip(" \t#:?¿").split())


def read_body(body: str) -> tuple[str, dict[str, str]]:
    """(text of the first `# ` heading, sections by canonical key). Headings in code blocks are text."""
    body = "\n" + body
    title = ""
    sections: dict[str, str] = {}
    key, start, fence = "", 0, ""
    for found in _MARK.finditer(body):
        mark, level, text = found.groups()
        if mark:
            if not fence:
                fence = mark
            elif mark.startswith(fence):
                fence = ""
            continue
        if fence:
            continue
        if level == "#" and not title:
            title = text.strip().rstrip("#").strip()
        _close(sections, key, body[start : found.start()])
        key, start = (_SECTION_OF.get(folded(text), "") if level == "##" else ""), found.end()
    _close(sections, key, body[start:])
    return title, sections


def _close(sections: dict[str, str], key: str, text: str) -> None:
    if key:
        sections[key] = "\n\n".join(filter(None, (sections.get(key), text.strip())))
