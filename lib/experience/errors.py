"""The two errors a person may meet. Everything else that is raised is a bug."""

from __future__ import annotations


class ExperienceError(Exception):
    """Refused or failed: one line that says what, where and what to do. Exit code 1."""

    exit_code = 1


class UsageError(ExperienceError):
    """The call itself was wrong. Exit code 2."""

    exit_code = 2
