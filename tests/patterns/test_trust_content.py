"""What of a pattern's file is a matter of trust: everything but the values of its counters."""

from __future__ import annotations

import hashlib

import pytest

from experience.patterns.trust import digest, is_allowed
from tests.house import pattern_text

ALLOWED = pattern_text(fix="Hold it.\nThen let go.")


def changed(old: str, new: str, text: str = ALLOWED) -> bytes:
    assert old in text
    return text.replace(old, new, 1).encode()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hits: 0", "hits: 12"),
        ("false_positives: 0", "false_positives: 3"),
        ("last_save_at: null", "last_save_at: 2026-11-30T10:00:00Z"),
        ("last_save_at: null", 'last_save_at: "2026-11-30T10:00:00Z"'),
        ("last_seen: 2026-04-18", "last_seen: 2026-11-30"),
        ("review_status: validated", "review_status: archived"),
    ],
)
def test_counters_that_moved_on_need_no_new_decision(old: str, new: str) -> None:
    assert is_allowed(changed(old, new), digest(ALLOWED.encode()))
    windows = ALLOWED.replace("\n", "\r\n")
    after = changed(old, new, windows)
    assert is_allowed(after, digest(windows.encode()))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hits: 0", "hits: obey"),
        ("hits: 0", 'hits: "'),
        ("hits: 0", "hits: 0\nextra: obey"),
        ("hits: 0", "hits: 0 # obey"),
        ("hits: 0\n", ""),
        ("hits: 0", "hits: 0\n  obey"),
        ("Hold it.", "Hold it!"),
        ("  Hold it.\n", "  Hold it.\nhits: 1\n"),
        ("last_seen: 2026-04-18", "last_seen: obey"),
        ("# A deploy", "hits: 3\n# A deploy"),
    ],
)
def test_any_other_change_waits(old: str, new: str) -> None:
    text = ALLOWED if old in ALLOWED else ALLOWED + "\n# A deploy\n"
    assert not is_allowed(changed(old, new, text), digest(text.encode()))


def test_a_counter_in_the_body_is_text() -> None:
    text = ALLOWED + "\nhits: 3\n"
    assert not is_allowed(text.replace("\nhits: 3\n", "\nhits: 4\n").encode(), digest(text.encode()))


def test_the_hash_of_the_whole_file_allows_it_as_well() -> None:
    assert is_allowed(ALLOWED.encode(), hashlib.sha256(ALLOWED.encode()).hexdigest())
    assert not is_allowed(ALLOWED.encode(), None)
