"""A headless run of ours meets our own hook: it ends there, at depth 1 (case R37)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experience.runners import headless
from tests.house import WritePattern, prompt_payload
from tests.installation.machine import Machine

PROMPT = "After the deploy I get a ChunkLoadError, a stale chunk it seems"


def test_R37_a_client_that_calls_the_hook_and_asks_again_ends_at_depth_1(
    machine: Machine, tmp_path: Path, write_pattern: WritePattern, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fake client runs the registered hook as the real one does, then the call that started it."""
    machine.install()
    write_pattern(machine.experience / "global" / "frontend")
    (tmp_path / "payload").write_text(json.dumps(prompt_payload(PROMPT, cwd=str(machine.home))))
    (tmp_path / "hook").write_text(machine.entries()["UserPromptSubmit"][0])
    (tmp_path / "again.py").write_text(
        f"import sys; sys.path.insert(0, {str(machine.root / 'lib')!r})\n"
        "from experience.runners.headless import Question, ask\nask(Question('s', 't', {}))\n"
    )
    answer = json.dumps({"subtype": "success", "structured_output": {"n": 1}, "total_cost_usd": 0})
    fake = tmp_path / "claude"
    fake.write_text(
        f"#!/bin/sh\ncd '{tmp_path}'; echo started >>starts; cat >/dev/null\n"
        f'/bin/sh -c "$(cat hook)" <payload >said\n'
        f"python3 again.py >/dev/null 2>refused\necho '{answer}'\n"
    )
    fake.chmod(0o755)
    for name, value in machine.environment().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv(headless.PROGRAM_VARIABLE, str(fake))
    assert headless.ask(headless.Question("s", "t", {}, seconds=30)).value == {"n": 1}
    assert (tmp_path / "starts").read_text() == "started\n"
    assert (tmp_path / "said").read_text() == "", "the inner hook is silent"
    assert "inside a headless run of our own" in (tmp_path / "refused").read_text()
    assert not (machine.experience / "logs" / "injections.jsonl").exists()
