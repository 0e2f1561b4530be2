"""What config.yaml moves: the gate, and how confirmations age."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experience.hotpath import clock, gate, rank
from tests.commands.cold import exp
from tests.feedback.judged import warned, write
from tests.hotpath.machine import MATCHING, PATTERN, told

DAY = clock.day_number("2026-11-30") or 0
NOW = DAY * clock.DAY


def test_a_raised_gate_keeps_back_what_passed_and_the_next_prompt_knows(home: Path) -> None:
    write(home)
    assert PATTERN in told(home, MATCHING)
    (home / "config.yaml").write_text("gate: 0.4\n", "utf-8")
    ran = exp(home, "explain", MATCHING, "--json").document["candidates"][0]
    assert ran["gate"] == 0.9
    assert (ran["match"] >= 0.9) == bool(told(home, MATCHING))


@pytest.mark.parametrize(
    "text", ["gate: 7\n", "gate: high\n", "gate: nan\n", "half_life_days: 0\n", "recency_floor: 2\n"]
)
def test_a_number_out_of_range_is_named_and_the_default_holds(home: Path, text: str) -> None:
    write(home)
    (home / "config.yaml").write_text(text, "utf-8")
    config = exp(home, "status", "--json").document["config"]
    assert f":1: {text.partition(':')[0]} must be a number from" in config
    assert PATTERN in told(home, MATCHING)


@given(st.floats(7, 3650), st.floats(0, 1), st.integers(0, 5000))
def test_recency_falls_with_age_and_never_below_its_floor(half: float, floor: float, age: int) -> None:
    aging = rank.Decay(half, floor)
    now = rank.recency(clock.stamp((DAY - age) * clock.DAY)[:10], NOW, aging)
    later = rank.recency(clock.stamp((DAY - age - 1) * clock.DAY)[:10], NOW, aging)
    assert floor <= later <= now <= 1.0
    assert rank.recency(None, NOW, aging) == floor


@given(st.dictionaries(st.sampled_from(["gate", "half_life_days", "recency_floor"]), st.floats() | st.text()))
def test_no_compiled_setting_however_strange_breaks_a_prompt(settings: dict[str, float | str]) -> None:
    assert 0.3 <= gate.least(settings) <= 0.9
    aging = rank.decay(settings)
    assert 0.0 <= aging.floor <= 1.0 < aging.half_life


def test_a_save_in_the_logs_counts_as_a_confirmation_even_where_the_file_cannot_say_so(home: Path) -> None:
    path = write(home, last_seen="2020-01-01")
    path.chmod(0o444)
    warned(home)
    assert exp(home, "saved", PATTERN, "--session", "s1").code == 0
    aged = exp(home, "explain", MATCHING, "--json").document["candidates"][0]["recency"]
    today = clock.stamp(clock.now())[:10]
    assert (aged["confirmed"], aged["half_life_days"], aged["floor"]) == (today, 365.0, 0.6)
    assert aged["factor"] > 0.99


def test_the_half_life_of_the_settings_is_what_explain_shows(home: Path) -> None:
    write(home, last_seen="2026-01-01")
    (home / "config.yaml").write_text("half_life_days: 30\nrecency_floor: 0.2\n", "utf-8")
    ran = exp(home, "explain", MATCHING)
    assert "(confirmed 2026-01-01; half-life 30 days, floor 0.2)" in ran.out
