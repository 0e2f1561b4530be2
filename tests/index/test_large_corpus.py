"""More than 5,000 files: additions, removals and edits of candidates count at once, others after a sweep."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from experience.hotpath.layers import MANY_FILES, SWEEP_SECONDS
from tests.hotpath.machine import use_interpreter
from tests.index.living import Living

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Living:
    """Compiled once; each test changes patterns of its own."""
    place = tmp_path_factory.mktemp("many")
    home = place / "home" / ".claude" / "experience"
    home.mkdir(parents=True)
    cwd = place / "elsewhere"
    cwd.mkdir()
    use_interpreter(home)
    corpus = Living(home, cwd)
    for number in range(MANY_FILES + 100):
        corpus.write(number, domain=f"d{number % 5}")
    corpus.compile()
    return corpus


def at(many: Living, number: int) -> Path:
    return many.path(number, f"d{number % 5}")


def test_every_part_of_it_answers(many: Living) -> None:
    assert all(many.warns(number) for number in range(0, MANY_FILES, 977))


def test_an_addition_counts_at_once(many: Living) -> None:
    for number in (9000, 9001):
        many.write(number, domain="d1")
        assert many.warns(number)


def test_a_removal_counts_at_once(many: Living) -> None:
    assert many.warns(10)
    at(many, 10).unlink()
    assert not many.warns(10)


def test_a_matched_candidate_is_never_served_stale(many: Living) -> None:
    many.write(21, said=9021, domain="d1")
    assert not many.warns(21)
    assert many.warns(9021, by=21)


def test_a_matched_candidate_that_was_spoilt_is_silent(many: Living) -> None:
    at(many, 22).write_text("---\nid: x\n")
    assert not many.warns(22)


def test_a_rename_counts_at_once(many: Living) -> None:
    at(many, 23).rename(at(many, 23).with_name("renamed.md"))
    assert many.warns(23)


def test_other_edits_count_from_a_prompt_10_seconds_after_the_one_that_started_a_sweep(many: Living) -> None:
    many.write(30, said=9030, domain="d0")
    many.warns(1)
    until = time.monotonic() + 2 * SWEEP_SECONDS + 5
    while not many.warns(9030, by=30):
        assert time.monotonic() < until
        time.sleep(1)
    assert not many.warns(30)


def test_21_removals_are_silent_at_once_and_do_not_hurt_the_rest(many: Living) -> None:
    for number in range(100, 130):
        at(many, number).unlink()
    assert not many.warns(111)
    assert many.warns(200)


def test_it_costs_little(many: Living) -> None:
    many.compile()
    many.warns(1)
    started = time.perf_counter()
    for number in range(300, 305):
        assert many.warns(number)
    assert (time.perf_counter() - started) / 5 < 1
