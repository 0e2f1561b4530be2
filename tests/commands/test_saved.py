"""`exp.py saved`: the counters, the log, which warning is meant, once and only once."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from tests.commands.cold import Ran, exp
from tests.feedback.judged import OTHER, SAVES, loaded, warned, write
from tests.hotpath.machine import MATCHING, PATTERN, rows, told

TODAY = time.strftime("%Y-%m-%d", time.gmtime())


def saved(home: Path, said: str = "", session: str = "s1", **more: str) -> Ran:
    """As the slash command calls it."""
    return exp(home, "saved", "--session", session, "--stdin", "--json", said=said, env=more)


def test_the_last_warning_of_the_session_gets_the_save(home: Path) -> None:
    path = write(home, review_status="pending", hits=2)
    before = path.read_bytes().splitlines()
    injection = warned(home)
    ran = saved(home)
    assert (ran.code, ran.document["status"], ran.document["id"]) == (0, "saved", PATTERN)
    now = loaded(home)
    assert (now.hits, now.review_status, now.last_seen) == (3, "validated", TODAY)
    assert (now.last_save_at or "").startswith(TODAY)
    (line,) = rows(home, SAVES)
    assert (line["id"], line["injection_id"], line["session_id"]) == (PATTERN, injection, "s1")
    assert (line["undone"], line["why"]) == (False, "")
    changed = set(path.read_bytes().splitlines()) - set(before)
    assert {row.partition(b":")[0] for row in changed} == {
        b"hits", b"last_save_at", b"last_seen", b"review_status"
    }  # fmt: skip


def test_saying_it_twice_counts_once_and_in_another_session_again(home: Path) -> None:
    write(home)
    warned(home)
    assert [saved(home).document["status"] for _ in range(2)] == ["saved", "already"]
    warned(home, "s2")
    assert saved(home, session="s2").document["status"] == "saved"
    assert (loaded(home).hits, len(rows(home, SAVES))) == (2, 2)


def test_of_many_at_once_one_counts(home: Path) -> None:
    write(home)
    warned(home)
    answers: list[Ran] = []
    threads = [threading.Thread(target=lambda: answers.append(saved(home, PATTERN))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ran.document["status"] for ran in answers) == ["already"] * 5 + ["saved"]
    assert (loaded(home).hits, len(rows(home, SAVES))) == (1, 1)


def test_verdicts_on_several_warnings_at_once_all_count(home: Path) -> None:
    write(home)
    sessions = [f"s{number}" for number in range(5)]
    for session in sessions:
        warned(home, session)
    threads = [threading.Thread(target=saved, args=(home, PATTERN, session)) for session in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (loaded(home).hits, len(rows(home, SAVES))) == (5, 5)


def test_where_several_came_at_once_it_asks_and_takes_a_number(home: Path) -> None:
    write(home)
    write(home, OTHER)
    warned(home)
    ran = saved(home)
    assert (ran.code, ran.document["status"]) == (0, "choose")
    shown = ran.document["ids"]
    assert sorted(shown) == sorted([PATTERN, OTHER])
    assert rows(home, SAVES) == []
    assert saved(home, "2").document["id"] == shown[1]
    assert saved(home, "3").document["status"] == "choose"


@pytest.mark.parametrize("word", [PATTERN, PATTERN.upper(), "frontend-2026-04-18-st", "stale-chunk", "stale"])
def test_a_part_of_an_id_is_enough(home: Path, word: str) -> None:
    write(home)
    write(home, OTHER)
    assert saved(home, word).document["id"] == PATTERN


def test_a_part_of_several_asks_unless_the_session_saw_one_of_them(home: Path) -> None:
    write(home, OTHER, keywords=["unheard of"], name="Something else", fix="Do otherwise")
    write(home)
    assert saved(home, "frontend-2026").document["status"] == "choose"
    warned(home)
    assert saved(home, "frontend-2026").document["id"] == PATTERN


def test_a_slip_of_the_finger_gets_a_question_and_counts_nothing(home: Path) -> None:
    write(home)
    ran = saved(home, "frontend-2026-04-18-stale-chnuk")
    assert (ran.code, ran.document["status"], ran.document["ids"]) == (1, "unknown", [PATTERN])
    assert "did you mean" in exp(home, "saved", "frontend-2026-04-18-stale-chnuk").out
    assert rows(home, SAVES) == []


def test_a_sentence_instead_of_an_id_is_about_the_last_warning(home: Path) -> None:
    write(home)
    warned(home)
    ran = saved(home, "thanks, it's exactly what was about to happen")
    assert (ran.document["id"], ran.document["why"][:6]) == (PATTERN, "thanks")


@pytest.mark.parametrize(
    "said", ["'", '"', "$(touch x)", "a; touch x", "`touch x`", "../../../etc/passwd", "-", "\0", "é" * 300]
)
def test_no_sign_in_an_id_does_harm(home: Path, said: str) -> None:
    write(home)
    ran = saved(home, said)
    assert ran.document["status"] in ("unknown", "nothing", "choose")
    assert (loaded(home).hits, rows(home, SAVES), (home / "x").exists()) == (0, [], False)


def test_without_any_warning_it_says_so(home: Path) -> None:
    write(home)
    assert (saved(home).code, saved(home).document["status"]) == (1, "nothing")


def test_a_pattern_that_never_warned_counts_once_a_day_and_session(home: Path) -> None:
    write(home)
    statuses = [saved(home, PATTERN, session).document["status"] for session in ("s1", "s1", "s2")]
    assert statuses == ["saved", "already", "saved"]


def test_a_file_that_cannot_be_edited_leaves_the_log_line_and_says_so(home: Path, tmp_path: Path) -> None:
    path = write(home)
    real = tmp_path / "elsewhere.md"
    warned(home)
    path.rename(real)
    (home / "global" / "frontend" / "real").mkdir()
    inside = home / "global" / "frontend" / "kept.txt"
    real.rename(inside)
    path.symlink_to(inside)
    before = inside.read_bytes()
    ran = saved(home)
    assert (ran.code, ran.document["status"], ran.document["written"]) == (0, "saved", False)
    assert ran.document["unwritten"]
    assert (inside.read_bytes(), path.is_symlink(), len(rows(home, SAVES))) == (before, True, 1)


def test_a_read_only_file_is_left_alone_even_by_root(home: Path) -> None:
    path = write(home)
    warned(home)
    path.chmod(0o444)
    before = path.read_bytes()
    ran = exp(home, "saved", "--session", "s1")
    assert ran.lines[0] == "status: saved"
    assert "Logged; the pattern's file was left as it is" in ran.out
    assert "read-only" in ran.out
    assert (path.read_bytes(), len(rows(home, SAVES))) == (before, 1)
    assert "1 save, 0 false alarms" in ran.out


def test_a_pattern_whose_file_is_gone_is_counted_in_the_log(home: Path) -> None:
    path = write(home)
    warned(home)
    path.unlink()
    ran = saved(home)
    assert (ran.document["status"], ran.document["written"]) == ("saved", False)
    assert len(rows(home, SAVES)) == 1


def test_a_log_that_cannot_be_written_counts_nothing(home: Path) -> None:
    write(home)
    warned(home)
    (home / "logs" / SAVES).mkdir()
    ran = saved(home)
    assert (ran.code, ran.document["status"]) == (1, "error")
    assert loaded(home).hits == 0


def test_a_save_does_not_bring_the_warning_back_in_its_session(home: Path) -> None:
    write(home)
    warned(home)
    saved(home)
    assert told(home, MATCHING, session_id="s1") == ""
    assert PATTERN in told(home, MATCHING, session_id="s2")


def test_a_reason_is_redacted(home: Path) -> None:
    write(home)
    secret = "ghp_" + "a1B2" * 9
    saved(home, f"{PATTERN} it had {secret} in it")
    assert secret not in (home / "logs" / SAVES).read_text("utf-8")


def test_in_a_terminal_the_last_warnings_of_all_sessions_are_listed(home: Path) -> None:
    write(home)
    warned(home)
    ran = exp(home, "saved", "--json")
    assert (ran.document["status"], ran.document["ids"]) == ("choose", [PATTERN])
    assert exp(home, "saved", "1", "--json").document["status"] == "saved"


def test_windows_line_ends_and_comments_stay(home: Path) -> None:
    path = write(home)
    text = path.read_text("utf-8").replace("hits: 0", "hits: 0   # ours").replace("\n", "\r\n")
    path.write_bytes(text.encode())
    saved(home, PATTERN)
    now = path.read_bytes()
    assert b"hits: 1   # ours\r\n" in now
    assert now.count(b"\r\n") == now.count(b"\n")
