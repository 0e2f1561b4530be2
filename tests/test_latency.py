"""What the hook costs when it has nothing to say. Measured alone: see the marker `timing`."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from tests.house import HookResult, RunHook, prompt_payload

pytestmark = pytest.mark.timing

RUNS = 15
#: Milliseconds: the mission's bound for the no-op path.
NO_OP = 50


def typical(results: list[HookResult]) -> float:
    """Median milliseconds, after checking that every run kept silent and succeeded."""
    assert results
    assert {(result.stdout, result.code) for result in results} == {("", 0)}
    return statistics.median(result.ms for result in results)


def test_the_variable_makes_a_prompt_cost_less_than_50_ms(run_hook: RunHook) -> None:
    env = {"EXPERIENCE_LAYER": "off"}
    assert typical([run_hook(prompt_payload("hello there"), env=env) for _ in range(RUNS)]) < NO_OP


def test_the_marker_makes_a_prompt_cost_less_than_50_ms(run_hook: RunHook, tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    (project / "deep" / "down").mkdir(parents=True)
    (project / ".experience-disabled").touch()
    cwd = project / "deep" / "down"
    payload = prompt_payload("hello there", cwd=str(cwd))
    assert typical([run_hook(payload, cwd=cwd) for _ in range(RUNS)]) < NO_OP
