"""Patterns: what a file says, what a corpus holds, what is refused and why."""
