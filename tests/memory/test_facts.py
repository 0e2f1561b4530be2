"""What is a number, date, path or URL of a text, in several scripts, and when another text holds it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.memory.facts import facts, holds, lost


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("port 8080, then 9090.", ["8080", "9090"]),
        ("ports 8080,9090", ["8080", "9090"]),
        ("1,000 or 0,5 or 3.11", ["1,000", "0,5", "3.11"]),
        ("2026-01-02 at 12:30", ["2026-01-02", "12:30"]),
        ("端口8080和9090,见 /etc/x.conf。", ["/etc/x.conf", "8080", "9090"]),
        ("3. března 2026", ["3. března", "3", "2026"]),
        ("March 3, 2026", ["March 3, 2026", "3", "2026"]),
        ("3rd of March, 3 de marzo", ["3rd of March", "3rd", "3 de marzo", "3"]),
        ("2. 1. 2026 a 3. 1.", ["2. 1. 2026", "3. 1.", "2", "1", "2026", "3"]),
        ("2026年1月2日", ["2026年1月2日", "2026", "1", "2"]),
        ("二〇二六年一月二日, 三年", ["二〇二六年一月二日"]),
        ("1 000 Kč, 2\u00a0500", ["1 000", "2\u00a0500", "1", "000", "2", "500"]),
        ("src/ and src/server/, and/or", ["src/", "src/server/"]),
        ("it is \u22125, ２０２６", ["\u22125", "２０２６"]),
        ("see https://a.b/c?d=1#e.", ["https://a.b/c?d=1#e"]),
        ("(https://a.b/c) and <https://d.e>", ["https://a.b/c", "https://d.e"]),
        ("~/x/y, ./z, C:\\a\\b and lib/a.py", ["~/x/y", "./z", "C:\\a\\b", "lib/a.py"]),
        ("`make -C a/b all` and `x`", ["make -C a/b all"]),
        ("it is -5 or x-5", ["-5", "5"]),
        ("either and/or both, e.g. this", []),
        ("٣ and 8080", ["٣", "8080"]),
        ("v2 sha256 py3", ["v2", "sha256", "py3"]),
    ],
)
def test_facts_of_a_text(text: str, found: list[str]) -> None:
    assert sorted(facts(text)) == sorted(found)


@pytest.mark.parametrize(
    ("text", "fact", "is_there"),
    [
        ("port 80", "80", True), ("port 8080", "80", False), ("2026-01-15", "2026-01", False),
        ("80.", "80", True), ("80,90", "90", False), ("8080,9090", "9090", True), ("1.2.3", "1.2", False),
        ("x-5", "5", True), ("is -5", "5", False), ("端口80和", "80", True), ("/etc/x.conf", "/etc/x", False),
        ("/etc/x, y", "/etc/x", True), ("see /etc/x/y", "/etc/x", True), ("py3", "3", False),
        ("６０２", "６０", False), ("11月2日", "1月2日", False), ("is \u22125", "5", False),
    ],
)  # fmt: skip
def test_a_fact_is_whole_where_it_stands(text: str, fact: str, is_there: bool) -> None:
    assert holds(text, fact) is is_there


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("abz19 .,:-/~`()\n端č"), max_size=40))
def test_a_text_loses_nothing_to_itself(text: str) -> None:
    assert lost(text, text) == []


def test_a_long_text_takes_no_longer_than_its_length_is_worth() -> None:
    pieces = "1.|a/|`a/b|x@|./|http://|1,2-3:4|a.b|abc|~/|a:|\\a|1. |1 000 |二年|3 de "
    for piece in pieces.split("|"):
        facts(piece * 20_000)
