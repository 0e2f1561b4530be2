"""E-mail addresses and home folders: who somebody is, and where they work."""

from __future__ import annotations

import re
from collections.abc import Iterator

from experience.patterns.redact_span import HOME, Span

_EMAIL = re.compile(
    r"(?:(?<![\w.%+/@:~-])|(?<=\\[nrt])|(?<=mailto:))"
    r"[\w%+-][\w.%+-]{0,63}@((?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,6})([^\W\d_]{2,24})(?![\w@])"
)
#: `git@host` is how git says ssh; the others are words of programming languages.
_NO_PERSON = frozenset("git hg svn this super return break continue self pkg npm jsr getty user".split())
#: What looks like an address: `icon@2x.png`, `unit@1.service`, `handler@app.js:12`.
_NO_DOMAIN = frozenset(
    "png jpg jpeg gif svg webp ico css scss js jsx mjs cjs ts tsx json html htm yaml yml toml xml"
    " lock txt zip"
    " whl deb rpm tgz gz service socket timer target slice mount weight data shape java kt".split()
)

_NAME = r"(?:[\w@+-]|\.(?=[\w@+-])){1,40}"
_BEFORE = r"(?:(?<![\w.~/\\@}-])|(?<=\\[nrt])|(?<=file://)|(?<=\s-[ILDF]))"
_POSIX = re.compile(
    _BEFORE + r"(?:/(?:var/|usr/|export/)?home/|/(?:mnt/)?[a-z]/Users/|/Users/)(" + _NAME + ")"
)
_WINDOWS = re.compile(
    r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(?:\\\\[?.]\\)?[A-Za-z]:(\\{1,4}|/)(?i:Users|Documents and Settings)\1"
    r"([^\\/:*?\"<>|\r\n\t,;'`]{1,40}(?=\\|/)|" + _NAME + ")"
)
#: Claude Code names the folder of a project after its path: `-home-ana-shop`.
_FOLDER_OF_PROJECT = re.compile(r"(?<=projects[/\\])-(?:home|Users)-[^\W_]{1,40}")
#: Folders of nobody.
_SHARED = frozenset({"shared", "public", "default", "all users", "linuxbrew"})


def emails(text: str) -> Iterator[Span]:
    if "@" not in text:
        return
    for found in _EMAIL.finditer(text):
        person = found[0].partition("@")[0].casefold()
        if person not in _NO_PERSON and found[2].casefold() not in _NO_DOMAIN:
            yield Span(found.start(), found.end(), "email")


def homes(text: str) -> Iterator[Span]:
    r"""`/home/ana`, `/Users/ana`, `C:\Users\Ana Li`, also escaped as in JSON, up to the name's end."""
    forms = [_POSIX] if "/home/" in text or "/Users/" in text else []
    if ":\\" in text or ":/" in text:
        forms.append(_WINDOWS)
    if "projects" in text:
        forms.append(_FOLDER_OF_PROJECT)
    for form in forms:
        for found in form.finditer(text):
            name = found[found.lastindex] if found.lastindex else ""
            if name.casefold() not in _SHARED and not _record(found[0], name):
                yield Span(found.start(), found.end(), HOME)


def _record(path: str, name: str) -> bool:
    """`/Users/42` and `/Users/<uuid>` are records behind an API, not folders."""
    return path.startswith("/Users/") and (
        name.isdecimal() or re.fullmatch(r"[0-9a-f-]{32,36}", name) is not None
    )
