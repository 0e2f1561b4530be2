"""Corpus -> compiled index. Cold, but `update` also serves the hook when a few files changed."""
