"""Checks of patterns beyond the format: one file each, found by walking this folder.

A check is a module `XPnnn_what_it_finds.py` with `ID`, `SEVERITY`, a docstring that says what is
wrong and why it matters, and `check(pattern)`. Groups: 1xx identity, 2xx examples, 3xx wording,
4xx safety. `tests/corpus/bad` holds a file that trips it; nothing in `tests/corpus/good` does.
"""
